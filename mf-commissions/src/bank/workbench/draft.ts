import { fromCents, LIMITS, readDigits, toCents } from '@paperplane/shared/domain';
import { otherWords } from '../parts/bank-words';
import type {
  BankCommission,
  BankOther,
  BankPart,
  BankRecord,
  RecordedReceipt,
  Suggestion,
} from '../bank-types';

/** What a transaction pays of one commission, as it is typed. Amounts are positive; their sign is the transaction's, or the other where it takes back. */
export interface DraftPart {
  commissionId: string;
  /** It is a penalty or a bonus, of an id of its own. */
  isOther?: true;
  bookingReference: string;
  customer: string;
  vendor: string;
  dueOn: string | null;
  /** A deposit takes it back: the vendor has netted what an earlier one paid. */
  isBack: boolean;
  /** Cents that are open of it before this transaction. */
  expected: number;
  /** As `centsInput` writes it; empty while what is typed is no amount. */
  amount: string;
  /** What becomes of the part that is missing: the vendor still owes it, or nobody asks for it; of what was recorded also: it came otherwise. */
  rest: 'open' | 'off' | 'received' | null;
  /** Why it is written off. */
  reason: string;
  /** What an admin recorded as received; null for nothing. */
  recorded: RecordedReceipt | null;
  /** The day that was recorded stays, whatever the deposit's is. */
  keepDay: boolean;
}

/** A transaction as it is being split up. Null where there is no such line. */
export interface Draft {
  parts: readonly DraftPart[];
  unclaimed: string | null;
  fee: string | null;
}

export const EMPTY: Draft = { parts: [], unclaimed: null, fee: null };

/** Cents as they are typed: `1,327.50`. */
export const centsInput = (cents: number): string =>
  fromCents(cents).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The cents of an amount of a draft; null when none is typed there. A draft holds them as `centsInput` writes them. */
export function typedCents(text: string): number | null {
  const read = readDigits(text, '.');
  return read.ok && read.hundredths <= toCents(LIMITS.amountMax) ? read.hundredths : null;
}

/** What can be placed: a commission for a sale, or what else a vendor owes. */
export type Candidate = Pick<
  BankCommission,
  'commissionId' | 'bookingReference' | 'customer' | 'vendor' | 'dueOn' | 'expected' | 'recorded'
> & { isOther?: true; recordedOn?: string | null };

/** A penalty or a bonus among what can be placed: its kind stands in place of the booking. */
export function otherCandidate(other: BankOther): Candidate {
  const { name, about } = otherWords(other);
  const { otherCommissionId: commissionId, vendor, dueOn, expected, recordedOn } = other;
  return {
    commissionId,
    isOther: true,
    bookingReference: name,
    customer: about,
    vendor,
    dueOn,
    expected,
    recorded: null,
    recordedOn,
  };
}

function newPart(commission: Candidate, expected: number, amount: number, isBack = false): DraftPart {
  const { commissionId, isOther, bookingReference, customer, vendor, dueOn } = commission;
  return {
    commissionId,
    ...(isOther && { isOther }),
    bookingReference,
    customer,
    vendor: vendor.name,
    dueOn,
    isBack,
    expected,
    amount: centsInput(amount),
    // Of what was recorded nobody is asked for an answer before it is needed.
    rest: commission.recorded ? null : 'open',
    reason: commission.recorded?.reason ?? '',
    recorded: commission.recorded ?? null,
    keepDay: true,
  };
}

const suggestedParts = (parts: readonly BankPart[], isDeposit: boolean): DraftPart[] =>
  parts.map((part) =>
    newPart(
      part,
      Math.abs(toCents(part.expected)),
      Math.abs(toCents(part.amount)),
      isDeposit && part.amount < 0,
    ),
  );

/** What is matched already; what each owed before is what it owes with that taken away. */
const matchedParts = (parts: readonly BankPart[], isDeposit: boolean): DraftPart[] =>
  parts.map((part) => {
    const writtenOff = part.amount > 0 ? (part.writeOffAmount ?? 0) : 0;
    const expected = Math.abs(
      toCents(part.amount > 0 ? part.expected + part.amount + writtenOff : part.amount),
    );
    return {
      ...newPart(part, expected, Math.abs(toCents(part.amount)), isDeposit && part.amount < 0),
      rest: part.rest === 'received' ? 'received' : writtenOff > 0 ? 'off' : 'open',
      reason: writtenOff > 0 ? (part.writeOffReason ?? '') : '',
      keepDay: part.keepDay ?? true,
    };
  });

/** Penalties and bonuses that are matched already. */
const matchedOthers = (others: readonly BankOther[]): DraftPart[] =>
  others.flatMap((other) =>
    other.placed === null
      ? []
      : [newPart(otherCandidate(other), toCents(other.expected), toCents(other.placed))],
  );

const lineOf = (amount: number): string | null =>
  amount === 0 ? null : centsInput(Math.abs(toCents(amount)));

/** The lines of a vendor's statement that name nothing here; their money waits for its sale. */
export const missingLines = ({ remittance }: Pick<BankRecord, 'remittance'>) =>
  remittance?.lines.filter(({ commission }) => commission === null) ?? [];

/** What a suggestion makes of a transaction: it pays what is not matched yet. */
export function withSuggestion(record: BankRecord, suggestion: Suggestion | undefined): Draft {
  const { transaction, allocations, others } = record;
  const isMatched = transaction.status === 'matched';
  const isDeposit = transaction.amount > 0;
  const before = isMatched ? [...matchedParts(allocations, isDeposit), ...matchedOthers(others)] : [];
  const added = suggestedParts(suggestion?.parts ?? [], isDeposit);
  const fromStatement = suggestion?.reasons.some(({ code }) => code === 'statement') ?? false;
  // A deposit that is less than its statement does not pay what is not entered here.
  const missing =
    fromStatement && record.remittance?.fits !== false
      ? missingLines(record).reduce((sum, { amount }) => sum + toCents(amount), 0)
      : 0;
  return {
    parts: [
      ...before,
      ...added.filter(({ commissionId }) => !before.some((part) => part.commissionId === commissionId)),
    ],
    unclaimed: missing > 0 ? centsInput(missing) : null,
    fee: isMatched ? lineOf(transaction.feeAmount) : lineOf((fromStatement && record.remittance?.fee) || 0),
  };
}

