import {
  addDays,
  CATEGORY_LABELS,
  displayName,
  formatDateRange,
  formatMoney,
  formatMoneyExact,
  LINE_LABELS,
  NO_AMOUNT,
  statusLabel,
  type IsoDate,
  type LineKind,
  type VendorCategory,
} from '@paperplane/shared/domain';
import { REPORT_RANGES, type Definition, type ReportName } from './definition';
import type { Figures, ReportRow } from './report';
import { REPORT_KINDS, type Column, type Shape } from './report-kinds';

export const BASIS_WORDS: Readonly<Record<string, string>> = {
  sale: 'sale date',
  travel: 'travel date',
  due: 'due date',
  received: 'received date',
  paid: 'paid date',
};
export const GROUP_WORDS: Readonly<Record<string, string>> = {
  month: 'month',
  agent: 'agent',
  vendor: 'vendor',
  customer: 'customer',
  category: 'category',
  line_kind: 'line kind',
};
export const COMPARE_WORDS: Readonly<Record<string, string>> = {
  period: 'the period before',
  year: 'the year before',
};

export const categoryWord = (category: string): string =>
  CATEGORY_LABELS[category as VendorCategory] ?? category;

const monthOf = (day: IsoDate, year?: 'numeric') =>
  new Intl.DateTimeFormat('en-US', { month: 'short', year, timeZone: 'UTC' }).format(new Date(day));
export const monthWord = (day: IsoDate): string => monthOf(day, 'numeric');
export const shortMonth = (day: IsoDate): string => monthOf(day);

/** Dates in few letters: several whole months as "Dec 2025 – Nov 2026" or "Jan – Jun 2026", others as dates. */
export function shortRange(start: IsoDate | null, end: IsoDate | null): string {
  const isWhole = start?.endsWith('-01') && end && addDays(end, 1).endsWith('-01');
  if (!start || !isWhole || start.slice(0, 7) === end.slice(0, 7)) return formatDateRange(start, end);
  const isOneYear = start.slice(0, 4) === end.slice(0, 4);
  return `${isOneYear ? shortMonth(start) : monthWord(start)} – ${monthWord(end)}`;
}

/** A kind of line; sales without any are a row of their own. */
const lineKindWord = (kind: string): string =>
  kind === 'without_lines' ? 'Without lines' : (LINE_LABELS[kind as LineKind] ?? kind);

/** What a row of a report is called. */
export function rowName({ key, label }: ReportRow, group: string): string {
  if (group === 'line_kind') return lineKindWord(key);
  if (group === 'month') return monthWord(key);
  if (group === 'category') return categoryWord(key);
  if (label?.name !== undefined) return label.name;
  return label ? displayName({ firstName: label.firstName ?? '', lastName: label.lastName ?? '' }) : key;
}

/** A figure for reading: `$19,864`, `42`, `9.5 days`; a dash for none. */
export function shown(value: number | null, shape: Shape, currency: string, exact = false): string {
  if (value === null || (value === 0 && shape === 'money')) return NO_AMOUNT;
  if (shape === 'count') return value.toLocaleString('en-US');
  if (shape === 'days') return `${value} ${value === 1 ? 'day' : 'days'}`;
  return exact ? formatMoneyExact(value, currency) : formatMoney(value, { currency });
}

/** By how many percent a figure changed; null where there was nothing before. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : ((now - before) / Math.abs(before)) * 100;

/** `+7.7%`, `−4.4%`; null where there was nothing before. */
export function change(now: number | null, before: number | null): { text: string; rises: boolean } | null {
  const percent = changeOf(now, before);
  if (percent === null) return null;
  const size = Math.abs(percent).toFixed(1);
  return { text: `${percent < 0 ? '−' : '+'}${size}%`, rises: percent >= 0 };
}

/** Head of the column of names. */
export function nameHead(group: string): string {
  const word = GROUP_WORDS[group] ?? group;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What figures are compared with: head of the column, name of the bars. */
export const beforeWord = (compare: string | undefined): string =>
  compare === 'year' ? 'Year before' : 'Period before';

/** A column of a report at one row. */
export const cell = (column: Column, figures: Figures, currency: string): string =>
  shown(column.of(figures), column.shape, currency);

/** "Commissions, last month by vendor, against the period before". */
export function describe(definition: Definition, title: string): string {
  const kind = REPORT_KINDS[definition.report as Exclude<ReportName, 'aging'>];
  if (!kind) return `${title} by vendor`;
  const { range, from, to, group, basis, compare, category, status } = definition;
  const preset = REPORT_RANGES.find(({ key }) => key === (range ?? kind.range));
  const when = range === 'custom' ? `${from} to ${to}` : (preset?.label.toLowerCase() ?? '');
  return [
    `${title}, ${when} by ${GROUP_WORDS[group ?? kind.groups[0] ?? ''] ?? ''}`,
    basis && `by ${BASIS_WORDS[basis] ?? basis}`,
    category && `category ${categoryWord(category).toLowerCase()}`,
    status && statusLabel(status).toLowerCase(),
    definition.agent_id && 'one agent',
    definition.vendor_id && 'one vendor',
    compare && `against ${COMPARE_WORDS[compare] ?? compare}`,
  ]
    .filter(Boolean)
    .join(', ');
}
