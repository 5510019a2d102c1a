import {
  BASIS_LABELS,
  pluralWord,
  type CommissionFigure,
  type OwedFigure,
  type PaymentBasis,
  type VendorCategory,
} from '@paperplane/shared/domain';

/** Somebody who answers at the vendor. */
export interface VendorContact {
  name: string;
  role: string | null;
  email: string | null;
  phone: string | null;
}

/** When the vendor pays its commission; nothing agreed without days. */
export interface PaymentTerms {
  expectedPaymentDays: number | null;
  expectedPaymentBasis: PaymentBasis;
}

/** What the form asks and saves. The logo is a file of its own. */
export interface VendorInput extends PaymentTerms {
  name: string;
  category: VendorCategory;
  website: string | null;
  email: string | null;
  phone: string | null;
  contacts: VendorContact[];
  addressLine1: string | null;
  addressLine2: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  accountNumber: string | null;
  /** Percent, 0 to 100: what a new sale starts with. */
  defaultCommissionRate: number;
  /** The name as it appears on bank statements. */
  aliases: string[];
  notes: string | null;
}

/** What the form saves: with what becomes of the logo. */
export interface TypedVendor extends VendorInput {
  /** A data URL: the new one. `none`: it goes. Empty: it stays as it is. */
  logo: string;
}

/** A company the agency books with. */
export interface Vendor extends VendorInput {
  id: string;
  /** Rises with every change of what the form says. */
  version: number;
  /** A logo that waits for the save, as `TypedVendor` has it. */
  logo?: string;
  /** Address of the picture. */
  logoUrl: string | null;
  /** Its path in the bucket. */
  logoPath: string | null;
  isArchived: boolean;
}

/** A row of the list. Sums leave cancelled sales out. */
export interface VendorListItem extends PaymentTerms {
  id: string;
  name: string;
  logoUrl: string | null;
  logoPath: string | null;
  category: VendorCategory;
  defaultCommissionRate: number;
  isArchived: boolean;
  salesCount: number;
  totalAmount: number;
}

export interface VendorFigure {
  count: number;
  amount: number;
}

/** Over all sales but cancelled ones, in the organization's currency. */
export interface VendorFigures {
  salesCount: number;
  totalAmount: number;
  /** What the vendor has not paid and need not yet: not due, or without a due day. */
  expected: VendorFigure;
  /** What receipts say came from the vendor, less what it took back; `owed` is the gross commission it came for, which may be more or less. */
  received: VendorFigure & { owed: number; takenBack: number };
  fundsReceived: CommissionFigure;
  agentPaid: CommissionFigure;
  /** What it owes: past the due day, whatever the agents were paid. */
  overdue: OwedFigure;
}

/** "30 days after departure", "On booking"; an en dash where nothing is agreed. */
export function termsText({ expectedPaymentDays: days, expectedPaymentBasis: basis }: PaymentTerms): string {
  if (days === null) return '–';
  const label = BASIS_LABELS[basis].toLowerCase();
  return days === 0 ? `On ${label.split(' ')[1]}` : `${days} ${pluralWord(days, 'day')} ${label}`;
}

/** Why a vendor cannot be deleted, as the database says it; null when it may be tried. */
export const deleteRefusal = (salesCount: number): string | null =>
  salesCount > 0 ? 'A vendor with sales or documents cannot be deleted. Archive it instead.' : null;
