import { ask } from './bank';
import { addDays } from './dashboard';
import type { Line, Sale } from './independent-books';
import { money, percentOf, total } from './independent-money';
import { dueOf, firstOpen, oneOf, someDay, type AuditWorld } from './independent-world';
import type { Saved } from './sales';
import { commissionOf } from './test-agency';

/** Whether it was done; a deed with nothing to do is none. */
export type Deed = (world: AuditWorld) => Promise<boolean>;

const LINE_KINDS = ['fare', 'hotel', 'cruise', 'insurance', 'tour'] as const;

const amounts = (world: AuditWorld) => {
  const { below } = world;
  if (below(5) < 2) {
    const lines: Line[] = Array.from({ length: 1 + below(3) }, () => {
      const amount = 20_000 + below(180_000);
      return {
        kind: LINE_KINDS[below(LINE_KINDS.length)] ?? 'fare',
        amount,
        commission: percentOf(amount, 500 + below(1200)),
      };
    });
    if (below(4) === 0) {
      const off = 500 + below(2500);
      lines.push({ kind: 'discount', amount: -off, commission: -percentOf(off, 1000) });
    }
    const fee = below(2) === 0 ? 2_000 + below(15_000) : 0;
    if (fee > 0) lines.push({ kind: 'service_fee', amount: fee, commission: 0 });
    return {
      lines,
      fee,
      total: total(lines, ({ amount }) => amount),
      amount: total(lines, ({ commission }) => commission),
    };
  }
  const whole = 50_000 + below(450_000);
  return { lines: null, fee: 0, total: whole, amount: percentOf(whole, 700 + below(900)) };
};

const sent = ({ lines, total: whole, amount }: Pick<Sale, 'lines' | 'total' | 'amount'>) => ({
  commission_basis: 'amount',
  total_amount: money(whole),
  commission_amount: money(amount),
  ...(lines && {
    lines: lines.map((line) => ({
      kind: line.kind,
      text: null,
      amount: money(line.amount),
      earns: line.commission === 0 ? 'nothing' : 'amount',
      rate: 0,
      commission: money(line.commission),
    })),
  }),
});

const besides = (world: AuditWorld, seller: string): Sale['beside'] => {
  if (world.below(5) > 1) return [];
  const others = world.sellers.filter(({ id }) => id !== seller);
  const first = oneOf(world, others);
  const second = oneOf(world, others);
  return [
    ...(first ? [{ person: first.id, role: 'co_seller' as const, points: 1000 + world.below(3500) }] : []),
    ...(second && second !== first && world.below(2)
      ? [{ person: second.id, role: 'referral' as const, points: 333 + world.below(1200) }]
      : []),
  ];
};
const besideSent = (beside: Sale['beside']) =>
  beside.map(({ person, role, points }) => ({ user_id: person, role, percent: points / 100 }));

export const record: Deed = async (world) => {
  const { agency, books, below } = world;
  const seller = oneOf(world, world.sellers)?.id ?? '';
  const day = someDay(world);
  const travel = below(4) ? addDays(day, below(120) - 10 < 0 ? 5 : below(120)) : null;
  const vendor = oneOf(world, world.vendors) ?? '';
  const customer = oneOf(world, world.customers) ?? '';
  const nth = books.sales.length;
  const what = { ...amounts(world), beside: besides(world, seller), vendor, customer, day, travel, seller };
  const { id, version } = await ask<{ id: string; version: number }>(agency.admin, 'create_sale', {
    sale: {
      ...{ customer_id: customer, vendor_id: vendor, agent_id: seller, booking_reference: `AU-${nth}` },
      ...{ sale_date: day, travel_date: travel, ...sent(what), co_sellers: besideSent(what.beside) },
    },
  });
  const commission = (await commissionOf(id)).id;
  books.sales.push({
    ...{ id, version, commission, nth, reference: `AU-${nth}`, ...what, due: dueOf(world, what) },
    ...{
      status: 'booked',
      cancelled: false,
      funds: false,
      fundsBefore: false,
      deposits: [],
      manual: null,
      recalls: [],
    },
    ...{ held: false, payments: new Map(), feePayments: new Map(), ofReceived: false },
    recorded: new Map([seller, ...what.beside.map(({ person }) => person)].map((one) => [one, what.lines])),
  });
  return true;
};

