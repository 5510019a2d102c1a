import { useSyncExternalStore } from 'react';

/** What a chart takes from the page: the colours of its theme, and whether it may be animated. */
export interface ChartTheme {
  /** The value of a colour token, named without `--color-`. */
  color: (token: string) => string;
  /** The person asked for reduced motion. */
  reducedMotion: boolean;
}

const root = () => document.documentElement;

/** The page's theme as it is now. @param _theme the one that is shown: the page itself is asked, but again for each */
export function readChartTheme(_theme: string): ChartTheme {
  const style = getComputedStyle(root());
  return {
    color: (token) => style.getPropertyValue(`--color-${token}`).trim(),
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
  };
}

function subscribeToTheme(tell: () => void): () => void {
  const observer = new MutationObserver(tell);
  observer.observe(root(), { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Which theme is shown; renders again when it is switched. */
export const useTheme = (): string =>
  useSyncExternalStore(subscribeToTheme, () => root().dataset['theme'] ?? 'light');
