import { ask } from './bank';
import type { Books, Sale } from './independent-books';
import { cents, total } from './independent-money';
import { dues } from './independent-pay';
import type { Tally } from './independent-tally';
import type { AuditWorld } from './independent-world';
import type { Person } from './test-agency';

type Said = Record<string, Record<string, unknown>>;
type Row = Record<string, unknown> & { id: string };

const isIn = (books: Books, sale: Sale, who: string | null) => who === null || books.placeOf(sale, who) >= 0;
const part = (books: Books, sale: Sale, who: string | null, amount: number) =>
  who === null ? amount : books.partOf(sale, who, amount);
/** Of a cancelled one amounts are what they were; the tiers of then are not kept in these books. */
const knowsShares = (books: Books, sale: Sale, who: string | null) =>
  who !== null
    ? books.agreed.get(who)?.tiers === null
    : !sale.cancelled || books.peopleOf(sale).every(({ person }) => books.agreed.get(person)?.tiers === null);

/** Own shares alone: lists say what a share is before overrides, to the agency what all people get. */
const own = (books: Books, sale: Sale, who: string | null) =>
  who === null
    ? books.has(sale, null)
    : total(
        books.shares(sale).filter(({ person, upon }) => person === who && upon === null),
        ({ amount }) => amount,
      );

const COMMISSIONS = ['unpaid', 'funds_received', 'agent_paid', 'cancelled', 'active_total', 'total'];
const fits = (figure: string, status: string) =>
  figure === 'total' || (figure === 'active_total' ? status !== 'cancelled' : status === figure);

function heads(
  tally: Tally,
  where: string,
  world: AuditWorld,
  said: Said,
  sales: readonly Sale[],
  who: string | null,
) {
  const { books } = world;
  for (const figure of COMMISSIONS) {
    const rows = sales.filter((sale) => fits(figure, books.status(sale, who)));
    const theirs = said[figure] ?? {};
    tally.same(`${where} ${figure} count`, theirs['count'], rows.length);
    tally.same(
      `${where} ${figure} amount`,
      cents(theirs['amount']),
      total(rows, (sale) => part(books, sale, who, sale.amount)),
    );
    if (!rows.every((sale) => knowsShares(books, sale, who))) continue;
    tally.same(
      `${where} ${figure} agent_amount`,
      cents(theirs['agent_amount']),
      total(rows, (sale) => own(books, sale, who)),
    );
  }
}

async function lists(world: AuditWorld, tally: Tally, reader: Person, who: string | null): Promise<void> {
  const { books } = world;
  const role = who === null ? 'admin' : 'agent';
  const mine = books.sales.filter((sale) => isIn(books, sale, who));
  const bySale = new Map(mine.map((sale) => [sale.id, sale]));
  const answer = await ask<{ rows: Row[]; count: number; stats: Said }>(reader, 'list_commissions', {
    page_size: 100,
  });
  tally.same(`commissions list ${role} count`, answer.count, mine.length);
  heads(tally, `commissions list ${role}`, world, answer.stats, mine, who);
  for (const row of answer.rows) {
    const sale = bySale.get(String(row['sales_id']));
    if (!sale) continue;
    const where = `commissions row ${role}`;
    tally.same(`${where} <${sale.reference}> status`, row['status'], books.status(sale, who));
    tally.same(
      `${where} <${sale.reference}> amount`,
      cents(row['amount']),
      part(books, sale, who, sale.amount),
    );
    tally.same(
      `${where} <${sale.reference}> total`,
      cents(row['total_amount']),
      part(books, sale, who, sale.total),
    );
    tally.same(
      `${where} <${sale.reference}> open`,
      cents(row['open']),
      part(books, sale, who, books.open(sale)),
    );
    const owed = books.isOverdue(sale) ? books.open(sale) : 0;
    tally.same(`${where} <${sale.reference}> owed`, cents(row['owed']), part(books, sale, who, owed));
    tally.same(`${where} <${sale.reference}> due`, row['due_on'], sale.due);
    if (knowsShares(books, sale, who))
      tally.same(`${where} <${sale.reference}> share`, cents(row['agent_amount']), own(books, sale, who));
  }
  const sold = await ask<{ rows: Row[]; count: number; by_status: Said }>(reader, 'list_sales', {
    page_size: 100,
  });
  for (const figure of ['booked', 'paid', 'cancelled', 'active_total', 'total']) {
    const rows = mine.filter((sale) => fits(figure, sale.status));
    const theirs = sold.by_status[figure] ?? {};
    tally.same(`sales list ${role} ${figure} count`, theirs['count'], rows.length);
    tally.same(
      `sales list ${role} ${figure} amount`,
      cents(theirs['amount']),
      total(rows, (sale) => part(books, sale, who, sale.total)),
    );
  }
  for (const row of sold.rows) {
    const sale = bySale.get(row.id);
    if (!sale) continue;
    tally.same(
      `sales row ${role} <${sale.reference}> total`,
      cents(row['total_amount']),
      part(books, sale, who, sale.total),
    );
    tally.same(
      `sales row ${role} <${sale.reference}> commission`,
      cents(row['commission_amount']),
      part(books, sale, who, sale.amount),
    );
    const commission = row['commission'] as Record<string, unknown>;
    if (knowsShares(books, sale, who))
      tally.same(
        `sales row ${role} <${sale.reference}> share`,
        cents(commission['agent_amount']),
        own(books, sale, who),
      );
  }
}

