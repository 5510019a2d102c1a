import { amountLike, fromCents, toCents, type AmountNotation } from '@paperplane/shared/domain';
import type { MatchInput } from '../bank-api';
import type { BankRecord, MatchPart } from '../bank-types';
import {
  balanceOf,
  lessThanRecorded,
  restOf,
  shortBy,
  typedCents,
  type Draft,
  type DraftPart,
} from './draft';

/** Why a draft cannot be saved; null when it can. `money` writes cents, `notation` is the agency's. */
export function problemOf(
  draft: Draft,
  record: Pick<BankRecord, 'transaction' | 'remittance'>,
  money: (cents: number) => string,
  notation: AmountNotation = 'point',
): string | null {
  const { amount } = record.transaction;
  const wrong = draft.parts.find((part) => !typedCents(part.amount));
  if (wrong) return `Enter what this pays of ${wrong.bookingReference}, or take it off.`;
  for (const line of [draft.unclaimed, draft.fee])
    if (line !== null && typedCents(line) === null) return amountLike(notation);
  const unsaid = amount > 0 && draft.parts.find((part) => restOf(part) === null);
  if (unsaid)
    return `Say what became of the other ${money(lessThanRecorded(unsaid))} recorded for ${unsaid.bookingReference}.`;
  const silent = draft.parts.find(
    (part) => restOf(part) === 'off' && shortBy(part) > 0 && part.reason.trim() === '',
  );
  if (silent) return `Say why the rest of ${silent.bookingReference} is written off.`;
  const { left, fee } = balanceOf(draft, amount);
  if (left > 0) return `${money(left)} is not placed yet.`;
  if (left < 0) return `${money(-left)} too much is placed.`;
  // One that came before its deposit is the vendor's: it is looked at, not corrected.
  const total = record.remittance && !record.remittance.expected ? toCents(record.remittance.total) : null;
  if (total !== null && total - fee !== toCents(amount))
    return `The statement adds up to ${money(total)}, not to this deposit. Correct it, or take it off.`;
  return null;
}

/** What is said of a receipt that was recorded before. */
function recordedInput(part: DraftPart): Partial<MatchPart> {
  const rest = restOf(part);
  return {
    keepDay: part.keepDay,
    rest: rest === 'received' ? 'received' : 'open',
    // What was written off with it goes on, unless the rest is to stay open.
    ...(rest === 'open' ? { writeOff: 0 } : {}),
  };
}

/** What the database is sent. */
export function matchInput(draft: Draft, amount: number): MatchInput {
  const own = amount < 0 ? -1 : 1;
  return {
    parts: draft.parts.map((part) => {
      const short = shortBy(part);
      const sign = part.isBack ? -1 : own;
      if (part.isOther)
        return {
          commissionId: part.commissionId,
          isOther: true,
          amount: fromCents(typedCents(part.amount) ?? 0),
          expected: fromCents(part.expected),
        };
      return {
        commissionId: part.commissionId,
        amount: fromCents(sign * (typedCents(part.amount) ?? 0)),
        // Somebody else may have changed what it owes; what is taken back has another measure.
        ...(sign > 0 ? { expected: fromCents(part.expected) } : {}),
        ...(sign > 0 && restOf(part) === 'off' && short > 0
          ? { writeOff: fromCents(short), reason: part.reason.trim() }
          : {}),
        ...(sign > 0 && part.recorded ? recordedInput(part) : {}),
      };
    }),
    // No negative zero.
    unclaimed: fromCents(own * (typedCents(draft.unclaimed ?? '') ?? 0)) || 0,
    fee: fromCents(typedCents(draft.fee ?? '') ?? 0),
  };
}
