import {
  addDays,
  daysUntil,
  formatDate,
  formatDateRange,
  formatDay,
  plural,
  type IsoDate,
} from '@paperplane/shared/domain';
import type { AccountOnPage } from '../bank-types';
import { sourceOf } from './source-words';

type Span = AccountOnPage['spans'][number];
type Gap = AccountOnPage['gaps'][number];

/** Days from the first to the last, both included. */
export const daysOf = ({ from, to }: { from: IsoDate; to: IsoDate }): number =>
  (daysUntil(to, from) ?? 0) + 1;

/** A span of the bar: also of days that are neither here nor missed. */
export interface BarSpan {
  from: IsoDate;
  to: IsoDate;
  kind: Span['kind'] | 'none';
}

/** The spans with the days between and around them, so that every bar begins and ends on the same days. */
export function wholeBar(spans: readonly Span[], range: { from: IsoDate; to: IsoDate }): BarSpan[] {
  const bar: BarSpan[] = [];
  let next = range.from;
  const fill = (to: IsoDate) => {
    if (next <= to) bar.push({ from: next, to, kind: 'none' });
  };
  for (const span of spans) {
    fill(addDays(span.from, -1));
    bar.push(span);
    next = addDays(span.to, 1);
  }
  fill(range.to);
  return bar;
}

const KIND_WORDS: Readonly<Record<Span['kind'], string>> = {
  here: 'here',
  gap: 'gap',
  on_its_way: 'on its way',
  later: 'not yet',
};

/** The bar of days in words, for who cannot see it: `here Nov 6 – Dec 21, 2026, gap Dec 22 – 29, 2026`. */
export const coverageLabel = (spans: readonly Span[]): string =>
  spans.length === 0
    ? 'Nothing is here'
    : spans.map(({ from, to, kind }) => `${KIND_WORDS[kind]} ${formatDateRange(from, to)}`).join(', ');

/** What stands under the bar: the part that needs a look, then the rest. */
export interface CoverageWords {
  gap?: string;
  rest: string;
}

const gapRange = ({ from, to }: Gap) => formatDateRange(from, to);

/** How many gaps are named by their days. */
const NAMED = 2;

/**
 * What is missing of an account, its days named (docs/product/bank.md, Accounts page).
 * @param to the last day of the bar: a gap up to it has no end yet
 */
export function coverageWords(account: AccountOnPage, to: IsoDate): CoverageWords {
  const { connection, spans, gaps, lineCount } = account;
  const source = sourceOf(account);
  if (source === 'disconnected')
    return {
      rest: `The secret is forgotten, ${plural(lineCount, 'line')} ${lineCount === 1 ? 'stays' : 'stay'}`,
    };
  if (source === 'syncing' && connection && !connection.lastSuccessAt && (connection.parts ?? 0) > 1) {
    const coming = spans.reduce((days, span) => days + daysOf(span), 0);
    return { rest: `First sync, ${plural(coming, 'day')} in ${connection.parts} parts` };
  }
  const [first] = gaps;
  if (first && gaps.length === 1 && first.to >= to)
    return {
      gap: `Gap since ${formatDay(first.from)}`,
      rest: `Nothing came for ${plural(first.days, 'day')}`,
    };
  if (first) {
    const named = gaps.slice(0, NAMED).map(gapRange).join(' and ');
    const more = gaps.length > NAMED ? ` and ${gaps.length - NAMED} more` : '';
    const days = plural(
      gaps.reduce((sum, gap) => sum + gap.days, 0),
      'day',
    );
    return {
      gap: `${gaps.length === 1 ? 'Gap' : 'Gaps'} ${named}${more}`,
      rest: source === 'file' ? `${days}, no file` : `${days}, nothing came`,
    };
  }
  const here = spans.find(({ kind }) => kind === 'here');
  return { rest: here ? `No gaps since ${formatDate(here.from)}` : 'Nothing is here yet' };
}
