import {
  snakeCase,
  type CommissionStatus,
  type PaymentMethod,
  type PayoutStatus,
  type SaleStatus,
} from '@paperplane/shared/domain';
import { avatarSrc, logoSrc } from '@paperplane/shared/platform';
import {
  TRACKED_FIELDS,
  type AgentPayment,
  type Commission,
  type CommissionChange,
  type CommissionDeposit,
  type CommissionHistoryEntry,
  type CommissionPayout,
  type CommissionRecord,
  type CommissionSale,
  type KnownReceipt,
  type Person,
} from './commission-types';

/** Rows as the database answers them, and what pages get instead. */

export interface PersonRow {
  id: string;
  first_name: string;
  last_name: string;
  avatar_url: string | null;
}

export interface PaymentRow {
  id: string;
  amount: number;
  payment_date: string;
  payment_method: PaymentMethod;
  reference: string | null;
  notes: string | null;
  created_at: string;
  creator: PersonRow | null;
}

export interface SaleRow {
  id: string;
  booking_reference: string;
  sale_date: string;
  total_amount: number;
  commission_rate: number;
  status: SaleStatus;
  customer: { id: string; first_name: string; last_name: string } | null;
  vendor: { id: string; name: string; logo_url: string | null } | null;
}

export interface CommissionRow {
  id: string;
  organization_id: string;
  agent_id: string;
  amount: number;
  commission_split: number;
  agent_amount: number;
  status: CommissionStatus;
  notes: string | null;
  received_on: string | null;
  received_amount: number | null;
  received_how: KnownReceipt['how'] | null;
  written_off: number;
  manual_write_off_reason: string | null;
  open_amount: number;
  created_at: string;
  sale: SaleRow | null;
  agent: PersonRow | null;
  /** The payment is unique per commission, so it may come as one object. */
  payments: PaymentRow[] | PaymentRow | null;
}

type Snapshot = Record<string, unknown> | null;

export interface HistoryRow {
  id: string;
  change_type: CommissionHistoryEntry['type'];
  previous_status: CommissionStatus | null;
  new_status: CommissionStatus | null;
  previous_data: Snapshot;
  new_data: Snapshot;
  notes: string | null;
  created_at: string;
  user: PersonRow | null;
}

export const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  avatarUrl: avatarSrc(row.avatar_url),
});

const toPayment = (row: PaymentRow): AgentPayment => ({
  id: row.id,
  amount: row.amount,
  paymentDate: row.payment_date,
  paymentMethod: row.payment_method,
  reference: row.reference,
  notes: row.notes,
  createdAt: row.created_at,
  createdBy: row.creator && toPerson(row.creator),
});

const toSale = (row: SaleRow): CommissionSale => ({
  id: row.id,
  bookingReference: row.booking_reference,
  saleDate: row.sale_date,
  totalAmount: row.total_amount,
  commissionRate: row.commission_rate,
  status: row.status,
  customer: row.customer && {
    id: row.customer.id,
    firstName: row.customer.first_name,
    lastName: row.customer.last_name,
  },
  vendor: row.vendor && { id: row.vendor.id, name: row.vendor.name, logoUrl: logoSrc(row.vendor.logo_url) },
});

export const toCommission = (row: CommissionRow): Commission => ({
  id: row.id,
  organizationId: row.organization_id,
  agentId: row.agent_id,
  amount: row.amount,
  commissionSplit: row.commission_split,
  agentAmount: row.agent_amount,
  status: row.status,
  notes: row.notes,
  receipt:
    row.received_on === null || row.received_amount === null || row.received_how === null
      ? null
      : { on: row.received_on, amount: row.received_amount, how: row.received_how },
  writtenOff: row.written_off,
  manualWriteOffReason: row.manual_write_off_reason,
  open: row.open_amount,
  createdAt: row.created_at,
  sale: row.sale && toSale(row.sale),
  agent: row.agent && toPerson(row.agent),
  payments: [row.payments ?? []].flat().map(toPayment),
});

/** A deposit: to agents without where it comes from. */
interface DepositRow {
  amount: number;
  booked_on: string;
  posted_on: string;
  transaction_id?: string;
  account?: string;
  file_name?: string;
  matched_at?: string;
  matched_by?: string | null;
  write_off_amount?: number;
  write_off_reason?: string | null;
}

const toDeposit = (row: DepositRow): CommissionDeposit => ({
  amount: row.amount,
  bookedOn: row.booked_on,
  postedOn: row.posted_on,
  source: row.transaction_id
    ? {
        transactionId: row.transaction_id,
        account: row.account ?? '',
        fileName: row.file_name ?? '',
        matchedAt: row.matched_at ?? '',
        matchedBy: row.matched_by ?? null,
        writtenOff: row.write_off_amount ?? 0,
        writeOffReason: row.write_off_reason ?? null,
      }
    : null,
});

const TRACKED = TRACKED_FIELDS.map((field) => [snakeCase(field), field] as const);

const value = (of: unknown): number | string | null =>
  typeof of === 'number' || typeof of === 'string' ? of : null;

/** What differs between two snapshots, of the columns a person can follow. */
function changesOf(before: Snapshot, after: Snapshot): CommissionChange[] {
  if (!before || !after) return [];
  return TRACKED.filter(([column]) => column in after && before[column] !== after[column]).map(
    ([column, field]) => ({ field, from: value(before[column]), to: value(after[column]) }),
  );
}

/** What get_commission_record answers. */
export interface RecordRow {
  history: { entries: HistoryRow[]; names: Record<string, string> };
  deposits: DepositRow[];
  payout:
    | (Omit<CommissionPayout, 'void' | 'payout'> & {
        void: { voided_on: string; reason: string; by: string } | null;
        payout: { name: string; id?: string; state: PayoutStatus; planned_on: string | null } | null;
      })
    | null;
}

export const toHistoryEntry = (row: HistoryRow): CommissionHistoryEntry => ({
  id: row.id,
  type: row.change_type,
  previousStatus: row.previous_status,
  newStatus: row.new_status,
  // Of a change of status the entry says from where to where; a receipt or a deposit may have come with it.
  changes: changesOf(row.previous_data, row.new_data).filter(
    ({ field }) =>
      row.change_type === 'update' ||
      field.startsWith('received') ||
      field === 'writtenOff' ||
      field === 'manualWriteOffReason',
  ),
  notes: row.notes,
  createdAt: row.created_at,
  user: row.user && toPerson(row.user),
});

export const toRecord = ({ history, deposits, payout }: RecordRow): CommissionRecord => ({
  history: { entries: history.entries.map(toHistoryEntry), names: history.names },
  deposits: deposits.map(toDeposit),
  payout: payout && {
    ...payout,
    payout: payout.payout && {
      name: payout.payout.name,
      id: payout.payout.id,
      status: payout.payout.state,
      plannedOn: payout.payout.planned_on,
    },
    void: payout.void && { voidedOn: payout.void.voided_on, reason: payout.void.reason, by: payout.void.by },
  },
});
