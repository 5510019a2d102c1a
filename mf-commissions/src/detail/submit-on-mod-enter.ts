import type { KeyboardEvent } from 'react';

/** Cmd or Ctrl with Enter sends the form from a field where Enter alone breaks the line. */
export function submitOnModEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }
}
