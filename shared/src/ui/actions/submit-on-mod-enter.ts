import type { KeyboardEvent } from 'react';

/**
 * Cmd or Ctrl with Enter sends the form, also from a field where Enter alone breaks the line.
 * As `onKeyDown` of a form, or of one text area in it.
 */
export function submitOnModEnter(event: KeyboardEvent<HTMLFormElement | HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  const target = event.currentTarget;
  const form = target instanceof HTMLFormElement ? target : target.form;
  form?.requestSubmit();
}
