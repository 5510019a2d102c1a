import {
  moneyInput,
  moneyText,
  percentInput,
  percentText,
  type MoneyReading,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { Override } from './terms-api';

export const MOST_OVERRIDES = 50;
export const MOST_PEOPLE = 200;

/** Somebody as they were chosen. */
export interface ChosenPerson {
  id: string;
  name: string;
}

/** An override as typed. */
export interface OverrideTexts {
  whose: string;
  people: ChosenPerson[];
  percent: string;
  base: string;
  takenFrom: string;
  cap: string;
}

/** What another override begins with. */
export const NEW_OVERRIDE: OverrideTexts = {
  whose: 'people',
  people: [],
  percent: '',
  base: 'gross',
  takenFrom: 'agency',
  cap: '',
};

/** An override of the form. @param money how amounts are typed */
export const overrideSchema = (money: MoneyReading) =>
  v.pipe(
    v.object({
      whose: v.string(),
      people: v.array(v.object({ id: v.string(), name: v.string() })),
      percent: v.pipe(
        percentText('Enter the percentage.'),
        v.transform(Number),
        v.check((percent) => percent > 0, 'Enter a percentage above 0.'),
      ),
      base: v.string(),
      takenFrom: v.string(),
      cap: v.pipe(
        moneyText(money),
        v.check((cap) => cap === null || cap > 0, 'Enter an amount above 0, or nothing.'),
      ),
    }),
    v.forward(
      v.partialCheck(
        [['whose'], ['people']],
        ({ whose, people }) => whose === 'all' || people.length > 0,
        'Choose at least one person.',
      ),
      ['people'],
    ),
  );

/** In which override somebody is named again, or everybody; -1: in none. */
export function namedAgain(overrides: readonly Pick<OverrideTexts, 'whose' | 'people'>[]): number {
  const named = new Set<string>();
  return overrides.findIndex(({ whose, people }) => {
    const keys = whose === 'all' ? ['all'] : people.map(({ id }) => id);
    const again = keys.some((key) => named.has(key));
    for (const key of keys) named.add(key);
    return again;
  });
}

/** What is saved of an override. */
export const savedOverride = ({
  whose,
  people,
  percent,
  base,
  takenFrom,
  cap,
}: v.InferOutput<ReturnType<typeof overrideSchema>>): Override => ({
  whose: whose === 'all' ? 'all' : people.map(({ id }) => id),
  percent,
  base: base as Override['base'],
  takenFrom: takenFrom as Override['takenFrom'],
  capPerYear: cap,
});

/** What the form starts from. @param names by id */
export const overrideTextsOf = (
  { whose, percent, base, takenFrom, capPerYear }: Override,
  names: ReadonlyMap<string, string>,
): OverrideTexts => ({
  whose: whose === 'all' ? 'all' : 'people',
  people: whose === 'all' ? [] : whose.map((id) => ({ id, name: names.get(id) ?? '' })),
  percent: percentInput(percent),
  base,
  takenFrom,
  cap: capPerYear === null ? '' : moneyInput(capPerYear),
});
