/** @jest-environment jsdom */
import { isTabSession, sessionStore, setRemember } from './session-storage';

const KEY = 'k';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  sessionStore.removeItem(KEY);
});

describe('sessionStore (Remember me)', () => {
  // Holds tenancy-9
  it('keeps a remembered session beyond the tab', () => {
    setRemember(true);
    sessionStore.setItem(KEY, 'tokens');
    expect([localStorage.getItem(KEY), sessionStorage.getItem(KEY)]).toEqual(['tokens', null]);
  });

  it('keeps an unremembered session in its tab, and its refreshed tokens too', () => {
    setRemember(false);
    sessionStore.setItem(KEY, 'one');
    sessionStore.setItem(KEY, 'two');
    expect([localStorage.getItem(KEY), sessionStorage.getItem(KEY)]).toEqual([null, 'two']);
    expect(isTabSession(KEY)).toBe(true);
  });

  it('remembers the choice while Auth clears its side keys on the way to saving', () => {
    setRemember(false);
    sessionStore.removeItem(`${KEY}-code-verifier`);
    sessionStore.setItem(KEY, 'tokens');
    expect([localStorage.getItem(KEY), sessionStorage.getItem(KEY)]).toEqual([null, 'tokens']);
  });

  it("removes this tab's session and leaves the browser's", () => {
    localStorage.setItem(KEY, 'of the browser');
    setRemember(false);
    sessionStore.setItem(KEY, 'of the tab');
    sessionStore.removeItem(KEY);
    expect(sessionStore.getItem(KEY)).toBe('of the browser');
  });
});
