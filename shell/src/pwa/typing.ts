import { hasUnsavedChanges } from '@paperplane/shared/platform';

/** Where something is written outside of a form; other fields there are filters, whose values stand in the address. */
const WRITING = 'textarea, [contenteditable=true]';

const places = new Set<Element>();

function onInput({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const form = target.closest('form');
  if (form) {
    if (!form.matches('[role=search]')) places.add(form);
  } else if (target.matches(WRITING)) places.add(target);
}

/**
 * Remembers where somebody has typed: the form, or the text outside of one. Covers the forms that do not say themselves what is unsaved;
 * the price is that a form which stays on the screen after saving counts until it is left.
 */
export function watchTyping(): void {
  document.addEventListener('input', onInput);
  document.addEventListener('reset', ({ target }) => places.delete(target as Element));
}

/** True while something typed on this page is neither saved nor discarded, as far as the page can tell. */
export function isTyping(): boolean {
  for (const place of places) if (!place.isConnected) places.delete(place);
  return hasUnsavedChanges() || places.size > 0;
}
