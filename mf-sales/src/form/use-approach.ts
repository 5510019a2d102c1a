import { useState } from 'react';

/**
 * Whether a field has been come near, by pointer, touch or focus: what it offers is fetched then and not with the page.
 * @returns it, and what to put on an element around the field
 */
export function useApproach() {
  const [approached, setApproached] = useState(false);
  const approach = () => setApproached(true);
  return { approached, near: { onPointerEnter: approach, onFocus: approach } };
}
