import { useState } from 'react';

/**
 * Whether somebody is about to use a field (pointer, touch or focus is on it): its choices are fetched then and not with the page.
 * @returns it, and what to put on an element around the field
 */
export function usePrefetchIntent() {
  const [hasIntent, setApproached] = useState(false);
  const setIntent = () => setApproached(true);
  return { hasIntent, intentProps: { onPointerEnter: setIntent, onFocus: setIntent } };
}
