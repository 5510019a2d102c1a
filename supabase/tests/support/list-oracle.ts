import { sql } from './database';
import type { Answer, Question } from './lists';
import type { Person, TestAgency } from './test-agency';

/** The two lists as plain SQL over the tables: every row joined, every condition written out, everything sorted. */
interface OracleRow {
  id: string;
  status: string;
  amount: string;
  other: string;
  /** Of commissions. */
  sale_status?: string;
}

interface Shape {
  statuses: readonly string[];
  sorts: Record<string, string>;
  sort: string;
  rows: string;
  searched: string[];
  /** Whether what the words of a search ($7, as typed $10) found is found by the list, too. */
  found: string;
  agent: string;
  sums: (rows: OracleRow[]) => Pick<Answer, 'by_status' | 'stats'>;
}

const cents = (rows: OracleRow[], column: 'amount' | 'other') =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0) / 100;

function group(rows: OracleRow[], statuses: readonly string[], other: string) {
  const own = rows.filter(({ status }) => statuses.includes(status));
  return { count: own.length, amount: cents(own, 'amount'), [other]: cents(own, 'other') };
}

const SALE_STATUSES = ['booked', 'paid', 'cancelled'] as const;
const COMMISSION_STATUSES = ['unpaid', 'funds_received', 'agent_paid', 'cancelled'] as const;
/** Which of two rows that are alike comes first, in the direction of the list. */
const TIES = 's.sale_date, s.created_at, s.booking_reference';
const CUSTOMER = 'c.last_name, c.first_name, c.id';
const VENDOR = 'v.name, v.id';

/** Sorting columns as documented; behind them TIES decide, and the id of the sale last, against the direction. */
export const SALES: Shape = {
  statuses: [...SALE_STATUSES, 'active'],
  sort: 'sale_date',
  sorts: {
    sale_date: 's.sale_date',
    travel_date: `coalesce(s.travel_date, '-infinity')`,
    total_amount: 's.total_amount',
    commission_amount: 's.commission_amount',
    booking_reference: 's.booking_reference',
    status: 's.status',
    created_at: 's.created_at',
    customer: CUSTOMER,
    vendor: VENDOR,
    agent: 'a.last_name, a.first_name, a.id',
  },
  rows: 's.id, s.status, s.total_amount as amount, s.commission_amount as other',
  searched: ['c.first_name', 'c.last_name', 'c.email', 's.booking_reference'],
  // By its reference a sale is found by words of three letters and more, or by the whole of it.
  found: `lower(s.booking_reference) = lower(btrim($10))
    or exists (select 1 from unnest($7::text[]) w
      where char_length(w) > 2 and strpos(lower(s.booking_reference), lower(w)) > 0)
    or not exists (select 1 from unnest($7::text[]) w
      where coalesce(strpos(lower(extensions.unaccent(concat_ws(chr(10), c.first_name, c.last_name, c.email))),
        lower(extensions.unaccent(w))), 0) = 0)`,
  agent: 's.agent_id',
  sums: (rows) => ({
    by_status: {
      ...Object.fromEntries(
        SALE_STATUSES.map((status) => [status, group(rows, [status], 'commission_amount')]),
      ),
      total: group(rows, SALE_STATUSES, 'commission_amount'),
      active_total: group(rows, ['booked', 'paid'], 'commission_amount'),
    },
  }),
};

export const COMMISSIONS: Shape = {
  statuses: COMMISSION_STATUSES,
  sort: 'created_at',
  sorts: {
    created_at: 'm.created_at',
    sale_date: 's.sale_date',
    amount: 'm.amount',
    total_amount: 's.total_amount',
    booking_reference: 's.booking_reference',
    status: 'm.status, m.created_at',
    customer: CUSTOMER,
    vendor: VENDOR,
    agent: 'a.last_name, a.first_name, a.id, m.created_at',
  },
  rows: 'm.id, m.status, m.amount, m.agent_amount as other, s.status as sale_status',
  searched: ['c.first_name', 'c.last_name', 'c.email', 's.booking_reference', 'v.name'],
  found: 'true',
  agent: 'm.agent_id',
  sums: (rows) => ({
    stats: {
      ...Object.fromEntries(
        COMMISSION_STATUSES.map((status) => [status, group(rows, [status], 'agent_amount')]),
      ),
      total: group(rows, COMMISSION_STATUSES, 'agent_amount'),
      active_total: group(rows, ['unpaid', 'funds_received', 'agent_paid'], 'agent_amount'),
      ready: group(
        rows.filter(({ sale_status }) => sale_status === 'paid'),
        ['funds_received'],
        'agent_amount',
      ),
    },
  }),
};

