import type { PaymentMethod, SaleStatus } from '@paperplane/shared/domain';
import { avatarSrc, logoSrc, type AnswerOf } from '@paperplane/shared/platform';
import {
  TRACKED_FIELDS,
  type Commission,
  type CommissionChange,
  type CommissionDeposit,
  type CommissionHistoryEntry,
  type CommissionRecord,
  type CommissionColumns,
  type KnownReceipt,
  type Person,
} from './commission-types';
import type { contract } from './contract';

/** A commission as its table has it, with its sale, agent and payment. */
export interface CommissionRow extends CommissionColumns {
  receivedOn: string | null;
  receivedAmount: number | null;
  receivedHow: KnownReceipt['how'] | null;
  openAmount: number;
  sale: {
    id: string;
    bookingReference: string;
    saleDate: string;
    totalAmount: number;
    commissionRate: number;
    status: SaleStatus;
    customer: { id: string; firstName: string; lastName: string } | null;
    vendor: { id: string; name: string; logoUrl: string | null } | null;
  } | null;
  /** The payment is unique per commission, so it may come as one object. */
  payments: PaymentRow[] | PaymentRow | null;
}

interface PaymentRow {
  id: string;
  amount: number;
  paymentDate: string;
  paymentMethod: PaymentMethod;
  reference: string | null;
  notes: string | null;
  createdAt: string;
  creator: Person | null;
}

const withPicture = (person: Person): Person => ({ ...person, avatarUrl: avatarSrc(person.avatarUrl) });

/** What pages get: the receipt as one, and the addresses of pictures. */
export function toCommission({
  receivedOn,
  receivedAmount,
  receivedHow,
  openAmount,
  sale,
  agent,
  payments,
  ...row
}: CommissionRow): Commission {
  const { vendor = null } = sale ?? {};
  return {
    ...row,
    receipt:
      receivedOn === null || receivedAmount === null || receivedHow === null
        ? null
        : { on: receivedOn, amount: receivedAmount, how: receivedHow },
    open: openAmount,
    sale: sale && { ...sale, vendor: vendor && { ...vendor, logoUrl: logoSrc(vendor.logoUrl) } },
    agent: agent && withPicture(agent),
    payments: [payments ?? []].flat().map(({ creator, ...payment }) => ({
      ...payment,
      createdBy: creator && withPicture(creator),
    })),
  };
}

type RecordAnswer = AnswerOf<typeof contract, 'get_commission_record'>;

const toDeposit = ({
  amount,
  bookedOn,
  postedOn,
  transactionId,
  ...source
}: RecordAnswer['deposits'][number]): CommissionDeposit => ({
  amount,
  bookedOn,
  postedOn,
  source: transactionId
    ? {
        transactionId,
        account: source.account ?? '',
        fileName: source.fileName ?? '',
        matchedAt: source.matchedAt ?? '',
        matchedBy: source.matchedBy ?? null,
        writtenOff: source.writeOffAmount ?? 0,
        writeOffReason: source.writeOffReason ?? null,
      }
    : null,
});

type EntryAnswer = RecordAnswer['history']['entries'][number];

const value = (of: unknown): number | string | null =>
  typeof of === 'number' || typeof of === 'string' ? of : null;

/** What differs between two snapshots, of the columns a person can follow. */
function changesOf({ previousData: before, newData: after }: EntryAnswer): CommissionChange[] {
  if (!before || !after) return [];
  return TRACKED_FIELDS.filter((field) => field in after && before[field] !== after[field]).map((field) => ({
    field,
    from: value(before[field]),
    to: value(after[field]),
  }));
}

export function toHistoryEntry(entry: EntryAnswer): CommissionHistoryEntry {
  const { previousData: _before, newData: _after, changeType: type, user, ...told } = entry;
  return {
    ...told,
    type,
    // Of a change of status the entry says from where to where; a receipt or a deposit may have come with it.
    changes: changesOf(entry).filter(
      ({ field }) =>
        type === 'update' ||
        field.startsWith('received') ||
        field === 'writtenOff' ||
        field === 'manualWriteOffReason',
    ),
    user: user && withPicture(user),
  };
}

export const toRecord = ({ history, deposits, payout }: RecordAnswer): CommissionRecord => ({
  history: { ...history, entries: history.entries.map(toHistoryEntry) },
  deposits: deposits.map(toDeposit),
  payout: payout && {
    ...payout,
    payout: payout.payout && { ...payout.payout, status: payout.payout.state },
  },
});
