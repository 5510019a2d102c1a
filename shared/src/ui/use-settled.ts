import { useEffect, useState } from 'react';

/** A value once it has stood still for a moment, so that a search does not ask after every key; an empty one at once. */
export function useSettled(value: string, delay = 200): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value ? delay : 0);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
