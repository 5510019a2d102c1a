import { formatPercent, CATEGORY_LABELS } from '@paperplane/shared/domain';
import { plainPart, RecordConflict, type RecordConflictProps } from '@paperplane/shared/records';
import { VendorLogo, type PartRules } from '@paperplane/shared/ui';
import { ADDRESS_NAMES, addressParts } from '../parts/address-conflict';
import { termsText, type Vendor } from './vendor';

const part = plainPart<Vendor, keyof Vendor>;

const logoOf = ({ logo, logoUrl }: Vendor): string | null => (logo === 'none' ? null : logo || logoUrl);

/** The parts of a vendor two people can disagree about, in the order of the form. Days and what they count from are one. */
export const VENDOR_PARTS = {
  logo: {
    label: 'Logo',
    key: logoOf,
    show: (vendor) =>
      logoOf(vendor) ? (
        <VendorLogo vendor={{ name: vendor.name, logoUrl: logoOf(vendor) }} size="sm" />
      ) : (
        'empty'
      ),
    copy: ({ logo = '' }) => ({ logo }),
  },
  name: part('Name', 'name'),
  category: plainPart<Vendor, 'category'>('Category', 'category', (category) => CATEGORY_LABELS[category]),
  website: part('Website', 'website'),
  email: part('Email', 'email'),
  phone: part('Phone', 'phone'),
  contacts: part('Contact people', 'contacts'),
  ...addressParts<Vendor>(),
  accountNumber: part('Account number', 'accountNumber'),
  defaultCommissionRate: plainPart<Vendor, 'defaultCommissionRate'>(
    'Default commission rate',
    'defaultCommissionRate',
    (rate) => formatPercent(rate),
  ),
  expectedPayment: {
    label: 'Expected payment',
    key: (vendor) => `${vendor.expectedPaymentDays} ${vendor.expectedPaymentBasis}`,
    show: termsText,
    copy: ({ expectedPaymentDays, expectedPaymentBasis }) => ({ expectedPaymentDays, expectedPaymentBasis }),
  },
  aliases: part('Names on bank statements', 'aliases'),
  notes: part('Notes', 'notes'),
} as const satisfies Record<string, PartRules<Vendor>>;

/** The columns of a vendor as a sentence names them. */
const NAMES = {
  logo_url: 'the logo',
  name: 'the name',
  category: 'the category',
  website: 'the website',
  email: 'the email',
  phone: 'the phone',
  contacts: 'the contact people',
  ...ADDRESS_NAMES,
  account_number: 'the account number',
  default_commission_rate: 'the default rate',
  expected_payment_days: 'the expected payment',
  expected_payment_basis: 'the expected payment',
  aliases: 'the names on bank statements',
  notes: 'the notes',
};

/** Somebody else saved the vendor first. */
export const VendorConflict = (props: RecordConflictProps<Vendor>) => (
  <RecordConflict {...props} noun="vendor" rules={VENDOR_PARTS} names={NAMES} />
);
