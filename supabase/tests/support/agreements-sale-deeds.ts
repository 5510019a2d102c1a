import { percentOf, type OracleLine } from './agreements-oracle';
import { holdersOf, keepFees, oneOf, type Holder, type World, type WorldSale } from './agreements-world';
import { ask } from './bank';
import { addDays } from './dashboard';
import { outcome, type Deed, type Deeds } from './agreements-deeds';
import type { Done } from './payouts';
import { createSale, saleRow, setStatus, updateSale } from './sales';
import type { Person } from './test-agency';

const money = (cents: number) => cents / 100;

let counter = 0;

type Others = Pick<Holder, 'person' | 'role' | 'points'>[];

/** Nobody, or one to three others who are not the seller; the seller keeps something. */
function someOthers({ below, people }: World, seller: string): Others {
  if (below(2)) return [];
  const others = people.filter(({ id }) => id !== seller).slice(0, 1 + below(3));
  let left = 9900;
  return others.flatMap(({ id }): Others => {
    const points = 1 + below(Math.floor(left / 2));
    left -= points;
    return [{ person: id, role: below(3) ? 'co_seller' : 'referral', points }];
  });
}

const coSellers = (others: Others) =>
  others.map(({ person, role, points }) => ({ user_id: person, role, percent: points / 100 }));

type SentLine = {
  kind: string;
  text: string;
  amount: number;
  earns: string;
  rate?: number;
  commission?: number;
};

/** Lines that add up to something, with what each earns in cents. */
function someLines({ below }: World): { sent: SentLine[]; lines: OracleLine[] } {
  const sent: SentLine[] = [];
  const lines: OracleLine[] = [];
  const add = (kind: string, cents: number, earns: 'rate' | 'amount' | 'nothing', points = 0) => {
    const commission = earns === 'nothing' ? 0 : percentOf(cents, points);
    lines.push({ kind, amount: cents, commission });
    sent.push({
      ...{ kind, text: `A ${kind}`, amount: money(cents), earns },
      ...(earns === 'rate' && { rate: points / 100 }),
      ...(earns === 'amount' && { commission: money(commission) }),
    });
  };
  add('fare', 50_000 + below(300_000), 'rate', 500 + below(1100));
  if (below(2)) add('taxes', 1 + below(40_000), 'nothing');
  if (below(3) === 0) add('non_commissionable', 1 + below(20_000), 'nothing');
  if (below(2)) add('hotel', 1000 + below(100_000), 'amount', 500 + below(900));
  if (below(3) === 0) add('insurance', 1000 + below(20_000), 'rate', 2000 + below(1500));
  if (below(4) === 0) add('extra', below(9000), 'rate', below(1000));
  if (below(4) === 0) add('discount', -1 - below(9000), below(2) ? 'rate' : 'nothing', 300);
  if (below(2)) add('service_fee', 1 + below(20_000), 'nothing');
  return { sent, lines };
}

const sumOf = (lines: readonly OracleLine[], of: (line: OracleLine) => number) =>
  lines.reduce((sum, line) => sum + of(line), 0);

const sumsOf = (lines: readonly OracleLine[]) => ({
  total: sumOf(lines, ({ amount }) => amount),
  commission: sumOf(lines, ({ commission }) => commission),
  fee: sumOf(lines, ({ kind, amount }) => (kind === 'service_fee' ? amount : 0)),
});

/** What is sent of one total, and what it comes to. */
function someTotal({ below }: World) {
  const total = 100 + below(400_000);
  const points = below(2000);
  return {
    sent: { total_amount: money(total), commission_basis: 'rate', commission_rate: points / 100 },
    sums: { total, commission: percentOf(total, points), fee: 0 },
  };
}

