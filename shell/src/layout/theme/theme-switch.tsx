import { useSyncExternalStore } from 'react';
import { chooseTheme, currentTheme, onTheme, THEME_LABELS, THEMES, type Theme } from './theme';

/** The choice this page shows, whichever switch made it. */
export const useTheme = (): Theme => useSyncExternalStore(onTheme, currentTheme);

/** System, light, dark as one row of buttons: in the profile, and in the menu of a small screen. */
export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <div className="pp-seg" role="group" aria-label="Theme">
      {THEMES.map((name) => (
        <button key={name} type="button" aria-pressed={theme === name} onClick={() => chooseTheme(name)}>
          {THEME_LABELS[name]}
        </button>
      ))}
    </div>
  );
}
