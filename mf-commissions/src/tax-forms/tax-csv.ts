import { toCents, toCsv, type CsvValue } from '@paperplane/shared/domain';
import type { TaxFile } from './tax-types';
import { writtenNumber } from './tax-words';

/** Columns as the templates of filing services have them; the boxes are those of Form 1099-NEC. */
export const TAX_COLUMNS = [
  'Tax Year',
  'Corrected',
  'Payer TIN',
  'Payer Name',
  'Payer Address',
  'Payer City',
  'Payer State',
  'Payer ZIP',
  'Payer Country',
  'Payer Phone',
  'Payer Email',
  'Recipient Account Number',
  'Recipient TIN Type',
  'Recipient TIN',
  'Recipient Name',
  'Recipient Address',
  'Recipient City',
  'Recipient State',
  'Recipient ZIP',
  'Recipient Country',
  'Box 1 Nonemployee Compensation',
  'Box 4 Federal Income Tax Withheld',
  'Box 5 State Tax Withheld',
  'Box 6 State',
  'Box 6 Payer State Number',
  'Box 7 State Income',
] as const;

/** `2400` -> `2400.00` */
const decimal = (amount: number): string => {
  const cents = toCents(amount);
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
};

/** What a form is found again by: the same in every file, at most 20 characters. */
const accountNumber = (agentId: string): string => agentId.replaceAll('-', '').slice(0, 20);

/** The forms of a year as a table. Nothing is withheld; state boxes are there where the payer has a number of its state. */
export function taxCsv({ year, payer, forms }: TaxFile): string {
  const isStated = payer.stateNumber !== null;
  return toCsv(
    TAX_COLUMNS,
    forms.map((form): CsvValue[] => [
      year,
      form.isCorrection ? 'X' : '',
      writtenNumber('ein', payer.taxNumber),
      payer.legalName,
      payer.street,
      payer.city,
      payer.region,
      payer.postalCode,
      payer.country,
      payer.phone,
      payer.email,
      accountNumber(form.agentId),
      form.numberKind === 'ein' ? 'EIN' : 'SSN',
      writtenNumber(form.numberKind, form.number),
      form.legalName,
      form.street,
      form.city,
      form.region,
      form.postalCode,
      form.country,
      decimal(form.amount),
      '0.00',
      '0.00',
      isStated ? payer.region : '',
      payer.stateNumber,
      isStated ? decimal(form.amount) : '',
    ]),
  );
}

/** `paperplane-1099-nec-2026.csv`, with `-changed` where it is those alone. */
export const taxFileName = ({ year, scope }: Pick<TaxFile, 'year' | 'scope'>): string =>
  `paperplane-1099-nec-${year}${scope === 'changed' ? '-changed' : ''}.csv`;
