import type { contract as sharedContract } from '@paperplane/shared/contract';
import { BASIS_LABELS, PAYMENT_BASES, pluralWord, VENDOR_CATEGORIES } from '@paperplane/shared/domain';
import { logoSrc, type AnswerOf, type ArgsOf } from '@paperplane/shared/platform';
import { changedColumns } from '@paperplane/shared/records';
import type { contract } from './contract';

type Contract = typeof contract;

/** What the form asks and saves. The logo is a file of its own. */
export type VendorInput = Required<Omit<ArgsOf<typeof sharedContract, 'create_vendor'>['vendor'], 'logoUrl'>>;

/** Somebody who answers at the vendor. */
export type VendorContact = VendorInput['contacts'][number];

/** When the vendor pays its commission; nothing agreed without days. */
export type PaymentTerms = Pick<VendorInput, 'expectedPaymentDays' | 'expectedPaymentBasis'>;

/** What the form saves: with what becomes of the logo. */
export interface TypedVendor extends VendorInput {
  /** A data URL: the new one. `none`: it goes. Empty: it stays as it is. */
  logo: string;
}

/** What screens show of a vendor: the address of its logo as well. */
interface Shown {
  logoUrl: string | null;
  /** Its path in the bucket. */
  logoPath: string | null;
}

type Profile = NonNullable<AnswerOf<Contract, 'get_vendor_page'>>;

/** A company the agency books with. */
export type Vendor = Omit<Profile['vendor'], 'isArchived'> &
  Shown & {
    /** A logo that waits for the save, as `TypedVendor` has it. */
    logo?: string;
  };

export type VendorsPage = AnswerOf<Contract, 'list_vendors'>;
export type VendorListItem = VendorsPage['rows'][number] & Shown;
export type VendorFigures = Profile['figures'];

/** As screens show it. CHECK constraints hold category and basis to what the client knows; a newer database may know more. */
export const toShown = <Row extends Pick<VendorListItem, 'logoUrl' | 'category' | 'expectedPaymentBasis'>>(
  row: Row,
): Row & Shown => ({
  ...row,
  logoUrl: logoSrc(row.logoUrl),
  logoPath: row.logoUrl,
  category: VENDOR_CATEGORIES.find((category) => category === row.category) ?? 'other',
  expectedPaymentBasis: PAYMENT_BASES.find((basis) => basis === row.expectedPaymentBasis) ?? 'departure',
});

/** What a save writes of a vendor: what was changed, and never the logo. */
export const changesOfVendor = (
  before: VendorInput,
  { logo: _logo, ...after }: TypedVendor,
): Partial<VendorInput> => changedColumns(before, after);

/** "30 days after departure", "On booking"; an en dash where nothing is agreed. */
export function termsText({ expectedPaymentDays: days, expectedPaymentBasis: basis }: PaymentTerms): string {
  if (days === null) return '–';
  const label = BASIS_LABELS[basis].toLowerCase();
  return days === 0 ? `On ${label.split(' ')[1]}` : `${days} ${pluralWord(days, 'day')} ${label}`;
}

/** Why a vendor cannot be deleted, as the database says it; null when it may be tried. */
export const deleteRefusal = (salesCount: number): string | null =>
  salesCount > 0 ? 'A vendor with sales or documents cannot be deleted. Archive it instead.' : null;
