import { camelCase, type SaleStatus } from '@paperplane/shared/domain';
import { logoSrc } from '@paperplane/shared/platform';
import { toChange, type ChangeRow } from '@paperplane/shared/records';
import type {
  AgentOption,
  CustomerOption,
  DuplicateBooking,
  SaleChange,
  SaleInput,
  SaveOutcome,
  VendorOption,
} from './sale';

/** What the form's requests send and are answered, and the way to and from the client's names. */

interface PersonRow {
  id: string;
  first_name: string;
  last_name: string;
}

interface SaleChangeRow extends ChangeRow {
  change_type: SaleChange['changeType'];
}

/** What `update_sale` answers. */
export type OutcomeRow =
  | { outcome: 'saved'; version: number }
  | { outcome: 'conflict'; version: number; changes: SaleChangeRow[] };

/** What `find_duplicate_bookings` answers for each sale. */
export interface DuplicateRow {
  id: string;
  booking_reference: string;
  sale_date: string;
  status: SaleStatus;
  total_amount: number;
  customer_first_name: string;
  customer_last_name: string;
}

const COLUMNS = {
  customerId: 'customer_id',
  vendorId: 'vendor_id',
  agentId: 'agent_id',
  bookingReference: 'booking_reference',
  saleDate: 'sale_date',
  travelDate: 'travel_date',
  returnDate: 'return_date',
  totalAmount: 'total_amount',
  commissionBasis: 'commission_basis',
  commissionRate: 'commission_rate',
  commissionAmount: 'commission_amount',
  notes: 'notes',
} as const satisfies Record<keyof SaleInput, string>;

type Columns = Record<string, string | number | null>;

/** The given fields as columns; what is left out stays as it is, or takes the database's default. */
export function toColumns(input: Partial<SaleInput>): Columns {
  const columns: Columns = {};
  for (const [name, column] of Object.entries(COLUMNS)) {
    const value = input[name as keyof SaleInput];
    if (value !== undefined) columns[column] = value;
  }
  return columns;
}

export const toCustomerOption = (row: PersonRow & { email: string | null }): CustomerOption => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
});

export const toVendorOption = (row: {
  id: string;
  name: string;
  logo_url: string | null;
  default_commission_rate: number | null;
}): VendorOption => ({
  id: row.id,
  name: row.name,
  logoUrl: logoSrc(row.logo_url),
  defaultCommissionRate: row.default_commission_rate,
});

export const toAgentOption = (row: PersonRow & { avatar_url: string | null }): AgentOption => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  avatarUrl: row.avatar_url,
});

export const toDuplicate = (row: DuplicateRow): DuplicateBooking => ({
  id: row.id,
  bookingReference: row.booking_reference,
  saleDate: row.sale_date,
  status: row.status,
  totalAmount: Number(row.total_amount),
  customer: { firstName: row.customer_first_name, lastName: row.customer_last_name },
});

const toSaleChange = (row: SaleChangeRow): SaleChange => {
  const change = toChange(row);
  return { ...change, changeType: row.change_type, changedFields: change.changedFields.map(camelCase) };
};

export const toOutcome = (answer: OutcomeRow): SaveOutcome =>
  answer.outcome === 'saved'
    ? { saved: true }
    : { saved: false, version: answer.version, changes: answer.changes.map(toSaleChange) };
