import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** What time it is, to the minute, as long as the page is open. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
