import type { Payment } from './payments';
import type { StrangersDeposit, StrangersKind } from './types';
import type { Payer } from './trade';

const squash = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** What a bank's text shows of a reference: all, a piece, nothing. */
function shown(text: string, reference: string): 'whole' | 'piece' | 'nothing' {
  const [where, what] = [squash(text), squash(reference)];
  if (where.includes(what)) return 'whole';
  const half = Math.max(4, Math.ceil(what.length * 0.6));
  for (let at = 0; at + half <= what.length; at++)
    if (where.includes(what.slice(at, at + half))) return 'piece';
  return 'nothing';
}

/** What kind of money it is, by what is hardest about it. */
export function kindOf(payer: Payer, payment: Payment, text: string): StrangersKind {
  if (payment.special) return payment.special;
  const { items } = payment;
  const [first] = items;
  if (!first || items.every(({ sale }) => !sale.booking.entered)) return 'not entered';
  if (items.some(({ cents }) => cents < 0)) return 'recall netted';
  if (payer.role === 'settlement') return 'settlement';
  if (payer.channel === 'check') return 'check';
  if (payer.channel === 'wire') return 'wire';
  if (items.length > 1) {
    if (payment.statement) return 'lump with statement';
    const found = items.filter(
      ({ sale }) =>
        shown(text, sale.reference) === 'whole' || squash(text).includes(squash(sale.booking.customer[1])),
    );
    return found.length * 2 >= items.length ? 'lump named' : 'lump unnamed';
  }
  const { booking, reference, typedWrong } = first.sale;
  if (Date.parse(booking.recordedOn) > payment.day * 86_400_000) return 'late recorded';
  if (first.kind === 'part') return 'part';
  if (first.kind === 'over') return 'over-paid';
  if (first.kind === 'short') return 'short';
  const piece = shown(text, reference);
  if (piece === 'nothing' || booking.typed === null) return 'no reference';
  if (typedWrong) return 'wrong reference';
  return piece === 'piece' ? 'reference cut' : 'single';
}

const PLAIN: readonly StrangersKind[] = ['single', 'no reference', 'wrong reference', 'reference cut'];

/** Makes twins of equal amounts of one payer within ten days. */
export function markTwins(payments: Payment[], deposits: StrangersDeposit[]): void {
  const plain = deposits.flatMap((deposit, n) => (PLAIN.includes(deposit.kind) ? [n] : []));
  const twins = plain.filter((n) =>
    plain.some((m) => {
      const [one, other] = [payments[n], payments[m]];
      return (
        n !== m &&
        one &&
        other &&
        one.payer === other.payer &&
        deposits[n]?.cents === deposits[m]?.cents &&
        Math.abs(one.day - other.day) <= 10
      );
    }),
  );
  for (const n of twins) {
    const deposit = deposits[n];
    if (deposit) deposit.kind = 'twin';
  }
}
