import { MESSAGES } from '@paperplane/shared/domain';
import { getDotPath, safeParse } from 'valibot';
import type { OverrideTexts } from './override-schema';
import { versionSchema, versionTexts, type VersionTexts } from './version-schema';

const MONEY = { currency: 'USD' };
const NONE: VersionTexts = {
  validFrom: '2027-04-01',
  defaultSplit: '65',
  vendorSplits: [],
  categorySplits: [],
  basis: '',
  mode: 'from_there_on',
  yearMonth: '01',
  yearDay: '01',
  tiers: [],
  overrides: [],
};
const OVERRIDE: OverrideTexts = {
  whose: 'people',
  people: [{ id: 'p1', name: 'Nina Keller' }],
  percent: '5',
  base: 'gross',
  takenFrom: 'agency',
  cap: '',
};
const EVERYBODY: OverrideTexts = {
  ...OVERRIDE,
  whose: 'all',
  people: [],
  base: 'agent',
  takenFrom: 'agent',
  cap: '6,000',
};
const TIERED = {
  basis: 'sales_booked',
  tiers: [
    { from: '0', split: '65' },
    { from: '50,000', split: '67.5' },
  ],
};
const vendor = { id: 'v1', name: 'Halcyon' };
const parse = (texts: Partial<VersionTexts>) => safeParse(versionSchema(MONEY), { ...NONE, ...texts });

// Holds agreements-10
it('sends what was typed', () => {
  expect(
    parse({
      ...TIERED,
      vendorSplits: [{ vendor, split: '68%' }],
      categorySplits: [{ category: 'air', split: '50' }],
      yearMonth: '07',
      yearDay: '15',
      overrides: [OVERRIDE, EVERYBODY],
    }).output,
  ).toEqual({
    validFrom: '2027-04-01',
    terms: {
      defaultSplit: 65,
      vendorSplits: [{ vendorId: 'v1', split: 68 }],
      categorySplits: [{ category: 'air', split: 50 }],
      tiers: {
        basis: 'sales_booked',
        yearStart: '07-15',
        mode: 'from_there_on',
        steps: [
          { from: 0, split: 65 },
          { from: 50_000, split: 67.5 },
        ],
      },
      overrides: [
        { whose: ['p1'], percent: 5, base: 'gross', takenFrom: 'agency', capPerYear: null },
        { whose: 'all', percent: 5, base: 'agent', takenFrom: 'agent', capPerYear: 6000 },
      ],
    },
  });
});

it('sends tiers that lift the whole year, and begins with them again', () => {
  const { terms } = parse({ ...TIERED, mode: 'whole_year' }).output as never as {
    terms: Parameters<typeof versionTexts>[0];
  };
  expect(terms.tiers).toMatchObject({ mode: 'whole_year' });
  expect(versionTexts(terms, '2027-04-01', new Map(), new Map())).toMatchObject({ mode: 'whole_year' });
});

it('asks nothing of steps without tiers, and sends none', () => {
  expect(parse({ tiers: [{ from: '', split: 'x' }] }).output).toMatchObject({ terms: { tiers: null } });
});

// Holds agreements-9
it.each<[string, Partial<VersionTexts>, string, string]>([
  ['a day too early', { validFrom: '1850-01-01' }, 'validFrom', MESSAGES.dateRange],
  ['no split', { defaultSplit: '' }, 'defaultSplit', 'Enter the split.'],
  ['too much', { defaultSplit: '101' }, 'defaultSplit', 'Enter a percentage from 0 to 100.'],
  [
    'no vendor',
    { vendorSplits: [{ vendor: { id: '', name: '' }, split: '1' }] },
    'vendorSplits.0.vendor',
    'Choose a vendor.',
  ],
  [
    'a vendor twice',
    {
      vendorSplits: [
        { vendor, split: '1' },
        { vendor, split: '2' },
      ],
    },
    'vendorSplits.1.vendor',
    'This vendor is named above.',
  ],
  [
    'no category',
    { categorySplits: [{ category: '', split: '1' }] },
    'categorySplits.0.category',
    'Choose a category.',
  ],
  [
    'a category twice',
    {
      categorySplits: [
        { category: 'air', split: '1' },
        { category: 'air', split: '2' },
      ],
    },
    'categorySplits.1.category',
    'This category is named above.',
  ],
  ['tiers without steps', { basis: 'sales_booked' }, 'tiers', 'Add a step, or choose no tiers.'],
  [
    'steps that fall',
    {
      ...TIERED,
      tiers: [
        { from: '100', split: '60' },
        { from: '100', split: '70' },
      ],
    },
    'tiers.1.from',
    'Each step begins above the one before.',
  ],
  [
    'a step below zero',
    { ...TIERED, tiers: [{ from: '-1', split: '60' }] },
    'tiers.0.from',
    'Enter an amount of 0 or more.',
  ],
  [
    'an override of nobody',
    { overrides: [{ ...OVERRIDE, people: [] }] },
    'overrides.0.people',
    'Choose at least one person.',
  ],
  [
    'an override of nothing',
    { overrides: [{ ...OVERRIDE, percent: '0' }] },
    'overrides.0.percent',
    'Enter a percentage above 0.',
  ],
  [
    'no percentage',
    { overrides: [{ ...OVERRIDE, percent: '' }] },
    'overrides.0.percent',
    'Enter the percentage.',
  ],
  [
    'a cap of nothing',
    { overrides: [{ ...OVERRIDE, cap: '0' }] },
    'overrides.0.cap',
    'Enter an amount above 0, or nothing.',
  ],
  [
    'somebody twice',
    { overrides: [EVERYBODY, OVERRIDE, OVERRIDE] },
    'overrides.2.people',
    'Somebody is named above.',
  ],
  [
    'everybody twice',
    { overrides: [EVERYBODY, EVERYBODY] },
    'overrides.1.whose',
    'Everybody else is named above.',
  ],
  ['Feb 29', { ...TIERED, yearMonth: '02', yearDay: '29' }, 'yearDay', 'That month has no such day.'],
])('%s is refused at its field', (_what, texts, field, message) => {
  const issues = parse(texts).issues?.map((issue) => [getDotPath(issue), issue.message]);
  expect(issues).toEqual([[field, message]]);
});

it('begins with what holds, as one would type it', () => {
  const { validFrom, terms } = parse({
    ...TIERED,
    vendorSplits: [{ vendor, split: '68' }],
    overrides: [OVERRIDE, EVERYBODY],
  }).output as never as {
    validFrom: string;
    terms: Parameters<typeof versionTexts>[0];
  };
  expect(
    versionTexts(terms, validFrom, new Map([['v1', 'Halcyon']]), new Map([['p1', 'Nina Keller']])),
  ).toEqual({
    ...NONE,
    ...TIERED,
    vendorSplits: [{ vendor, split: '68' }],
    tiers: [
      { from: '0', split: '65' },
      { from: '50,000.00', split: '67.5' },
    ],
    overrides: [OVERRIDE, { ...EVERYBODY, cap: '6,000.00' }],
  });
});