/** Accents do not matter in what a customer is called. */
const folded = (column: string, text: string) =>
  column.startsWith('c.') ? `lower(extensions.unaccent(${text}))` : `lower(${text})`;

/** What the list must answer to this person: the page's ids, in order, and the numbers. */
export async function expected(shape: Shape, agency: TestAgency, person: Person, question: Question) {
  const own = person === agency.agent || person === agency.rival ? person.id : null;
  const known = Object.hasOwn(shape.sorts, question.sort ?? '') ? String(question.sort) : shape.sort;
  const down = question.descending ?? true;
  const order = [
    // Exactly this reference first.
    ...(question.search ? [`lower(s.booking_reference) = lower(btrim($10)) desc`] : []),
    ...`${shape.sorts[known] ?? ''}, ${TIES}`
      .split(/, (?!')/)
      .map((key) => `${key} ${down ? 'desc' : 'asc'}`),
    `s.id ${down ? 'asc' : 'desc'}`,
  ];
  const words = (question.search ?? '').split(/\s+/).filter(Boolean);
  const [from, to] = [question.start_date ?? null, question.end_date ?? null];
  const swapped = from !== null && to !== null && from > to;
  const rows = await sql<OracleRow>(
    `select ${shape.rows}
     from public.sales s
     join public.commissions m on m.sales_id = s.id
     join public.customers c on c.id = s.customer_id
     join public.vendors v on v.id = s.vendor_id
     join public.users a on a.id = s.agent_id
     where s.organization_id = $1
       and ($2::uuid is null or ${shape.agent} = $2)
       and ($3::uuid is null or ${shape.agent} = $3)
       and ($4::uuid is null or s.vendor_id = $4)
       and ($5::date is null or s.sale_date >= $5)
       and ($6::date is null or s.sale_date <= $6)
       and ($8::bool is not true or m.status = 'unpaid' and m.amount > 0 and m.due_on < private.today())
       and ($9::bool is not true or s.status = 'booked' and s.travel_date <= private.today() + 30)
       and ($11::bool is not true or m.status = 'funds_received' and s.status = 'paid')
       and ($10::text is null or ${shape.found})
       and not exists (select 1 from unnest($7::text[]) w
         where ${shape.searched.map((column) => `coalesce(strpos(${folded(column, column)}, ${folded(column, 'w')}), 0) = 0`).join(' and ')})
     order by ${order.join(', ')}`,
    [
      agency.organizationId,
      own,
      question.agent_id ?? null,
      question.vendor_id ?? null,
      swapped ? to : from,
      swapped ? from : to,
      words,
      question.overdue ?? null,
      question.departing ?? null,
      question.search ?? null,
      question.ready ?? null,
    ],
  );
  const status = shape.statuses.includes(question.status ?? '') ? question.status : null;
  const shown = rows.filter(
    (row) => !status || (status === 'active' ? row.status !== 'cancelled' : row.status === status),
  );
  const size = Math.min(Math.max(question.page_size ?? 10, 1), 100);
  const page = Math.max(question.page ?? 1, 1);
  return {
    ids: shown.slice((page - 1) * size, page * size).map(({ id }) => id),
    all: shown.map(({ id }) => id),
    numbers: {
      count: shown.length,
      page,
      page_size: size,
      total_pages: Math.ceil(shown.length / size),
      ...shape.sums(rows),
    },
  };
}