const sell =
  (withLines: boolean): Deed =>
  async (world) => {
    const { agency, people, vendors, groups, below, today } = world;
    const seller = oneOf(world, people) as Person;
    const by = below(3) ? seller : agency.admin;
    const vendor = oneOf(world, vendors) as string;
    const day = below(6) ? addDays(today, -below(300)) : today;
    counter += 1;
    const others = someOthers(world, seller.id);
    const { sent, lines } = withLines ? someLines(world) : { sent: [], lines: [] };
    const plain = someTotal(world);
    const group = vendor === agency.vendorId && below(2) ? oneOf(world, groups) : undefined;
    const { id } = await createSale(
      by,
      { ...agency, vendorId: vendor },
      {
        ...{ booking_reference: `EC-${1000 + counter}`, sale_date: day, agent_id: seller.id },
        ...(withLines
          ? { lines: sent, total_amount: undefined, commission_basis: undefined, commission_rate: undefined }
          : plain.sent),
        ...(others.length > 0 && { co_sellers: coSellers(others) }),
        ...(group && { group_id: group }),
      },
    );
    const sale: WorldSale = {
      ...{ id, reference: `EC-${1000 + counter}`, vendor, day, lines },
      ...(withLines ? sumsOf(lines) : plain.sums),
      ...{ holders: [], status: 'booked', gone: false, receipt: null, penalty: null },
      ...{ paid: new Map(), recalled: 0, fees: new Map(), customerPaid: 0 },
    };
    sale.holders = holdersOf(world, sale, seller.id, others);
    world.sales.push(sale);
    keepFees(world, sale);
    return true;
  };

export const aSale = (world: World, is: (sale: WorldSale) => boolean): WorldSale | undefined => {
  const found = oneOf(world, world.sales.filter(is));
  if (found) world.log.push(`  ${found.reference}`);
  return found;
};

/** Its terms may change. */
const isOpen = ({ status, gone, receipt, paid }: WorldSale) =>
  status === 'booked' && !gone && receipt === null && paid.size === 0;

const save = async (world: World, { id }: WorldSale, changes: object) => {
  const { version } = await saleRow(id);
  const { outcome: came } = await updateSale(world.agency.admin, id, version, changes);
  if (came !== 'saved') throw new Error(`the sale is in conflict: ${came}`);
};

const changeAmount: Deed = async (world) => {
  const sale = aSale(world, (each) => isOpen(each) && each.lines.length === 0);
  if (!sale) return false;
  const { sent, sums } = someTotal(world);
  await save(world, sale, sent);
  Object.assign(sale, sums);
  // It came down to what was paid already.
  if (sale.customerPaid > 0 && sale.customerPaid === sale.total) sale.status = 'paid';
  return true;
};

const changeLines: Deed = async (world) => {
  const sale = aSale(world, (each) => isOpen(each) && each.lines.length > 0);
  if (!sale) return false;
  const { sent, lines } = someLines(world);
  await save(world, sale, { lines: sent });
  Object.assign(sale, { lines, ...sumsOf(lines) });
  keepFees(world, sale);
  return true;
};

/** New shares: who had one keeps the split it was recorded with. */
const changeShares: Deed = async (world) => {
  const sale = aSale(world, isOpen);
  const seller = sale?.holders[0]?.person;
  if (!sale || !seller) return false;
  const others = someOthers(world, seller);
  await save(world, sale, { co_sellers: coSellers(others) });
  const before = new Map(sale.holders.map((holder) => [holder.person, holder]));
  sale.holders = holdersOf(world, sale, seller, others).map((holder) => {
    const { split, terms } = before.get(holder.person) ?? holder;
    return { ...holder, split, terms };
  });
  keepFees(world, sale);
  return true;
};

const changeAgent: Deed = async (world) => {
  const sale = aSale(world, isOpen);
  const next =
    sale &&
    oneOf(
      world,
      world.people.filter(({ id }) => sale.holders.every(({ person }) => person !== id)),
    );
  const was = sale?.holders[0]?.person;
  if (!sale || !next || !was) return false;
  await save(world, sale, { agent_id: next.id });
  const [seller] = holdersOf(world, sale, next.id, sale.holders.slice(1));
  if (seller) sale.holders = [seller, ...sale.holders.slice(1)];
  keepFees(world, sale);
  return true;
};

