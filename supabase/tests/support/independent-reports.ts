import { ask } from './bank';
import { COUNTS, commissionRows, saleRows, sumOf, type Figures, type Row } from './independent-figures';
import { cents } from './independent-money';
import type { Tally } from './independent-tally';
import { oneOf, type AuditWorld } from './independent-world';
import type { Person } from './test-agency';

interface Answer {
  rows: { key: string; figures: Record<string, number> }[];
  total: Record<string, number>;
}
interface Asked {
  report: string;
  basis: string;
  columns: readonly (keyof Figures)[];
  groups: readonly string[];
  statuses: readonly string[];
}

const MONEY = ['expected', 'received', 'taken_back', 'net', 'agents', 'agency'] as const;
const STATUSES = ['unpaid', 'funds_received', 'agent_paid', 'cancelled'];
const ALL = ['month', 'agent', 'vendor', 'customer', 'category'];
const commissionReport = (
  report: string,
  bases: string[],
  columns: readonly (keyof Figures)[],
  groups = ALL,
): Asked[] => bases.map((basis) => ({ report, basis, columns, groups, statuses: STATUSES }));

const REPORTS: readonly Asked[] = [
  ...['sale', 'travel'].map((basis) => ({
    ...{ report: 'sales', basis, columns: ['n', 'total', 'expected'] as const, groups: ALL },
    statuses: ['booked', 'paid', 'cancelled'],
  })),
  ...commissionReport('commissions', ['received', 'sale', 'due'], ['n', 'short', ...MONEY]),
  ...commissionReport('performance', ['received', 'sale', 'due'], ['n', 'written_off', ...MONEY]),
  ...commissionReport(
    'punctuality',
    ['received', 'due'],
    ['received_n', 'due_n', 'late_n', 'late_days', 'short_n'],
    ['vendor', 'month', 'agent', 'category'],
  ),
  ...commissionReport(
    'short_pay',
    ['received', 'due'],
    ['n', 'short_n', 'expected', 'received', 'short', 'written_off', 'open'],
  ),
];

function keyOf(world: AuditWorld, group: string, { sale, day, person }: Row): string {
  if (group === 'month') return `${day.slice(0, 7)}-01`;
  if (group === 'agent') return person ?? '';
  if (group === 'vendor') return sale.vendor;
  if (group === 'customer') return sale.customer;
  return sale.vendor === world.vendors[0] ? 'cruise' : 'hotel';
}

function rowsOf(world: AuditWorld, { report, basis }: Asked, person: string | null, status: string | null) {
  if (report === 'sales') return saleRows(world.books, basis as 'sale', person, status);
  return commissionRows(world.books, basis as 'sale', person, status);
}

function compare(
  tally: Tally,
  where: string,
  theirs: Record<string, number> | undefined,
  mine: Figures,
  columns: readonly (keyof Figures)[],
) {
  for (const column of columns) {
    const value = COUNTS.has(column) ? theirs?.[column] : cents(theirs?.[column] ?? 0);
    tally.same(`${where} ${column}`, value ?? 0, mine[column]);
  }
}

/** Numbers that of a person are not those of the agency's rows. */
const ofAgents = (columns: readonly (keyof Figures)[]) => columns;

/** Every report by every date and grouping, of the agency or as one of its people reads it. */
export async function compareReports(
  world: AuditWorld,
  tally: Tally,
  reader: Person,
  narrowed: { status?: string; from: string; to: string; vendor?: string; agent?: string },
): Promise<void> {
  const isAdmin = reader.id === world.agency.admin.id || reader.id === world.agency.owner.id;
  const who = isAdmin ? (narrowed.agent ?? null) : reader.id;
  const fits = ({ day, sale }: Row) =>
    day >= narrowed.from && day <= narrowed.to && (!narrowed.vendor || sale.vendor === narrowed.vendor);
  for (const asked of REPORTS) {
    const isKept = world.books.closed !== null && asked.basis === 'received';
    const status =
      narrowed.status && asked.statuses.includes(narrowed.status) && !isKept ? narrowed.status : null;
    const definition = {
      ...{ report: asked.report, basis: asked.basis, range: 'custom', from: narrowed.from, to: narrowed.to },
      ...(status && { status }),
      ...(narrowed.vendor && { vendor_id: narrowed.vendor }),
      ...(isAdmin && narrowed.agent && { agent_id: narrowed.agent }),
    };
    const rows = rowsOf(world, asked, who, status).filter(fits);
    const reading = isAdmin ? 'admin' : 'agent';
    const place = `report ${asked.report} by ${asked.basis}${isKept ? ' closed' : ''} ${reading}${who && isAdmin ? ' of one' : ''}${status === 'cancelled' ? ' cancelled' : status ? ' status' : ''}`;
    const columns =
      status === 'cancelled' && asked.report !== 'sales'
        ? asked.columns.filter((column) => column !== 'agents' && column !== 'agency')
        : asked.columns;
    for (const group of asked.groups) {
      if (group === 'agent' && !isAdmin) continue;
      const answer = await ask<Answer>(reader, 'run_report', { definition: { ...definition, group } });
      compare(tally, `${place} <${group}> total`, answer.total, sumOf(rows), columns);
      const grouped =
        group === 'agent' && who === null
          ? world.books.people.flatMap(({ id }) => rowsOf(world, asked, id, status).filter(fits))
          : rows;
      const mine = new Map<string, Row[]>();
      for (const row of grouped) {
        const key = keyOf(world, group, row);
        mine.set(key, [...(mine.get(key) ?? []), row]);
      }
      for (const row of answer.rows) {
        const own = mine.get(row.key) ?? [];
        compare(tally, `${place} by ${group} <${row.key}>`, row.figures, sumOf(own), ofAgents(columns));
        mine.delete(row.key);
      }
      for (const [key, own] of mine)
        compare(tally, `${place} by ${group} missing <${key}>`, {}, sumOf(own), columns);
      await rowsBehind(world, tally, reader, { ...definition, group }, answer, place, columns);
    }
  }
}

interface Behind {
  figures: Record<string, number>;
  count: number;
  rows: Record<string, number | null>[];
}

/** The rows behind one figure of a report come to it. */
async function rowsBehind(
  world: AuditWorld,
  tally: Tally,
  reader: Person,
  definition: Record<string, string>,
  answer: Answer,
  place: string,
  columns: readonly (keyof Figures)[],
): Promise<void> {
  const picked = oneOf(world, answer.rows);
  if (!picked || world.below(3) > 0) return;
  const behind = await ask<Behind>(reader, 'get_report_rows', {
    definition,
    key: picked.key,
    page_size: 100,
  });
  const where = `${place} rows behind ${definition['group']} <${picked.key}>`;
  for (const column of columns)
    tally.same(`${where} figure ${column}`, behind.figures[column], picked.figures[column] ?? 0);
  if (behind.count > behind.rows.length) return;
  for (const column of columns) {
    if (COUNTS.has(column) || column === 'net' || column === 'agency') continue;
    const sum = behind.rows.reduce((all, row) => all + cents(row[column] ?? 0), 0);
    tally.same(`${where} sum ${column}`, sum, cents(picked.figures[column] ?? 0));
  }
}
