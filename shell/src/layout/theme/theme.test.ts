/** @jest-environment jsdom */
import { applyTheme, chooseTheme, followTheme, storedTheme, THEME_KEY } from './theme';

let systemIsDark = false;
let onSystemChange: () => void = () => undefined;

beforeEach(() => {
  localStorage.clear();
  systemIsDark = false;
  window.matchMedia = () =>
    ({
      get matches() {
        return systemIsDark;
      },
      addEventListener: (_type: string, listener: () => void) => (onSystemChange = listener),
    }) as unknown as MediaQueryList;
});

const shown = () => document.documentElement.dataset['theme'];

test('the system decides until somebody chooses', () => {
  applyTheme(storedTheme());
  expect(shown()).toBe('light');
  systemIsDark = true;
  applyTheme(storedTheme());
  expect(shown()).toBe('dark');
});

test('a choice is kept, and given back to the system', () => {
  systemIsDark = true;
  chooseTheme('light');
  expect([shown(), storedTheme()]).toEqual(['light', 'light']);
  chooseTheme('system');
  expect([shown(), localStorage.getItem(THEME_KEY)]).toEqual(['dark', null]);
});

test('nonsense in the storage is the system’s', () => {
  localStorage.setItem(THEME_KEY, 'pink');
  expect(storedTheme()).toBe('system');
});

test('the page follows the system and other tabs', () => {
  followTheme();
  systemIsDark = true;
  onSystemChange();
  expect(shown()).toBe('dark');
  localStorage.setItem(THEME_KEY, 'light');
  window.dispatchEvent(new StorageEvent('storage', { key: THEME_KEY }));
  expect(shown()).toBe('light');
});
