import type { Draft } from '@paperplane/shared/platform';

/** What was typed into the form of a record and not saved. */
export interface RecordDraft<Values, Saved> {
  /** ISO moment. */
  savedAt: string;
  values: Values;
  /** The record as it was when its form was opened: what was typed is compared with this one. `null` for a new one. */
  opened: Saved | null;
}

/** How the drafts of a form look. */
export interface DraftShape<Values> {
  /** Raised when what a draft holds changes its meaning: an older one is then left alone. */
  shape: number;
  /** Values with one row in every list. */
  sample: Values;
}

/** True when something read from a draft is built like the sample; lists may have any number of rows. */
function fits(sample: unknown, found: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(found) && found.every((row) => fits(sample[0], row));
  if (typeof sample !== 'object' || sample === null) return typeof found === typeof sample;
  if (typeof found !== 'object' || found === null) return false;
  return Object.entries(sample).every(([name, value]) =>
    fits(value, (found as Record<string, unknown>)[name]),
  );
}

const isSaved = (found: unknown): boolean => found === null || fits({ id: '' }, found);

/** What a draft of this form holds; `null` when there is none, or none this version of the app can read. */
export function readRecordDraft<Values, Saved>(
  draft: Pick<Draft, 'read'>,
  { shape, sample }: DraftShape<Values>,
): RecordDraft<Values, Saved> | null {
  const stored = draft.read();
  if (!stored || !fits({ shape, values: sample }, stored.content)) return null;
  const content = stored.content as { shape: number; values: Values; opened: Saved | null };
  if (content.shape !== shape || !isSaved(content.opened)) return null;
  return { savedAt: stored.savedAt, values: content.values, opened: content.opened };
}

/** What to keep. */
export const recordDraftOf = <Values, Saved>(shape: number, values: Values, opened: Saved | null) => ({
  shape,
  values,
  opened,
});
