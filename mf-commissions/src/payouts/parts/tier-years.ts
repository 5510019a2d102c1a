import { sumAmounts } from '@paperplane/shared/domain';
import { payoutNote } from '@paperplane/shared/words';
import type { PayoutLine } from '../payout-types';

type TierLine = Pick<PayoutLine, 'amount' | 'salesId' | 'since' | 'shareFact'>;

/** What tiers corrected of one year, as the statement says it, with the line at each booking. */
export interface TierYear<Line> {
  since: string;
  lines: Line[];
  amount: number;
  /** `Tier of 65%: 14 sales since January 1, 2026`. */
  words: string | null;
}

const percentOf = ({ shareFact }: TierLine): number =>
  (shareFact?.params as { percent?: number } | undefined)?.percent ?? 0;

function asYear<Line extends TierLine>(since: string, lines: Line[]): TierYear<Line> {
  const [percent = 0, ...others] = new Set(lines.map(percentOf));
  const sales = new Set(lines.map(({ salesId }) => salesId)).size;
  const params = { percent: others.length > 0 ? 0 : percent, sales, since };
  return {
    since,
    lines,
    amount: sumAmounts(lines),
    words: payoutNote({ shareFact: { code: 'tier_year', params } }) ?? null,
  };
}

/** Corrections of the same year as one, where there are several; every other line as it is, in order. */
export function tierYears<Line extends TierLine>(lines: readonly Line[]): (Line | TierYear<Line>)[] {
  const years = new Map<string, Line[]>();
  for (const line of lines)
    if (line.since !== undefined) years.set(line.since, [...(years.get(line.since) ?? []), line]);
  return lines.flatMap((line): readonly (Line | TierYear<Line>)[] => {
    const year = line.since === undefined ? [] : (years.get(line.since) ?? []);
    if (line.since === undefined || year.length < 2) return [line];
    return year[0] === line ? [asYear(line.since, year)] : [];
  });
}

/** Whether it is a year of corrections. */
export const isTierYear = <Line extends TierLine>(each: Line | TierYear<Line>): each is TierYear<Line> =>
  'lines' in each;
