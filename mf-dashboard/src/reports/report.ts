import type { IsoDate, PersonName } from '@paperplane/shared/domain';

/** What rows come to (private.report_figures). */
export interface Figures {
  n: number;
  total: number;
  expected: number;
  receivedN: number;
  received: number;
  agents: number;
  agency: number;
  shortN: number;
  short: number;
  writtenOff: number;
  open: number;
  dueN: number;
  lateN: number;
  lateDays: number;
  paid: number;
  /** The parts of what agents were paid, of that report alone: commissions + adjustments + carriedIn - carriedOut = paid. */
  commissions?: number;
  adjustments?: number;
  carriedIn?: number;
  carriedOut?: number;
}

/** Of an agent or a customer the person's names, of a vendor its own; months and categories say it by their key. */
export type Label = Partial<PersonName> & { name?: string; pictureUrl: string | null };

export interface ReportRow {
  /** The first day of a month, a category, or an id. */
  key: string;
  label: Label | null;
  figures: Figures;
  /** Of the range before; null without one. */
  before: Figures | null;
}

export interface Report {
  range: { first: IsoDate; last: IsoDate; today: IsoDate };
  beforeRange: { first: IsoDate; last: IsoDate } | null;
  rows: readonly ReportRow[];
  total: Figures;
  before: Figures | null;
  /** What the shown groups leave of the total, where there are more of them. */
  others: Figures | null;
  /** The last day of the closed books; null for none. */
  booksClosedThrough: IsoDate | null;
}

/** A booking behind a figure; a payment to an agent has the parts, and is a statement or that of one commission. */
export interface BookingRow extends Pick<
  Figures,
  'commissions' | 'adjustments' | 'carriedIn' | 'carriedOut'
> {
  /** Of this row alone; the record that it leads to may have several. */
  id: string;
  recordId?: string;
  saleId: string;
  reference: string;
  day: IsoDate;
  status: string;
  customer: string;
  vendor: string;
  agent: string;
  total: number;
  expected: number;
  received: number | null;
  agents: number | null;
  short: number | null;
  writtenOff: number;
  open: number;
  dueOn: IsoDate | null;
  receivedOn: IsoDate | null;
  lateDays: number | null;
  paid: number;
  /** It takes back what its commission said on a day that is closed: its amounts are negative. */
  corrects?: boolean;
  statementId?: string | null;
  commissionId?: string | null;
}

export interface RowsPage {
  /** Of all rows; null on later pages. */
  figures: Figures | null;
  rows: readonly BookingRow[];
}
