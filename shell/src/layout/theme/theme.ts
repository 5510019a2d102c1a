/** What a person chose: follow the system, or always one of the two. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Where the choice is kept; the page's first script reads it too, before anything is painted. */
export const THEME_KEY = 'paperplane.theme';

const DARK_SYSTEM = '(prefers-color-scheme: dark)';

/** The choice kept in this browser; anything unreadable is `system`. */
export function storedTheme(): Theme {
  try {
    const kept = localStorage.getItem(THEME_KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** The switches on the screen: there may be several, and they agree. */
const listeners = new Set<() => void>();
let choice: Theme = 'system';

/** The choice this page shows. */
export const currentTheme = (): Theme => choice;

/** Tells whenever a theme was applied. @returns ends it */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows a theme: `<html data-theme>` is what the tokens look at. */
export function applyTheme(theme: Theme): void {
  choice = theme;
  const dark = theme === 'dark' || (theme === 'system' && matchMedia(DARK_SYSTEM).matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

/** Keeps and shows a choice. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // A browser that keeps nothing still shows the choice until the page is left.
  }
  applyTheme(theme);
}

/** Applies the kept choice and follows the system and other tabs from then on. */
export function followTheme(): void {
  applyTheme(storedTheme());
  matchMedia(DARK_SYSTEM).addEventListener('change', () => applyTheme(storedTheme()));
  window.addEventListener('storage', ({ key }) => {
    if (key === THEME_KEY) applyTheme(storedTheme());
  });
}
