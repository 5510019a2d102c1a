import type { Draft } from '@paperplane/shared/platform';
import * as v from 'valibot';

const content = v.object({
  to: v.picklist(['paid', 'cancelled']),
  note: v.string(),
  penalty: v.optional(v.object({ amount: v.string(), dueOn: v.string() })),
});

/** A change of status as it is being asked for: not sent yet. */
export type StatusDraft = v.InferOutput<typeof content>;

/** The change somebody was about to confirm when the page or the session ended, with the note typed by then; `null` when there is none. */
export function readStatusDraft(draft: Pick<Draft, 'read'>): StatusDraft | null {
  const read = v.safeParse(content, draft.read()?.content);
  return read.success ? read.output : null;
}