/** Booked, and nothing came of it yet. */
const untouched = (world: AuditWorld): Sale | undefined =>
  oneOf(
    world,
    world.books.sales.filter(
      (sale) =>
        sale.status === 'booked' &&
        !sale.cancelled &&
        !sale.funds &&
        !world.books.hasReceipt(sale) &&
        sale.day >= firstOpen(world),
    ),
  );

export const change: Deed = async (world) => {
  const sale = untouched(world);
  if (!sale) return false;
  const what = world.below(3);
  const to: Partial<Sale> =
    what === 0
      ? { ...amounts(world) }
      : what === 1
        ? { beside: besides(world, sale.seller) }
        : { vendor: oneOf(world, world.vendors) ?? sale.vendor };
  const next = { ...sale, ...to };
  const saved = await ask<Saved>(world.agency.admin, 'update_sale', {
    sale_id: sale.id,
    expected_version: sale.version,
    changes:
      what === 0
        ? { ...sent(next), ...(next.lines ? {} : { lines: [] }) }
        : what === 1
          ? { co_sellers: besideSent(next.beside) }
          : { vendor_id: next.vendor },
  });
  if (saved.outcome !== 'saved') throw new Error('A conflict of nobody');
  const recorded = new Map(
    world.books
      .peopleOf(next)
      .map(({ person }) => [
        person,
        sale.recorded.has(person) ? (sale.recorded.get(person) ?? null) : next.lines,
      ]),
  );
  Object.assign(sale, to, { version: saved.version, due: dueOf(world, next), recorded });
  return true;
};

const unpaidPeople = (sale: Sale) => sale.payments.size === 0 && sale.feePayments.size === 0;

export const customerPays: Deed = async (world) => {
  const sale = oneOf(
    world,
    world.books.sales.filter(({ status }) => status === 'booked'),
  );
  if (!sale) return false;
  const done = await ask<{ version: number }>(world.agency.admin, 'update_sale_status', {
    sale_id: sale.id,
    status: 'paid',
  });
  Object.assign(sale, { status: 'paid', version: done.version });
  if (!world.depositMatched && !sale.cancelled) sale.funds = true;
  return true;
};

export const cancel: Deed = async (world) => {
  const sale = oneOf(
    world,
    world.books.sales.filter((one) => one.status !== 'cancelled' && unpaidPeople(one)),
  );
  if (!sale) return false;
  const done = await ask<{ version: number }>(world.agency.admin, 'update_sale_status', {
    sale_id: sale.id,
    status: 'cancelled',
  });
  Object.assign(sale, { status: 'cancelled', cancelled: true, version: done.version });
  return true;
};

export const cancelCommission: Deed = async (world) => {
  const sale = oneOf(
    world,
    world.books.sales.filter((one) => !one.cancelled && unpaidPeople(one)),
  );
  if (!sale) return false;
  const { error } = await world.agency.admin.api
    .from('commissions')
    .update({ status: 'cancelled' })
    .eq('id', sale.commission)
    .select('id, status')
    .single();
  if (error) throw new Error(error.message);
  sale.cancelled = true;
  return true;
};

export const merge: Deed = async (world) => {
  if (world.customers.length < 4) {
    const made = await ask<{ id: string }>(world.agency.admin, 'create_customer', {
      customer: { first_name: `N${world.books.sales.length}`, last_name: 'Own' },
    });
    world.customers.push(made.id);
    return true;
  }
  const [kept, gone] = [world.customers[0] ?? '', world.customers.at(-1) ?? ''];
  const answer = await ask<{ merge_id?: string; error?: string }>(world.agency.admin, 'merge_customers', {
    ...{ kept_id: kept, merged_id: gone },
  });
  if (!answer.merge_id) throw new Error(`merge: ${answer.error}`);
  world.customers.pop();
  for (const sale of world.books.sales) {
    if (sale.customer !== gone) continue;
    sale.customer = kept;
    sale.version += 1;
  }
  return true;
};
