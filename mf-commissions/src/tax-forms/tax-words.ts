import { formatMoneyExact, formatPercent } from '@paperplane/shared/domain';
import type { TaxDetails, TaxPerson, TaxScheme, VatStatus } from './tax-types';

/** What an agency may make for the taxes of its agents. */
export const SCHEMES: Readonly<Record<TaxScheme, { label: string; text: string }>> = {
  none: { label: 'Nothing', text: 'No tax details are asked for.' },
  us: { label: 'Form 1099-NEC', text: 'What agents in the US were paid in a year, for whoever files.' },
  eu: { label: 'Credit notes', text: 'Self-billing in the EU: a numbered note for every payment.' },
};

export const NUMBER_KINDS: Readonly<Record<TaxDetails['numberKind'], string>> = {
  ssn: 'SSN',
  ein: 'EIN',
  vat: 'VAT number',
  national: 'Tax number',
};

/** Federal tax classifications, in the order and words of Form W-9. */
export const TAX_CLASSES: Readonly<Record<NonNullable<TaxDetails['taxClass']>, string>> = {
  individual: 'Individual or sole proprietor',
  c_corporation: 'C corporation',
  s_corporation: 'S corporation',
  partnership: 'Partnership',
  trust: 'Trust or estate',
  llc_c_corporation: 'LLC taxed as C corporation',
  llc_s_corporation: 'LLC taxed as S corporation',
  llc_partnership: 'LLC taxed as partnership',
  exempt: 'Tax-exempt organization',
};

export const VAT_STATUSES: Readonly<Record<VatStatus, string>> = {
  registered: 'Registered for VAT',
  small_business: 'Small business, no VAT',
  reverse_charge: 'Reverse charge',
};

/** `SSN ••9999`. */
export const numberText = ({ numberKind, lastFour }: Pick<TaxDetails, 'numberKind' | 'lastFour'>): string =>
  `${NUMBER_KINDS[numberKind]} ••${lastFour}`;

/** `Registered for VAT, 19%`; nothing in the US. */
export const vatText = (vatStatus: VatStatus | null, vatRate: number | null): string | null =>
  vatStatus &&
  (vatRate === null ? VAT_STATUSES[vatStatus] : `${VAT_STATUSES[vatStatus]}, ${formatPercent(vatRate)}`);

interface FormState {
  label: string;
  color?: 'blue' | 'green' | 'yellow' | 'red';
}

/** Where the form of one agent stands. */
export const FORM_STATES: Readonly<Record<TaxPerson['state'], FormState>> = {
  below: { label: 'Below the threshold' },
  missing: { label: 'Details missing', color: 'yellow' },
  exempt: { label: 'Not reported' },
  ready: { label: 'Ready', color: 'blue' },
  exported: { label: 'Exported', color: 'green' },
  changed: { label: 'Changed since', color: 'red' },
};

/** A US number as people write it: `219-09-9999`, `12-3456789`. */
export function writtenNumber(kind: TaxDetails['numberKind'], digits: string): string {
  if (kind === 'ssn') return digits.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3');
  if (kind === 'ein') return digits.replace(/^(\d{2})(\d{7})$/, '$1-$2');
  return digits;
}

interface Address {
  street: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
}

/** The lines of an address: `Portland, ME 04101` in the US, `20457 Hamburg` elsewhere. @param country its name */
export const addressLines = (
  { street, city, region, postalCode, country: code }: Address,
  country: string,
): string[] =>
  [
    street,
    code === 'US'
      ? `${city ?? ''}, ${region ?? ''} ${postalCode ?? ''}`
      : [postalCode, city].filter(Boolean).join(' '),
    code === 'US' ? null : region,
    country,
  ].filter((line): line is string => Boolean(line));

/** `−$600.00`: of a counter note, with the sign that stands in text. */
export const noteMoney = (amount: number, currency: string): string =>
  formatMoneyExact(amount, currency).replace('-', '−');
