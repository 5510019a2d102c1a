import { formatMoneyExact, formatPercent, plural } from '@paperplane/shared/domain';
import type { Agreement, Override, Terms } from './terms-api';

/** What an override is a percent of; the key is the database's. */
export const OVERRIDE_BASES = {
  gross: 'The commission',
  agency: 'The agency’s part',
  agent: 'The agent’s part',
} as const;

/** Whose part it is taken from. */
export const TAKEN_FROM = { agency: 'The agency’s part', agent: 'The agent’s part' } as const;

const lower = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** `5% of the commission, from the agency’s part` */
export const overrideText = ({ percent, base, takenFrom }: Override): string =>
  `${formatPercent(percent)} of ${lower(OVERRIDE_BASES[base])}, from ${lower(TAKEN_FROM[takenFrom])}`;

/** `Nina Keller, Oscar Farrell`, `Everybody else`. @param people names by id */
export const whoseText = (whose: Override['whose'], people: ReadonlyMap<string, string>): string =>
  whose === 'all' ? 'Everybody else' : whose.map((id) => people.get(id) ?? id).join(', ');

/** What a version says of each whose commission it is, with the cap; by whose. */
export const overrideTexts = ({ overrides }: Terms, currency: string): Map<string, string> =>
  new Map(
    overrides.map((each) => [
      each.whose === 'all' ? 'all' : each.whose.join(' '),
      overrideText(each) +
        (each.capPerYear === null ? '' : `, at most ${formatMoneyExact(each.capPerYear, currency)} a year`),
    ]),
  );

/** Whose the key of `overrideTexts` is. */
export const whoseOf = (key: string): Override['whose'] => (key === 'all' ? 'all' : key.split(' '));

/** How much and of how many, for the row under the name; null without any. */
export function overrideFigure({ overrides }: Terms): { value: string; note: string } | null {
  const percents = overrides.map(({ percent }) => percent);
  if (percents.length === 0) return null;
  const [least, most] = [Math.min(...percents), Math.max(...percents)];
  const named = overrides.flatMap(({ whose }) => (whose === 'all' ? [] : whose)).length;
  return {
    value: least === most ? formatPercent(most) : `${formatPercent(least)} to ${formatPercent(most)}`,
    note: overrides.some(({ whose }) => whose === 'all')
      ? 'of everybody else'
      : plural(named, 'person', 'people'),
  };
}

/** What a lead has of one person this year. */
export type OverrideRow = Agreement['overrides'][number];

/** A rule with what this year has come to of its people, and of its cap how much is used. */
export interface RuleOfYear {
  rule: Override;
  rows: OverrideRow[];
  used: number;
}

const NOTHING = { sales: 0, base: 0, amount: 0 };

/** The year by the rules that hold now: who is named goes before all. What belongs to no rule any more is in `rest`. */
export function yearOf({ overrides }: Terms, rows: readonly OverrideRow[]) {
  const named = new Set(overrides.flatMap(({ whose }) => (whose === 'all' ? [] : whose)));
  const all = overrides.some(({ whose }) => whose === 'all');
  const rules: RuleOfYear[] = overrides.map((rule) => {
    const of =
      rule.whose === 'all'
        ? rows.filter(({ userId }) => !named.has(userId))
        : rule.whose.map((userId) => rows.find((row) => row.userId === userId) ?? { userId, ...NOTHING });
    return { rule, rows: of, used: sum(of.map(({ amount }) => amount)) };
  });
  return { rules, rest: all ? [] : rows.filter(({ userId }) => !named.has(userId)) };
}

/** Amounts of money without what binary fractions add to them. */
export const sum = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((all, each) => all + each, 0) * 100) / 100;
