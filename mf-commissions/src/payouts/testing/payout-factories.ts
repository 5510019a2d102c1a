import { idOf, shownOf, type Said } from '@paperplane/shared/testing';
import { withState } from '../../parts/standing';
import { contract as batch } from '../batch/contract';
import { contract as mine } from '../mine/contract';
import type {
  HeldCommission,
  MaskedAccount,
  MyPayouts,
  PaidStatement,
  Payout,
  PayoutAgent,
  PayoutLine,
} from '../payout-types';
import { contract as statement } from '../statement/contract';

const payout = batch.get_payout.answer;
const { agents, held, lines, sender } = payout.wrapped.entries;
const statementLine = statement.get_statement.answer.wrapped.entries.lines.item;

export const anAccount = (lastFour: string, holderName = 'Sofia Marino'): MaskedAccount =>
  shownOf(sender, { holderName, lastFour });

const CRUISE = {
  amount: 357,
  commissionId: idOf('c1'),
  bookingReference: 'CR-30943',
  customer: 'Diego Chan',
  vendor: 'Blue Pennant River Cruises',
  receivedOn: '2027-01-30',
  commission: 595,
  split: 60,
};

export const aLine = (changes: Said<PayoutLine> = {}): PayoutLine =>
  shownOf(lines.item, { ...CRUISE, id: idOf('l1'), agentId: idOf('a1'), ...changes });

const CONTEST = { kind: 'bonus', amount: 150, note: 'January cruise contest' } as const;

export const aBonus = (changes: Said<PayoutLine> = {}): PayoutLine =>
  shownOf(lines.item, { ...CONTEST, id: idOf('l2'), agentId: idOf('a1'), ...changes });

type StatementLine = PaidStatement['lines'][number];

/** The same as statements have them, where nothing is done with them any more. */
export const aPaidLine = (changes: Said<StatementLine> = {}): StatementLine =>
  shownOf(statementLine, { ...CRUISE, ...changes });
export const aPaidBonus = (changes: Said<StatementLine> = {}): StatementLine =>
  shownOf(statementLine, { ...CONTEST, ...changes });

export const aHold = (changes: Said<HeldCommission> = {}): HeldCommission =>
  shownOf(held.item, {
    ...CRUISE,
    agentId: idOf('a1'),
    commissionId: idOf('c2'),
    bookingReference: 'TR-30632',
    customer: 'Emma Kowalski',
    amount: 534,
    commission: 890,
    reason: 'Waiting for their letter.',
    heldAt: '2027-02-03T08:52:00Z',
    heldBy: 'Margaret Vale',
    ...changes,
  });

export const anAgent = (changes: Said<PayoutAgent> = {}): PayoutAgent =>
  shownOf(agents.item, {
    id: idOf('a1'),
    firstName: 'Sofia',
    lastName: 'Marino',
    commissions: 357,
    adjustments: 150,
    amount: 507,
    account: anAccount('6613'),
    ...changes,
  });

/** A draft of one commission and one bonus for Sofia, another commission of hers held. */
export function aPayout(
  changes: Said<Omit<Payout, 'payout'>> = {},
  { status = 'draft', ...said }: Said<Payout['payout']> = {},
): Payout {
  const { payout: shown, ...beside } = shownOf(payout, {
    agents: [anAgent()],
    lines: [aLine(), aBonus()],
    held: [aHold()],
    open: { travel: { count: 9, amount: 4236.4 }, collectable: {} },
    sender: anAccount('4410', 'Harbour & Vale'),
    ...changes,
    payout: {
      id: idOf('b1'),
      name: 'February 2027',
      state: status,
      plannedOn: '2027-02-05',
      agents: 1,
      commissions: 1,
      commissionAmount: 357,
      adjustmentAmount: 150,
      amount: 507,
      currency: 'USD',
      createdAt: '2027-02-01T09:12:00Z',
      createdBy: 'Margaret Vale',
      ...said,
    },
  });
  return { ...beside, payout: withState(shown) };
}

/** What Sofia is told of the same payout. */
export function someMyPayouts({ payout: said, ...changes }: Said<MyPayouts> = {}): MyPayouts {
  const { status, ...beside } = said ?? { status: 'draft', name: 'February 2027', plannedOn: '2027-02-05' };
  const { payout: shown, ...rest } = shownOf(mine.get_my_payouts.answer, {
    lines: [aLine(), aBonus()],
    amount: 507,
    paidThisYear: 1925.64,
    ...changes,
    payout: said === null ? null : { state: status, ...beside },
  });
  return { ...rest, payout: shown && withState(shown) };
}
