import type { KeyboardEvent } from 'react';

/** Cmd or Ctrl with Enter sends a form from any of its fields, also from the one that takes line breaks. */
export function submitOnModEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }
}
