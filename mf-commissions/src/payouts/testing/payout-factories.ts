import type {
  HeldCommission,
  MaskedAccount,
  MyPayouts,
  Payout,
  PayoutAgent,
  PayoutLine,
} from '../payout-types';

export const anAccount = (lastFour: string): MaskedAccount => ({
  kind: 'us',
  holderName: 'Sofia Marino',
  lastFour,
  updatedAt: '2026-11-01T10:00:00Z',
});

export const aLine = (changes: Partial<PayoutLine> = {}): PayoutLine => ({
  id: 'l1',
  agentId: 'a1',
  kind: 'commission',
  amount: 357,
  note: null,
  commissionId: 'c1',
  transactionId: null,
  bookingReference: 'CR-30943',
  customer: 'Diego Chan',
  vendor: 'Blue Pennant River Cruises',
  receivedOn: '2027-01-30',
  commission: 595,
  split: 60,
  ...changes,
});

export const aBonus = (changes: Partial<PayoutLine> = {}): PayoutLine =>
  aLine({
    id: 'l2',
    kind: 'bonus',
    amount: 150,
    note: 'January cruise contest',
    commissionId: null,
    bookingReference: null,
    customer: null,
    vendor: null,
    receivedOn: null,
    commission: null,
    split: null,
    ...changes,
  });

export const aHold = (changes: Partial<HeldCommission> = {}): HeldCommission => ({
  ...aLine(),
  commissionId: 'c2',
  bookingReference: 'TR-30632',
  customer: 'Emma Kowalski',
  amount: 534,
  commission: 890,
  reason: 'Waiting for their letter.',
  heldAt: '2027-02-03T08:52:00Z',
  heldBy: 'Margaret Vale',
  ...changes,
});

export const anAgent = (changes: Partial<PayoutAgent> = {}): PayoutAgent => ({
  id: 'a1',
  firstName: 'Sofia',
  lastName: 'Marino',
  avatarUrl: null,
  commissions: 357,
  adjustments: 150,
  carriedIn: 0,
  carriedOut: 0,
  amount: 507,
  statementId: null,
  account: anAccount('6613'),
  void: null,
  ...changes,
});

/** A draft of one commission and one bonus for Sofia, another commission of hers held. */
export const aPayout = (changes: Partial<Payout> = {}, payout: Partial<Payout['payout']> = {}): Payout => ({
  payout: {
    id: 'b1',
    name: 'February 2027',
    status: 'draft',
    plannedOn: '2027-02-05',
    paidOn: null,
    discardedAt: null,
    version: 3,
    by: null,
    agents: 1,
    commissions: 1,
    commissionAmount: 357,
    adjustmentAmount: 150,
    carriedIn: 0,
    carriedOut: 0,
    amount: 507,
    currency: 'USD',
    createdAt: '2027-02-01T09:12:00Z',
    approvedAt: null,
    paidAt: null,
    reference: null,
    createdBy: 'Margaret Vale',
    approvedBy: null,
    scheduledBy: null,
    scheduledAt: null,
    scheduleProblem: null,
    scheduleFailure: null,
    fileReadAt: null,
    file: null,
    needsOtherPerson: false,
    ...payout,
  },
  approvers: null,
  agents: [anAgent()],
  lines: [aLine(), aBonus()],
  unfunded: { count: 0, amount: 0 },
  held: [aHold()],
  open: { travel: { count: 9, amount: 4236.4 }, collectable: { count: 0, amount: 0 } },
  problems: [],
  sender: { ...anAccount('4410'), holderName: 'Harbour & Vale' },
  events: [],
  ...changes,
});

/** What Sofia is told of the same payout. */
export const someMyPayouts = (changes: Partial<MyPayouts> = {}): MyPayouts => ({
  payout: { name: 'February 2027', status: 'draft', plannedOn: '2027-02-05' },
  lines: [aLine(), aBonus()],
  carriedIn: 0,
  amount: 507,
  carriedOut: 0,
  waiting: [],
  paidThisYear: 1925.64,
  statements: [],
  statementCount: 0,
  account: null,
  ...changes,
});
