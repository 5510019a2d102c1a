import { useEffect, useRef, type RefObject } from 'react';

/** Puts the focus into a field as it appears: what its person pressed to get there is gone. */
export function useFocus(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return input;
}
