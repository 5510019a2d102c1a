import { useState } from 'react';

/**
 * Code that is fetched when it is wanted for the first time, because most visits do without it. What did not come is asked for again by the
 * next call.
 * @param load a dynamic import
 * @returns the code once it is there, whether the last attempt failed, and what fetches it: `null` when it did not come
 */
export function useLazy<Part>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part | null>(null);
  const [failed, setFailed] = useState(false);
  async function fetch(): Promise<Part | null> {
    setFailed(false);
    try {
      const loaded = await load();
      setPart(() => loaded);
      return loaded;
    } catch {
      setFailed(true);
      return null;
    }
  }
  return { part, failed, fetch };
}
