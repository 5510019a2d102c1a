import type { Draft } from '@paperplane/shared/platform';
import * as v from 'valibot';
import { CUSTOMER_FIELDS, customerValues, type CustomerValues } from './customer-values';

/** Raised when what a draft holds changes its shape: an older one is then left alone. */
const SHAPE = 1;

const entry = v.array(v.object({ label: v.string(), value: v.string() }));
const program = v.array(v.object({ name: v.string(), number: v.string() }));
const LISTS = {
  moreEmails: entry,
  morePhones: entry,
  airlines: program,
  hotels: program,
  tags: v.array(v.string()),
};
const texts = CUSTOMER_FIELDS.filter((name) => !(name in LISTS));

const content = v.object({
  shape: v.literal(SHAPE),
  values: v.intersect([
    v.object(Object.fromEntries(texts.map((name) => [name, v.string()]))),
    v.object(LISTS),
  ]),
  /** `updatedAt` would say more; what was shown when the form was opened tells which fields are the typist's. */
  opened: v.nullable(v.looseObject({ firstName: v.string() })),
});

/** What was typed into the form and not saved. */
export interface CustomerDraft {
  /** ISO moment. */
  savedAt: string;
  values: CustomerValues;
  /** What the form showed when it was opened; `null` for a new customer. */
  opened: CustomerValues | null;
}

/** What a draft of this form holds; `null` when there is none, or none this version of the app can read. */
export function readCustomerDraft(draft: Pick<Draft, 'read'>): CustomerDraft | null {
  const stored = draft.read();
  const read = v.safeParse(content, stored?.content);
  if (!stored || !read.success) return null;
  const { values, opened } = read.output;
  return {
    savedAt: stored.savedAt,
    values: { ...customerValues(), ...values },
    opened: opened && { ...customerValues(), ...opened },
  };
}

/** What to keep. */
export const draftOf = (values: CustomerValues, opened: CustomerValues | null) => ({
  shape: SHAPE,
  values,
  opened,
});
