import { keyOf, type Books, type Sale } from './independent-books';
import { total } from './independent-money';

/** Something that somebody is to be paid, or gives back: of a commission, its fee, or of payments that came back. */
export interface Due {
  sale: Sale | null;
  /** Of a commission, of a service fee, or an adjustment that waits. */
  kind: 'commission' | 'fee' | 'recall' | 'returned';
  person: string;
  key: string;
  amount: number;
  isShare: boolean;
}

/** What was paid of one line so far; the terms may say another amount by now. */
export const given = (books: Books, sale: Sale, key: string): number =>
  books.given.get(`${sale.id} ${key}`) ?? 0;
export const wasGiven = (books: Books, sale: Sale, key: string): boolean =>
  books.given.has(`${sale.id} ${key}`);

/** Whether what is somebody's own of a commission can be paid now: received, paid by the customer, and not held. */
const canBePaid = (sale: Sale, kind: 'commission' | 'fee', role: string): boolean => {
  if (sale.status !== 'paid') return false;
  if (kind === 'fee') return true;
  if (sale.cancelled || !sale.funds) return false;
  return role !== 'seller' || !sale.held;
};

/** All that can be paid now, or is to be taken back with the next payout. */
export function dues(books: Books): Due[] {
  const all: Due[] = [];
  for (const sale of books.sales) {
    for (const kind of ['commission', 'fee'] as const) {
      const shares = kind === 'fee' ? books.feeShares(sale) : books.shares(sale);
      for (const share of shares) {
        const under = share.upon
          ? shares.find((one) => one.upon === null && one.person === share.upon)
          : share;
        if (!under) continue;
        const prefix = kind === 'fee' ? 'fee ' : '';
        const stands = sale.status !== 'cancelled' && (kind === 'fee' || !sale.cancelled);
        const paid = wasGiven(books, sale, prefix + keyOf(under));
        if (!stands || (!paid && !canBePaid(sale, kind, under.role))) continue;
        const key = prefix + keyOf(share);
        const amount = share.amount - given(books, sale, key);
        const isShare = !wasGiven(books, sale, key);
        if (amount !== 0 || isShare) all.push({ sale, kind, person: share.person, key, amount, isShare });
      }
    }
  }
  return all;
}

/** What waits beside commissions for the next payout of somebody: recalls, what came back, what was carried. */
export const waiting = (books: Books, person: string): number => books.waiting.get(person) ?? 0;

export const owedTo = (books: Books, person: string): number =>
  total(
    dues(books).filter((due) => due.person === person),
    ({ amount }) => amount,
  ) + waiting(books, person);
