import { useEffect, useState } from 'react';

/** The value, debounced: once it has not changed for `delay` milliseconds, so that a search does not ask after every key; an empty one at once. */
export function useDebouncedValue(value: string, delay = 200): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value ? delay : 0);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