const customerPays: Deed = async (world) => {
  const sale = aSale(world, ({ status }) => status === 'booked');
  if (!sale) return false;
  const { error } = await setStatus(world.agency.admin, sale.id, 'paid');
  if (error) return error.message;
  sale.status = 'paid';
  // Of a sale with payments the rest is recorded; one without keeps none.
  if (sale.customerPaid > 0) sale.customerPaid = sale.total;
  return true;
};

const payOf = (world: World, sale: WorldSale, cents: number) =>
  ask<Done>(world.agency.admin, 'record_customer_payment', {
    ...{ sale_id: sale.id, amount: money(cents), paid_on: world.today, payment_method: 'card' },
  });

const customerPaysDeposit: Deed = async (world) => {
  const sale = aSale(
    world,
    ({ status, total, customerPaid }) => status === 'booked' && total - customerPaid > 2,
  );
  if (!sale) return false;
  const cents = 1 + world.below(Math.ceil((sale.total - sale.customerPaid) / 2));
  const done = outcome(await payOf(world, sale, cents));
  if (done === true) sale.customerPaid += cents;
  return done;
};

/** What is given back changes nothing of anybody's share. */
const customerIsRefunded: Deed = async (world) => {
  const sale = aSale(world, ({ customerPaid }) => customerPaid > 0);
  if (!sale) return false;
  const cents = 1 + world.below(sale.customerPaid);
  const done = outcome(await payOf(world, sale, -cents));
  if (done === true) sale.customerPaid -= cents;
  return done;
};

const customerPaysByParts: Deed = async (world) => {
  const sale = aSale(
    world,
    ({ status, total, customerPaid }) => status === 'booked' && total - customerPaid > 2,
  );
  if (!sale) return false;
  const open = sale.total - sale.customerPaid;
  const first = 1 + world.below(open - 1);
  for (const cents of [first, open - first]) {
    const done = outcome(await payOf(world, sale, cents));
    if (done !== true) return done;
    sale.customerPaid += cents;
  }
  sale.status = 'paid';
  return true;
};

const cancel: Deed = async (world) => {
  const sale = aSale(world, ({ status, paid }) => status !== 'cancelled' && paid.size === 0);
  if (!sale) return false;
  const { error } = await setStatus(world.agency.admin, sale.id, 'cancelled');
  if (error) return error.message;
  Object.assign(sale, { status: 'cancelled', gone: true });
  return true;
};

export const cancelWithPenalty: Deed = async (world) => {
  const sale = aSale(
    world,
    ({ status, paid, commission }) => status !== 'cancelled' && paid.size === 0 && commission > 0,
  );
  if (!sale) return false;
  const amount = 1 + world.below(sale.commission);
  const due_on = addDays(world.today, 30);
  const words = { sale_id: sale.id, amount: money(amount), due_on, note: 'Late' };
  const done = outcome(await ask<Done>(world.agency.admin, 'cancel_sale_with_penalty', words));
  if (done !== true) return done;
  const [seller = '', ...others] = sale.holders.map(({ person }) => person);
  const again = sale.holders.slice(1).filter(({ person }) => others.includes(person));
  // What is cancelled adds nothing to a volume: tiers are those of what was sold before.
  Object.assign(sale, { status: 'cancelled', gone: true });
  sale.penalty = { amount, holders: holdersOf(world, sale, seller, again, []), gone: false };
  return true;
};

/** What happens to sales. */
export const SALE_DEEDS: Deeds = [
  ['sell for one total', 10, sell(false)],
  ['sell by lines', 10, sell(true)],
  ['change the amount', 3, changeAmount],
  ['change the lines', 3, changeLines],
  ['change the shares', 4, changeShares],
  ['change the agent', 3, changeAgent],
  ['customer pays', 10, customerPays],
  ['customer pays in two parts', 3, customerPaysByParts],
  ['customer pays a deposit', 3, customerPaysDeposit],
  ['customer is refunded', 2, customerIsRefunded],
  ['cancel a sale', 2, cancel],
  ['cancel with a penalty', 2, cancelWithPenalty],
];
