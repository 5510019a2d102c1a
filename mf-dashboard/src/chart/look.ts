import { useSyncExternalStore } from 'react';

/** What a chart is drawn with: the colours of the theme that is shown, and whether it may move. */
export interface Look {
  /** The value of a colour token, named without `--color-`. */
  color: (token: string) => string;
  /** Nothing moves: somebody asked for that. */
  still: boolean;
}

const root = () => document.documentElement;

/** The look of the page as it is now. @param _theme the one that is shown: the page itself is asked, but again for each */
export function readLook(_theme: string): Look {
  const style = getComputedStyle(root());
  return {
    color: (token) => style.getPropertyValue(`--color-${token}`).trim(),
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
  };
}

function onTheme(tell: () => void): () => void {
  const observer = new MutationObserver(tell);
  observer.observe(root(), { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Which theme is shown; renders again when it is switched. */
export const useTheme = (): string => useSyncExternalStore(onTheme, () => root().dataset['theme'] ?? 'light');
