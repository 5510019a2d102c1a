import { toCents, toCsv } from '@paperplane/shared/domain';
import type { CreditNoteRow } from '../tax-types';
import { VAT_STATUSES } from '../tax-words';

export const NOTE_COLUMNS = [
  'Number',
  'Kind',
  'Takes back',
  'Issued on',
  'Paid on',
  'Agent',
  'VAT or tax number',
  'VAT status',
  'VAT rate',
  'Net',
  'VAT',
  'Gross',
  'Currency',
  'Statement',
] as const;

/** `-504.2` -> `-504.20` */
function decimal(amount: number): string {
  const cents = Math.abs(toCents(amount));
  return `${amount < 0 ? '-' : ''}${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Credit notes as a table, one a row. */
export const notesCsv = (rows: readonly CreditNoteRow[]): string =>
  toCsv(
    NOTE_COLUMNS,
    rows.map((row) => [
      row.label,
      row.kind === 'counter' ? 'Counter note' : 'Credit note',
      row.counters,
      row.issuedOn,
      row.paidOn,
      row.legalName,
      row.number,
      VAT_STATUSES[row.vatStatus],
      row.vatRate,
      decimal(row.net),
      decimal(row.vat),
      decimal(row.gross),
      row.currency,
      row.statement,
    ]),
  );
