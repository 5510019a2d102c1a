import type { Draft } from '@paperplane/shared/platform';
import * as v from 'valibot';
import type { SaleDetail } from '../sale';
import type { FormContent } from './sale-values';

/** Raised when what a draft holds changes its shape: an older one is then left alone. */
const SHAPE = 1;

const person = v.looseObject({ id: v.string(), firstName: v.string(), lastName: v.string() });

const content = v.object({
  shape: v.literal(SHAPE),
  values: v.object({
    customerId: v.string(),
    travelerIds: v.array(v.string()),
    vendorId: v.string(),
    agentId: v.string(),
    bookingReference: v.string(),
    saleDate: v.string(),
    travelDate: v.string(),
    returnDate: v.string(),
    totalAmount: v.string(),
    commissionRate: v.string(),
    commissionAmount: v.string(),
    commissionBasis: v.picklist(['rate', 'amount']),
    notes: v.string(),
  }),
  picked: v.object({
    customer: v.nullable(v.object({ ...person.entries, email: v.nullable(v.string()) })),
    vendor: v.nullable(
      v.object({
        id: v.string(),
        name: v.string(),
        logoUrl: v.nullable(v.string()),
        defaultCommissionRate: v.nullable(v.number()),
      }),
    ),
    travelers: v.array(person),
  }),
  opened: v.nullable(v.custom<SaleDetail>(isSale)),
});

/** Written by this form with this shape: what has a version is a sale. */
function isSale(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'id' in input && 'version' in input;
}

/** What was typed into a sale form and not saved. */
export interface SaleDraft extends FormContent {
  /** ISO moment. */
  savedAt: string;
  /** The sale as it was when its form was opened: what was typed is compared with this one. `null` for a new sale. */
  opened: SaleDetail | null;
}

/** What a draft of this form holds; `null` when there is none, or none this version of the app can read. */
export function readSaleDraft(draft: Pick<Draft, 'read'>): SaleDraft | null {
  const stored = draft.read();
  const read = v.safeParse(content, stored?.content);
  if (!stored || !read.success) return null;
  const { values, picked, opened } = read.output;
  return { savedAt: stored.savedAt, values, picked, opened };
}

/** What to keep. */
export const draftOf = ({ values, picked }: FormContent, opened: SaleDetail | null) => ({
  shape: SHAPE,
  values,
  picked,
  opened,
});
