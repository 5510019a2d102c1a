import {
  definitionOf,
  REPORT_DEFAULTS,
  REPORT_RANGES,
  rangeValues,
  valuesOf,
  type ReportValues,
} from './definition';
import { REPORT_KINDS } from './report-kinds';

const ID = '0B5E1C1E-0000-4000-8000-000000000001';
const asked = (values: Partial<ReportValues>) =>
  definitionOf('commissions', { ...REPORT_DEFAULTS, ...values }, REPORT_KINDS.commissions);

it('asks for what the address says, and for nothing it does not know', () => {
  expect(asked({})).toEqual({ report: 'commissions' });
  expect(
    asked({
      basis: 'due',
      group: 'vendor',
      compare: 'year',
      agentId: ID,
      status: 'unpaid',
      range: 'last_month',
    }),
  ).toEqual({
    report: 'commissions',
    range: 'last_month',
    basis: 'due',
    group: 'vendor',
    compare: 'year',
    agent_id: ID,
    status: 'unpaid',
  });
  expect(
    asked({
      basis: 'x',
      group: 'y',
      compare: 'z',
      agentId: 'all',
      vendorId: '1',
      status: 'booked',
      range: 'ever',
      from: '2026-13-01',
      to: '2026-01-01',
    }),
  ).toEqual({ report: 'commissions' });
  // A range that ends before it begins is none.
  expect(asked({ from: '2026-02-01', to: '2026-01-01' })).toEqual({ report: 'commissions' });
});

it('leads back to the address it came from', () => {
  const values = { from: '2026-01-01', to: '2026-03-31', group: 'agent', vendorId: ID };
  expect(asked({ ...REPORT_DEFAULTS, ...valuesOf(asked(values)), range: '' })).toEqual(asked(values));
});

it.each([
  ['this_month', '2028-02-01', '2028-02-29'],
  ['last_month', '2028-01-01', '2028-01-31'],
  ['this_quarter', '2028-01-01', '2028-03-31'],
  ['last_quarter', '2027-10-01', '2027-12-31'],
  ['this_year', '2028-01-01', '2028-12-31'],
  ['last_year', '2027-01-01', '2027-12-31'],
  ['last_12_months', '2027-03-01', '2028-02-29'],
])('%s are the days the database means', (key, start, end) => {
  const preset = REPORT_RANGES.find((range) => range.key === key);
  expect(preset?.range('2028-02-29')).toEqual({ start, end });
  expect(rangeValues(start, end, '2028-02-29')).toEqual({ range: key, from: '', to: '' });
});

it('keeps other days as they are', () => {
  expect(rangeValues('2028-02-02', '2028-02-29', '2028-02-29')).toEqual({
    range: '',
    from: '2028-02-02',
    to: '2028-02-29',
  });
});
