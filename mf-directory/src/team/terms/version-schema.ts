import {
  moneyInput,
  moneyText,
  percentInput,
  percentText,
  requiredDate,
  type MoneyReading,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import {
  namedAgain,
  overrideSchema,
  overrideTextsOf,
  savedOverride,
  type OverrideTexts,
} from './override-schema';
import type { Terms, TierStep } from './terms-api';
import type { BASES, MODES } from './terms-words';

type Basis = keyof typeof BASES;
type Mode = keyof typeof MODES;
export const MOST_SPLITS = 200;
export const MOST_STEPS = 20;

/** A vendor as it was chosen. */
export interface ChosenVendor {
  id: string;
  name: string;
}

/** The form of a version as typed; a vendor that is not chosen yet has no id. */
export interface VersionTexts {
  validFrom: string;
  defaultSplit: string;
  vendorSplits: { vendor: ChosenVendor; split: string }[];
  categorySplits: { category: string; split: string }[];
  /** Empty: no tiers. */
  basis: string;
  mode: string;
  yearMonth: string;
  yearDay: string;
  tiers: { from: string; split: string }[];
  overrides: OverrideTexts[];
}

/** What is saved. */
export interface CheckedVersion {
  validFrom: string;
  terms: Terms;
}

export const NO_VENDOR: ChosenVendor = { id: '', name: '' };

const percent = v.pipe(percentText('Enter the split.'), v.transform(Number));

/** Which row says something that one above it says already; -1: none. */
const repeated = (keys: readonly string[]): number =>
  keys.findIndex((key, index) => key !== '' && keys.indexOf(key) < index);

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The rules of the form: those of the database, earlier and at the row they are about. @param money how amounts are typed */
export function versionSchema(money: MoneyReading): v.GenericSchema<VersionTexts, CheckedVersion> {
  const amount = v.pipe(moneyText(money, 'Enter the volume.'), v.transform(Number));
  const steps = v.array(v.object({ from: amount, split: percent }));
  // Steps that do not count are not shown: nothing of them is asked.
  const noSteps = v.pipe(
    v.array(v.unknown()),
    v.transform((): TierStep[] => []),
  );
  const overrides = v.array(overrideSchema(money));
  const withTiers = rulesOf(steps, overrides);
  const withoutTiers = rulesOf(noSteps, overrides);
  return v.lazy((input) =>
    (input as VersionTexts).basis === '' ? withoutTiers : withTiers,
  ) as unknown as v.GenericSchema<VersionTexts, CheckedVersion>;
}

const rulesOf = (
  tierSteps: v.GenericSchema<unknown, TierStep[]>,
  overrides: v.ArraySchema<ReturnType<typeof overrideSchema>, undefined>,
) =>
  v.pipe(
    v.object({
      validFrom: requiredDate('Enter the day it begins.'),
      defaultSplit: percent,
      vendorSplits: v.array(
        v.object({
          vendor: v.pipe(
            v.object({ id: v.string(), name: v.string() }),
            v.check(({ id }) => id !== '', 'Choose a vendor.'),
          ),
          split: percent,
        }),
      ),
      categorySplits: v.array(
        v.object({ category: v.pipe(v.string(), v.nonEmpty('Choose a category.')), split: percent }),
      ),
      basis: v.string(),
      mode: v.string(),
      yearMonth: v.string(),
      yearDay: v.string(),
      tiers: tierSteps,
      overrides,
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { vendorSplits, categorySplits, basis, yearMonth, yearDay, tiers } = dataset.value;
      const at = (
        name: 'vendorSplits' | 'categorySplits' | 'tiers' | 'yearDay' | 'overrides',
        index: number,
        field: string,
        message: string,
      ) => {
        const input = dataset.value;
        const list = input[name];
        const steps = [{ type: 'object' as const, origin: 'value' as const, input, key: name, value: list }];
        const row = Array.isArray(list) ? list[index] : undefined;
        addIssue({
          message,
          path: (row
            ? [
                ...steps,
                { type: 'array', origin: 'value', input: list, key: index, value: row },
                { type: 'object', origin: 'value', input: row, key: field, value: undefined },
              ]
            : steps) as never,
        });
      };
      const vendor = repeated(vendorSplits.map((row) => row.vendor.id));
      if (vendor >= 0) at('vendorSplits', vendor, 'vendor', 'This vendor is named above.');
      const category = repeated(categorySplits.map((row) => row.category));
      if (category >= 0) at('categorySplits', category, 'category', 'This category is named above.');
      const again = namedAgain(dataset.value.overrides);
      if (again >= 0) {
        const isAll = dataset.value.overrides[again]?.whose === 'all';
        at(
          'overrides',
          again,
          isAll ? 'whose' : 'people',
          isAll ? 'Everybody else is named above.' : 'Somebody is named above.',
        );
      }
      if (basis === '') return;
      if (tiers.length === 0) at('tiers', -1, '', 'Add a step, or choose no tiers.');
      const falling = tiers.findIndex(({ from }, index) => from <= (tiers[index - 1]?.from ?? -1));
      if (falling >= 0)
        at(
          'tiers',
          falling,
          'from',
          falling === 0 ? 'Enter an amount of 0 or more.' : 'Each step begins above the one before.',
        );
      if (Number(yearDay) > (DAYS[Number(yearMonth) - 1] ?? 0))
        at('yearDay', -1, '', 'That month has no such day.');
    }),
    v.transform(
      ({
        validFrom,
        defaultSplit,
        vendorSplits,
        categorySplits,
        basis,
        mode,
        yearMonth,
        yearDay,
        tiers,
        overrides: led,
      }) => ({
        validFrom,
        terms: {
          defaultSplit,
          vendorSplits: vendorSplits.map(({ vendor, split }) => ({ vendorId: vendor.id, split })),
          categorySplits,
          tiers:
            basis === ''
              ? null
              : {
                  basis: basis as Basis,
                  yearStart: `${yearMonth}-${yearDay}`,
                  mode: mode as Mode,
                  steps: tiers,
                },
          overrides: led.map(savedOverride),
        },
      }),
    ),
  );

/**
 * What the form starts from.
 * @param vendors names by id
 * @param people names by id
 */
export const versionTexts = (
  { defaultSplit, vendorSplits, categorySplits, tiers, overrides }: Terms,
  validFrom: string,
  vendors: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, string>,
): VersionTexts => ({
  validFrom,
  defaultSplit: percentInput(defaultSplit),
  vendorSplits: vendorSplits.map(({ vendorId, split }) => ({
    vendor: { id: vendorId, name: vendors.get(vendorId) ?? '' },
    split: percentInput(split),
  })),
  categorySplits: categorySplits.map(({ category, split }) => ({ category, split: percentInput(split) })),
  basis: tiers?.basis ?? '',
  mode: tiers?.mode ?? 'from_there_on',
  yearMonth: tiers?.yearStart.slice(0, 2) ?? '01',
  yearDay: tiers?.yearStart.slice(3) ?? '01',
  tiers:
    tiers?.steps.map(({ from, split }) => ({ from: moneyInput(from), split: percentInput(split) })) ?? [],
  overrides: overrides.map((each) => overrideTextsOf(each, people)),
});
