import type { BenchQuery } from '../database/queries';

const BUDGET = 50;
const OTHERS = 300;

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const YEARS = { range: 'custom', from: day(3 * 365), to: day(0) };

/** What is asked of every agency, with its budget of database time: the same for the largest and for a small one. */
export const READS: readonly BenchQuery[] = [
  { name: 'dashboard', call: 'get_dashboard', args: {}, budget: BUDGET },
  {
    name: 'dashboard, 30 days',
    call: 'get_dashboard',
    args: { start_date: day(29), end_date: day(0) },
    budget: BUDGET,
  },
  { name: 'list of sales', call: 'list_sales', args: {}, budget: BUDGET },
  { name: 'sales of a name', call: 'list_sales', args: { customer_search: 'fleming' }, budget: BUDGET },
  { name: 'sales by amount', call: 'list_sales', args: { sort: 'total_amount' }, budget: BUDGET },
  { name: 'list of commissions', call: 'list_commissions', args: {}, budget: BUDGET },
  { name: 'overdue commissions', call: 'list_commissions', args: { overdue: true }, budget: OTHERS },
  { name: 'list of customers', call: 'list_customers', args: {}, budget: BUDGET },
  { name: 'search of a name', call: 'search_everything', args: { query: 'anna smith' }, budget: BUDGET },
  { name: 'search of a slip', call: 'search_everything', args: { query: 'flemign' }, budget: BUDGET },
  {
    name: 'report of all years by agent',
    call: 'run_report',
    args: { definition: { report: 'sales', group: 'agent', ...YEARS } },
    budget: OTHERS,
  },
];

/** What keeps the largest agency busy: one person after the other asks for these, without a pause. */
export const BUSY: readonly Pick<BenchQuery, 'call' | 'args'>[] = [
  { call: 'run_report', args: { definition: { report: 'sales', group: 'customer', ...YEARS } } },
  { call: 'list_sales', args: { sort: 'customer', page: 40_000 } },
  { call: 'run_report', args: { definition: { report: 'commissions', group: 'agent', compare: 'year' } } },
  { call: 'search_everything', args: { query: 'anan jhon smiht' } },
  { call: 'get_dashboard', args: {} },
  { call: 'list_commissions', args: { search: 'fleming' } },
];
