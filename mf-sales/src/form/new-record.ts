import type { Draft } from '@paperplane/shared/platform';
import * as v from 'valibot';

const customer = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.string(),
});
const vendor = v.object({ name: v.string(), defaultCommissionRate: v.string(), email: v.string() });
const content = v.variant('kind', [
  v.object({ kind: v.literal('customer'), texts: customer }),
  v.object({ kind: v.literal('traveler'), texts: customer }),
  v.object({ kind: v.literal('vendor'), texts: vendor }),
]);

/** What had been typed into the dialog of a new record when the page or the session ended. */
export type KeptRecord = v.InferOutput<typeof content>;

/** What is about to be created from the form: with what was searched for in vain, or with what was kept. */
export type NewRecord =
  | KeptRecord
  | { kind: 'customer' | 'traveler'; typed: string }
  | { kind: 'vendor'; typed: string };

/** The record somebody was adding when the page or the session ended; `null` when there is none. */
export function readNewRecord(draft: Pick<Draft, 'read'>): KeptRecord | null {
  const read = v.safeParse(content, draft.read()?.content);
  return read.success ? read.output : null;
}

/**
 * Where the texts of a dialog are kept. Before the save that is also what nobody has touched in here: it was typed into the search.
 * @param keptOf the record they are of
 */
export const keeperOf = <Texts>(
  draft: Omit<Draft, 'read' | 'open'>,
  keptOf: (texts: Texts) => KeptRecord,
) => ({
  keep: (texts: Texts) => draft.keep(keptOf(texts)),
  flush: (texts: Texts) => {
    draft.keep(keptOf(texts));
    draft.flush();
  },
  discard: draft.discard,
  ...(draft.requestKey && { requestKey: draft.requestKey }),
  ...(draft.renewKey && { renewKey: draft.renewKey }),
});
