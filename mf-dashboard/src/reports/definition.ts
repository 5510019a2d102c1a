import {
  addDays,
  addMonths,
  isIsoDate,
  presetIn,
  readId,
  startOfMonth,
  type IsoDate,
  type RangePreset,
} from '@paperplane/shared/domain';

/** Reports by the name they have in an address, and the one the database knows. */
export const REPORT_NAMES = {
  sales: 'sales',
  commissions: 'commissions',
  performance: 'performance',
  aging: 'aging',
  punctuality: 'punctuality',
  'short-pay': 'short_pay',
  'agents-year': 'agents_year',
} as const;
export type ReportSlug = keyof typeof REPORT_NAMES;
export type ReportName = (typeof REPORT_NAMES)[ReportSlug];

export const isReportSlug = (text: string): text is ReportSlug => Object.hasOwn(REPORT_NAMES, text);
export const slugOf = (name: string): ReportSlug =>
  (Object.keys(REPORT_NAMES) as ReportSlug[]).find((slug) => REPORT_NAMES[slug] === name) ?? 'sales';

/** What run_report takes (supabase/schemas/reports/functions/plans.sql): texts only, what is left out is the report's own choice. */
export interface Definition {
  report: string;
  range?: string;
  from?: string;
  to?: string;
  basis?: string;
  group?: string;
  compare?: string;
  agent_id?: string;
  vendor_id?: string;
  category?: string;
  status?: string;
  /** Of aging only. */
  age?: string;
}

/** The parameters of a report's address; empty is the report's own choice. `sort` and `dir` order its table, `row` opens the rows behind a figure. */
export const REPORT_DEFAULTS = {
  range: '',
  from: '',
  to: '',
  basis: '',
  group: '',
  compare: '',
  agentId: '',
  vendorId: '',
  category: '',
  status: '',
  sort: '',
  dir: '',
  row: '',
};
export type ReportValues = typeof REPORT_DEFAULTS;

/** What a report may be asked for. */
export interface Choices {
  bases: readonly string[];
  groups: readonly string[];
  statuses: readonly string[];
  range: string;
  /** False: it is of no single vendor or category. */
  byVendor?: false;
}

/** What an address asks for; what is unknown or malformed there is ignored. */
export function definitionOf(name: ReportName, values: ReportValues, choices: Choices): Definition {
  const { range, from, to, basis, group, compare, agentId, vendorId, category, status } = values;
  const isCustom = isIsoDate(from) && isIsoDate(to) && from <= to;
  const known = (text: string, list: readonly string[]) => (list.includes(text) ? text : undefined);
  const asked: Record<Exclude<keyof Definition, 'age'>, string | undefined> = {
    report: name,
    range: isCustom
      ? 'custom'
      : known(
          range,
          REPORT_RANGES.map(({ key }) => key),
        ),
    from: isCustom ? from : undefined,
    to: isCustom ? to : undefined,
    basis: known(basis, choices.bases),
    group: known(group, choices.groups),
    compare: known(compare, ['period', 'year']),
    agent_id: readId(agentId) ? agentId : undefined,
    vendor_id: readId(vendorId) && choices.byVendor !== false ? vendorId : undefined,
    category: (choices.byVendor !== false && category) || undefined,
    status: known(status, choices.statuses),
  };
  return Object.fromEntries(
    Object.entries(asked).filter(([, text]) => text !== undefined),
  ) as unknown as Definition;
}

/** The address parameters of a definition, for a saved report's link. */
export const valuesOf = (definition: Definition): Record<string, string | undefined> => {
  const { report: _report, age: _age, agent_id, vendor_id, range, ...words } = definition;
  return { ...words, range: range === 'custom' ? undefined : range, agentId: agent_id, vendorId: vendor_id };
};

const months = (today: IsoDate, from: number, to: number) => ({
  start: addMonths(startOfMonth(today), from),
  end: addDays(addMonths(startOfMonth(today), to), -1),
});
/** How many months into its quarter, and its year, a day is. */
const intoQuarter = (today: IsoDate) => (Number(today.slice(5, 7)) - 1) % 3;
const intoYear = (today: IsoDate) => Number(today.slice(5, 7)) - 1;

/** As private.report_range: whole months, so that figures of one month stay comparable. */
export const REPORT_RANGES: readonly RangePreset[] = [
  { key: 'this_month', label: 'This month', range: (day) => months(day, 0, 1) },
  { key: 'last_month', label: 'Last month', range: (day) => months(day, -1, 0) },
  {
    key: 'this_quarter',
    label: 'This quarter',
    range: (day) => months(day, -intoQuarter(day), 3 - intoQuarter(day)),
  },
  {
    key: 'last_quarter',
    label: 'Last quarter',
    range: (day) => months(day, -intoQuarter(day) - 3, -intoQuarter(day)),
  },
  { key: 'this_year', label: 'This year', range: (day) => months(day, -intoYear(day), 12 - intoYear(day)) },
  { key: 'last_year', label: 'Last year', range: (day) => months(day, -intoYear(day) - 12, -intoYear(day)) },
  { key: 'last_12_months', label: 'Last 12 months', range: (day) => months(day, -11, 1) },
];

/** The dates a definition means today. */
export function datesOf({ range, from, to }: Definition, choices: Choices, today: IsoDate) {
  if (range === 'custom' && from && to) return { start: from, end: to };
  const preset = REPORT_RANGES.find(({ key }) => key === (range ?? choices.range)) ?? REPORT_RANGES.at(-1);
  return preset ? preset.range(today) : { start: today, end: today };
}

/** The parameters for chosen dates: a preset keeps moving with the calendar. */
export function rangeValues(start: IsoDate, end: IsoDate, today: IsoDate) {
  const preset = presetIn(REPORT_RANGES, { start, end }, today);
  return preset ? { range: preset.key, from: '', to: '' } : { range: '', from: start, to: end };
}
