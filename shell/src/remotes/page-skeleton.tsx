import { SkeletonRows } from '@paperplane/shared/ui';
import { useEffect, useState } from 'react';

/** Code usually arrives sooner than this, in milliseconds; a skeleton that flashes up is worse than none. */
const DELAY = 150;

/** Gray bars in the page area while a remote's code is loading. */
export function PageSkeleton() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), DELAY);
    return () => clearTimeout(timer);
  }, []);
  return <main className="pp-page">{shown && <SkeletonRows rows={6} label="Loading page" />}</main>;
}
