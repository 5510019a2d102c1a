import {
  VENDOR_CATEGORIES,
  PAYMENT_BASES,
  toOwed,
  type CommissionFigure,
  type OwedRow,
  type PaymentBasis,
  type VendorCategory,
} from '@paperplane/shared/domain';
import type { Database } from '@paperplane/shared/database';
import { logoSrc } from '@paperplane/shared/platform';
import { changedColumns } from '@paperplane/shared/records';
import {
  type Vendor,
  type VendorContact,
  type VendorFigure,
  type VendorFigures,
  type VendorInput,
  type VendorListItem,
} from './vendor';

/** Rows as the database answers them, and the way to and from the client's names. */

type Tables = Database['public']['Tables'];

/** CHECK constraints hold these columns to what the client knows; a newer database may know more. */
const toCategory = (text: string): VendorCategory =>
  VENDOR_CATEGORIES.find((category) => category === text) ?? 'other';
const toBasis = (text: string): PaymentBasis => PAYMENT_BASES.find((basis) => basis === text) ?? 'departure';

export interface VendorListRow {
  id: string;
  name: string;
  logo_url: string | null;
  category: string;
  default_commission_rate: number;
  expected_payment_days: number | null;
  expected_payment_basis: string;
  is_archived: boolean;
  sales_count: number;
  total_amount: number;
}

export const toVendorListItem = (row: VendorListRow): VendorListItem => ({
  id: row.id,
  name: row.name,
  logoUrl: logoSrc(row.logo_url),
  logoPath: row.logo_url,
  category: toCategory(row.category),
  defaultCommissionRate: Number(row.default_commission_rate),
  expectedPaymentDays: row.expected_payment_days,
  expectedPaymentBasis: toBasis(row.expected_payment_basis),
  isArchived: row.is_archived,
  salesCount: Number(row.sales_count),
  totalAmount: Number(row.total_amount),
});

/** A vendor with its terms, as a profile has it. */
export type VendorRow = Tables['vendors']['Row'] &
  Omit<Tables['vendor_terms']['Row'], 'vendor_id' | 'contacts'> & { contacts: VendorContact[] };

export const toVendor = (row: VendorRow): Vendor => ({
  id: row.id,
  version: row.version,
  name: row.name,
  logoUrl: logoSrc(row.logo_url),
  logoPath: row.logo_url,
  category: toCategory(row.category),
  website: row.website,
  email: row.email,
  phone: row.phone,
  contacts: row.contacts.map(({ name, role, email, phone }) => ({ name, role, email, phone })),
  addressLine1: row.address_line_1,
  addressLine2: row.address_line_2,
  city: row.city,
  region: row.region,
  postalCode: row.postal_code,
  country: row.country,
  accountNumber: row.account_number,
  defaultCommissionRate: Number(row.default_commission_rate),
  expectedPaymentDays: row.expected_payment_days,
  expectedPaymentBasis: toBasis(row.expected_payment_basis),
  aliases: row.aliases,
  notes: row.notes,
  isArchived: row.archived_at !== null,
});

export const fromVendorInput = (input: VendorInput) =>
  ({
    name: input.name,
    category: input.category,
    website: input.website,
    email: input.email,
    phone: input.phone,
    contacts: input.contacts.map((contact) => ({ ...contact })),
    address_line_1: input.addressLine1,
    address_line_2: input.addressLine2,
    city: input.city,
    region: input.region,
    postal_code: input.postalCode,
    country: input.country,
    account_number: input.accountNumber,
    default_commission_rate: input.defaultCommissionRate,
    expected_payment_days: input.expectedPaymentDays,
    expected_payment_basis: input.expectedPaymentBasis,
    aliases: input.aliases,
    notes: input.notes,
  }) satisfies Tables['vendors']['Update'] & Tables['vendor_terms']['Update'];

/** What a save writes of a vendor: the columns that were changed. The logo is a file of its own. */
export const changesOfVendor = (before: VendorInput, after: VendorInput) =>
  changedColumns(fromVendorInput(before), fromVendorInput(after));

type CommissionFigureRow = VendorFigure & { agent_amount: number };

export interface VendorFiguresRow {
  sales_count: number;
  total_amount: number;
  expected: VendorFigure;
  received: VendorFigure & { owed: number; taken_back: number };
  funds_received: CommissionFigureRow;
  agent_paid: CommissionFigureRow;
  overdue: OwedRow;
}

const toFigure = ({ count, amount }: VendorFigure): VendorFigure => ({
  count: Number(count),
  amount: Number(amount),
});

const toCommissionFigure = (row: CommissionFigureRow): CommissionFigure => ({
  ...toFigure(row),
  agentAmount: Number(row.agent_amount),
});

export const toVendorFigures = (row: VendorFiguresRow): VendorFigures => ({
  salesCount: Number(row.sales_count),
  totalAmount: Number(row.total_amount),
  expected: toFigure(row.expected),
  received: {
    ...toFigure(row.received),
    owed: Number(row.received.owed),
    takenBack: Number(row.received.taken_back),
  },
  fundsReceived: toCommissionFigure(row.funds_received),
  agentPaid: toCommissionFigure(row.agent_paid),
  overdue: toOwed(row.overdue),
});
