import {
  camelCase,
  displayName,
  toCorrection,
  type BookCorrectionRow,
  type CommissionStatus,
  type PaymentMethod,
} from '@paperplane/shared/domain';
import type { Database } from '@paperplane/shared/database';
import type {
  CommissionStatusChange,
  SaleCommission,
  SaleDetail,
  SaleHistory,
  SaleHistoryEntry,
  SalePayment,
  SaleTraveler,
} from './sale';
import { single, toPerson, toSale, type Embedded, type PersonRow, type SaleRow } from './sale-rows';

/** One sale and its history as the database answers them, and the way to the client's names. */

type Tables = Database['public']['Tables'];

type PaymentRow = Pick<
  Tables['agent_payments']['Row'],
  'id' | 'amount' | 'payment_date' | 'payment_method' | 'reference'
>;

type CommissionRow = Pick<
  Tables['commissions']['Row'],
  'id' | 'status' | 'amount' | 'commission_split' | 'agent_amount' | 'received_amount' | 'received_on'
> & { payment: Embedded<PaymentRow> };

interface TravelerRow {
  customer: Pick<Tables['customers']['Row'], 'id' | 'first_name' | 'last_name'> | null;
}

export type SaleDetailRow = Omit<SaleRow, 'commission'> & {
  version: number;
  commission: Embedded<CommissionRow>;
  travelers: TravelerRow[];
};

export type HistoryRow = Pick<
  Tables['sales_history']['Row'],
  'id' | 'change_type' | 'previous_data' | 'new_data' | 'notes' | 'created_at'
> & { comment: string | null; changed_fields: string[] | null; changed_by: PersonRow | null };

export interface CommissionStatusChangeRow {
  id: string;
  new_status: CommissionStatus;
  notes: string | null;
  created_at: string;
  changed_by: PersonRow | null;
}

export interface HistoryAnswer {
  entries: HistoryRow[];
  commission: CommissionStatusChangeRow[];
  corrections: (BookCorrectionRow & { created_at: string })[];
  names: Record<string, string>;
}

const toPayment = (row: PaymentRow): SalePayment => ({
  id: row.id,
  amount: Number(row.amount),
  paymentDate: row.payment_date,
  paymentMethod: row.payment_method as PaymentMethod,
  reference: row.reference,
});

function toCommission(row: CommissionRow): SaleCommission {
  const payment = single(row.payment);
  return {
    id: row.id,
    status: row.status as CommissionStatus,
    amount: Number(row.amount),
    commissionSplit: Number(row.commission_split),
    agentAmount: Number(row.agent_amount),
    receivedAmount: row.received_amount,
    receivedOn: row.received_on,
    payment: payment && toPayment(payment),
  };
}

function toTravelers(rows: readonly TravelerRow[]): SaleTraveler[] {
  return rows
    .flatMap(({ customer }) => customer ?? [])
    .map((row) => ({ id: row.id, firstName: row.first_name, lastName: row.last_name }))
    .sort((a, b) => displayName(a).localeCompare(displayName(b), 'en'));
}

export function toSaleDetail(row: SaleDetailRow): SaleDetail {
  const commission = single(row.commission);
  return {
    ...toSale({ ...row, commission }),
    version: row.version,
    commission: commission && toCommission(commission),
    travelers: toTravelers(row.travelers),
  };
}

/** The columns of a history snapshot by their camelCase names; anything but an object is empty. */
function toSnapshot(data: unknown): Record<string, unknown> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {};
  return Object.fromEntries(Object.entries(data).map(([column, value]) => [camelCase(column), value]));
}

export function toHistoryEntry(row: HistoryRow): SaleHistoryEntry {
  return {
    id: row.id,
    changeType: row.change_type as SaleHistoryEntry['changeType'],
    previous: toSnapshot(row.previous_data),
    next: toSnapshot(row.new_data),
    changedFields: (row.changed_fields ?? []).map(camelCase),
    notes: row.notes,
    comment: row.comment,
    createdAt: row.created_at,
    changedBy: row.changed_by && toPerson(row.changed_by),
  };
}

const toCommissionStatusChange = (row: CommissionStatusChangeRow): CommissionStatusChange => ({
  id: row.id,
  status: row.new_status,
  notes: row.notes,
  createdAt: row.created_at,
  changedBy: row.changed_by && toPerson(row.changed_by),
});

export const toHistory = ({ entries, commission, corrections, names }: HistoryAnswer): SaleHistory => ({
  entries: entries.map(toHistoryEntry),
  commission: commission.map(toCommissionStatusChange),
  corrections: corrections.map((row) => ({ ...toCorrection(row), createdAt: row.created_at })),
  names,
});