/** A transaction as it opens: as it is matched, or as the first suggestion would have it. */
export function startingDraft(record: BankRecord): Draft {
  const { transaction, allocations, others, suggestions } = record;
  if (transaction.status === 'set_aside') return EMPTY;
  if (transaction.status !== 'matched') {
    const { other, amount } = transaction;
    return other ? addPart(EMPTY, otherCandidate(other), amount) : withSuggestion(record, suggestions[0]);
  }
  return {
    parts: [...matchedParts(allocations, transaction.amount > 0), ...matchedOthers(others)],
    unclaimed: lineOf(transaction.unclaimedAmount),
    fee: lineOf(transaction.feeAmount),
  };
}

/** Where a transaction stands while it is split up; all in cents. */
export interface Balance {
  placed: number;
  unclaimed: number;
  fee: number;
  /** Not placed yet; negative when more is placed than there is. */
  left: number;
}

/** @param amount of the transaction, with its sign: a fee makes a deposit smaller, and what is taken back larger */
export function balanceOf(draft: Draft, amount: number): Balance {
  const placed = draft.parts.reduce(
    (sum, part) => sum + (part.isBack ? -1 : 1) * (typedCents(part.amount) ?? 0),
    0,
  );
  const unclaimed = typedCents(draft.unclaimed ?? '') ?? 0;
  const fee = typedCents(draft.fee ?? '') ?? 0;
  const left = Math.abs(toCents(amount)) - placed - unclaimed + (amount > 0 ? fee : -fee);
  return { placed, unclaimed, fee, left };
}

/** Cents that a part is short (positive) or over (negative); 0 while no amount is typed, and where less is taken back than was paid. */
export function shortBy({ expected, amount, isBack }: DraftPart): number {
  const cents = typedCents(amount);
  return cents === null || isBack ? 0 : expected - cents;
}

/** Cents that a part brings less than an admin recorded; 0 where nothing was recorded, or no less. */
export function lessThanRecorded({ recorded, amount }: DraftPart): number {
  const cents = typedCents(amount);
  return cents === null || !recorded ? 0 : Math.max(0, toCents(recorded.amount) - cents);
}

/** What becomes of what a part is short of; null while somebody has to say. What was written off with a receipt stays so. */
export function restOf(part: DraftPart): 'open' | 'off' | 'received' | null {
  const isLess = lessThanRecorded(part) > 0;
  if (isLess || (part.rest !== null && part.rest !== 'received')) return part.rest;
  return part.recorded && part.recorded.writtenOff > 0 ? 'off' : 'open';
}

/** With one more: it gets what is left, at most what it is owed. */
export function addPart(draft: Draft, commission: Candidate, amount: number): Draft {
  if (draft.parts.some(({ commissionId }) => commissionId === commission.commissionId)) return draft;
  const expected = toCents(commission.expected);
  const { left } = balanceOf(draft, amount);
  const part = newPart(commission, expected, left > 0 ? Math.min(left, expected) : expected);
  return { ...draft, parts: [...draft.parts, part] };
}

/** Without one of its parts. */
export const removePart = (draft: Draft, id: string): Draft => ({
  ...draft,
  parts: draft.parts.filter(({ commissionId }) => commissionId !== id),
});

/** With one of its parts changed. */
export const changePart = (draft: Draft, id: string, changes: Partial<DraftPart>): Draft => ({
  ...draft,
  parts: draft.parts.map((part) => (part.commissionId === id ? { ...part, ...changes } : part)),
});

/** What a part has over what was expected becomes unclaimed. */
export function moveOver(draft: Draft, id: string): Draft {
  const part = draft.parts.find(({ commissionId }) => commissionId === id);
  const over = part ? -shortBy(part) : 0;
  if (!part || over <= 0) return draft;
  return {
    ...changePart(draft, id, { amount: centsInput(part.expected) }),
    unclaimed: centsInput((typedCents(draft.unclaimed ?? '') ?? 0) + over),
  };
}

/** What is left becomes unclaimed. */
export function leaveRest(draft: Draft, amount: number): Draft {
  const { left, unclaimed } = balanceOf(draft, amount);
  return left > 0 ? { ...draft, unclaimed: centsInput(unclaimed + left) } : draft;
}

/** A line for a fee: what is placed too much, or what the statement has more than the deposit, is a good guess. */
export function addFee(
  draft: Draft,
  { transaction, remittance }: Pick<BankRecord, 'transaction' | 'remittance'>,
): Draft {
  if (draft.fee !== null) return draft;
  const { left } = balanceOf(draft, transaction.amount);
  const over = remittance ? toCents(remittance.total) - toCents(transaction.amount) : 0;
  const guess = left < 0 ? -left : Math.max(0, over);
  return { ...draft, fee: guess > 0 ? centsInput(guess) : '' };
}

/** True when a draft is what the suggestion makes of the transaction. */
export function isSuggested(draft: Draft, record: BankRecord, suggestion: Suggestion): boolean {
  const ids = (parts: readonly { commissionId: string }[]) =>
    parts
      .map(({ commissionId }) => commissionId)
      .sort()
      .join();
  return ids(draft.parts) === ids(withSuggestion(record, suggestion).parts);
}