async function dashboard(world: AuditWorld, tally: Tally, reader: Person, who: string | null): Promise<void> {
  const { books } = world;
  const role = who === null ? 'admin' : 'agent';
  const range = { start_date: '2026-03-01', end_date: '2026-10-15' };
  const said = await ask<Record<string, Said>>(reader, 'get_dashboard', range);
  const mine = books.sales.filter(
    (sale) => isIn(books, sale, who) && sale.day >= range.start_date && sale.day <= range.end_date,
  );
  heads(tally, `dashboard ${role}`, world, said['commissions'] ?? {}, mine, who);
  for (const figure of ['booked', 'paid', 'cancelled', 'active_total', 'total']) {
    const rows = mine.filter((sale) => fits(figure, sale.status));
    const theirs = said['sales']?.[figure] ?? {};
    tally.same(`dashboard ${role} sales ${figure} count`, theirs['count'], rows.length);
    tally.same(
      `dashboard ${role} sales ${figure}`,
      cents(theirs['amount']),
      total(rows, (sale) => part(books, sale, who, sale.total)),
    );
  }
  const ready = dues(books).filter((due) => who === null || due.person === who);
  const theirs = who === null ? said['to_do']?.['payable'] : said['payable']?.['now'];
  tally.same(
    `dashboard ${role} ready to pay`,
    cents(theirs?.['amount']),
    total(ready, ({ amount }) => amount),
  );
  if (who !== null) return;
  const owed = books.sales.filter((sale) => books.isOverdue(sale));
  const overdue = said['to_do']?.['overdue'] ?? {};
  tally.same('dashboard overdue count', overdue['count'], owed.length);
  tally.same(
    'dashboard overdue',
    cents(overdue['amount']),
    total(owed, (sale) => books.open(sale)),
  );
}

async function vendors(world: AuditWorld, tally: Tally): Promise<void> {
  const { books, agency } = world;
  for (const id of world.vendors) {
    const { figures } = await ask<{ figures: Said }>(agency.admin, 'get_vendor_page', { vendor_id: id });
    const all = books.sales.filter((sale) => sale.vendor === id);
    const active = all.filter((sale) => sale.status !== 'cancelled');
    const same = (name: string, theirs: unknown, mine: number) =>
      tally.same(`vendor page ${name}`, theirs, mine);
    same('sales', figures['sales_count'], active.length);
    same(
      'revenue',
      cents(figures['total_amount']),
      total(active, (sale) => sale.total),
    );
    const came = all.filter((sale) => books.hasReceipt(sale));
    same('received count', figures['received']?.['count'], came.length);
    same('received', cents(figures['received']?.['amount']), total(came, books.received));
    same(
      'received of',
      cents(figures['received']?.['owed']),
      total(came, (sale) => sale.amount),
    );
    same('taken back', cents(figures['received']?.['taken_back']), total(all, books.takenBack));
    same(
      'net',
      cents(figures['received']?.['net']),
      total(came, books.received) - total(all, books.takenBack),
    );
    const open = all.filter((sale) => books.open(sale) > 0);
    const owed = open.filter((sale) => books.isOverdue(sale));
    const [notYet, past] = [figures['expected'] ?? {}, figures['overdue'] ?? {}];
    same('expected', cents(notYet['amount']) + cents(past['amount']), total(open, books.open));
    same('expected count', Number(notYet['count']) + Number(past['count']), open.length);
    same('overdue', cents(figures['overdue']?.['amount']), total(owed, books.open));
    same('overdue count', figures['overdue']?.['count'], owed.length);
    const short = figures['overdue']?.['paid_short'] as Record<string, unknown>;
    const inPart = owed.filter((sale) => books.received(sale) > 0);
    same('paid short', cents(short['amount']), total(inPart, books.open));
    const paid = figures['overdue']?.['agents_paid'] as Record<string, unknown>;
    same(
      'agents already paid',
      cents(paid['amount']),
      total(
        owed.filter((sale) => books.status(sale) === 'agent_paid'),
        books.open,
      ),
    );
    for (const status of ['funds_received', 'agent_paid']) {
      const rows = all.filter((sale) => books.status(sale) === status);
      same(`${status} count`, figures[status]?.['count'], rows.length);
      same(
        status,
        cents(figures[status]?.['amount']),
        total(rows, (sale) => sale.amount),
      );
      same(
        `${status} share`,
        cents(figures[status]?.['agent_amount']),
        total(rows, (sale) => books.has(sale, null)),
      );
    }
  }
}

async function customers(world: AuditWorld, tally: Tally, reader: Person, who: string | null): Promise<void> {
  for (const id of world.customers) {
    const page = await ask<{ totals: Record<string, unknown> } | null>(reader, 'get_customer_page', {
      customer_id: id,
    });
    const own = world.books.sales.filter(
      (sale) => sale.customer === id && sale.status !== 'cancelled' && (who === null || sale.seller === who),
    );
    if (!page) continue;
    const role = who === null ? 'admin' : 'agent';
    tally.same(`customer ${role} sales`, page.totals['sales_count'], own.length);
    tally.same(
      `customer ${role} total`,
      cents(page.totals['total_amount']),
      total(own, (sale) => sale.total),
    );
  }
}

/** What screens say, of the agency or of one of its people. */
export async function compareScreens(world: AuditWorld, tally: Tally, reader: Person): Promise<void> {
  const isAdmin = reader.id === world.agency.admin.id || reader.id === world.agency.owner.id;
  const who = isAdmin ? null : reader.id;
  await lists(world, tally, reader, who);
  await dashboard(world, tally, reader, who);
  await customers(world, tally, reader, who);
  if (isAdmin) await vendors(world, tally);
}
