import { useState } from 'react';
import { useDraft } from '@paperplane/shared/platform';
import type { Choice } from './choice';

/** How many are shown. */
const KEPT = 4;

const isChoice = (value: unknown): value is Choice => {
  const { kind, href, title } = (value ?? {}) as Partial<Record<keyof Choice, unknown>>;
  return (
    typeof kind === 'string' &&
    typeof title === 'string' &&
    typeof href === 'string' &&
    /^\/(?!\/)/.test(href)
  );
};

/**
 * What this person opened from the search on this device, the latest first. Kept like a draft: in this browser, and deleted by signing out
 * and by deactivation. Amounts and statuses are not kept, they go out of date.
 */
export function useRecent() {
  const kept = useDraft('search');
  const [recent] = useState<Choice[]>(() => {
    const content = kept.read()?.content;
    return Array.isArray(content) ? content.filter(isChoice).slice(0, KEPT) : [];
  });
  const remember = (choice: Choice) => {
    if (!choice.recently) return;
    const { kind, href, title, beside, person, picture, recently } = choice;
    const latest: Choice = { kind, href, title, beside, person, picture, recently, detail: recently };
    kept.keep([latest, ...recent.filter((each) => each.href !== href)].slice(0, KEPT));
  };
  return { recent, remember };
}
