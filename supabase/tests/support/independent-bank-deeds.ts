import { ask, importLines, line } from './bank';
import { match } from './bank-matches';
import { keyOf, type Sale } from './independent-books';
import { atSplits, money, percentOf, rounded } from './independent-money';
import { waiting, wasGiven } from './independent-pay';
import type { Deed } from './independent-sale-deeds';
import { anyDay, firstOpen, oneOf, postedOn, someDay, type AuditWorld } from './independent-world';
import type { Done } from './payouts';

async function transact(world: AuditWorld, day: string, parts: object[], amount: number) {
  world.clock += 1;
  const { rows } = await importLines(world.agency.admin, world.account, [
    line(1, `SOMETHING ${'ABCDEFGHIJ'[world.clock % 10]}${world.clock}`, money(amount).toFixed(2), {
      booked_on: day,
    }),
  ]);
  const [row] = rows;
  if (!row) throw new Error('Nothing was imported');
  const done = await match(world.agency.admin, row, parts);
  if (!done.success) throw new Error(`match: ${done.error}`);
  return done.group_id;
}

const standing = (world: AuditWorld, fits: (sale: Sale) => boolean) =>
  oneOf(
    world,
    world.books.sales.filter((sale) => !sale.cancelled && fits(sale)),
  );

/** A deposit of all that is open, of a part, or of a part with the rest written off; sometimes of several at once. */
export const deposit: Deed = async (world) => {
  const { books, below } = world;
  const picked = new Set<Sale>();
  for (let n = 0; n <= below(3); n += 1) {
    const sale = standing(
      world,
      (one) =>
        books.open(one) > 100 &&
        one.manual === null &&
        !one.ofReceived &&
        (one.deposits.length === 0 || below(2) === 0),
    );
    if (sale) picked.add(sale);
  }
  if (picked.size === 0) return false;
  const day = anyDay(world);
  const facts = [...picked].map((sale) => {
    const open = books.open(sale);
    const how = below(5);
    const amount = how < 3 ? open : percentOf(open, 3000 + below(6000));
    const writeOff = how === 4 && unpaid(sale) ? open - amount : 0;
    return { sale, amount, writeOff };
  });
  const group = await transact(
    world,
    day,
    facts.map(({ sale, amount, writeOff }) => ({
      ...{ commission_id: sale.commission, amount: money(amount) },
      ...(writeOff > 0 && { write_off: money(writeOff), reason: 'Agreed' }),
    })),
    facts.reduce((sum, { amount }) => sum + amount, 0),
  );
  for (const { sale, amount, writeOff } of facts) {
    if (sale.deposits.length === 0) sale.fundsBefore = sale.funds;
    sale.deposits.push({ amount, writeOff, day, posted: postedOn(world, day), group });
    settle(world, sale);
  }
  return true;
};

const unpaid = (sale: Sale) => sale.payments.size === 0;

/** What a receipt makes of the status, and of the share where the rest is written off. */
function settle(world: AuditWorld, sale: Sale): void {
  const { books } = world;
  if (sale.deposits.length === 0 ? sale.manual : books.open(sale) === 0) sale.funds = true;
  sale.ofReceived = world.paidOnReceived && books.writtenOff(sale) > 0;
}

export const manualReceipt: Deed = async (world) => {
  const { books, below } = world;
  const sale = standing(world, (one) => one.deposits.length === 0 && one.manual === null);
  if (!sale) return false;
  const day = someDay(world);
  const how = below(4);
  const amount = how < 2 ? sale.amount : percentOf(sale.amount, 4000 + below(5000));
  const writeOff = how === 3 && unpaid(sale) ? sale.amount - amount : 0;
  const done = await ask<Done>(world.agency.admin, 'record_receipt', {
    ...{ commission_id: sale.commission, received_on: day, received_amount: money(amount) },
    ...(writeOff > 0 && { write_off_reason: 'Agreed' }),
  });
  if (!done.success) throw new Error(`receipt: ${done.error}`);
  sale.manual = { amount, writeOff, day, posted: day };
  settle(world, sale);
  return books.hasReceipt(sale);
};

export const takeReceiptBack: Deed = async (world) => {
  const sale = standing(
    world,
    (one) =>
      one.manual !== null &&
      one.payments.size === 0 &&
      one.deposits.length === 0 &&
      one.manual.posted >= firstOpen(world),
  );
  if (!sale) return false;
  const done = await ask<Done>(world.agency.admin, 'record_receipt', {
    ...{ commission_id: sale.commission, received_on: null, received_amount: null },
  });
  if (!done.success) throw new Error(`receipt back: ${done.error}`);
  sale.manual = null;
  sale.ofReceived = false;
  return true;
};

/** The vendor takes something back of what was deposited. */
export const recall: Deed = async (world) => {
  const { books, below } = world;
  const sale = standing(
    world,
    (one) =>
      one.deposits.length > 0 &&
      books.open(one) === 0 &&
      books.writtenOff(one) === 0 &&
      one.recalls.length === 0 &&
      (one.payments.size === 0 ||
        books.peopleOf(one).every(({ person }) => books.agreed.get(person)?.tiers === null)),
  );
  if (!sale) return false;
  const amount = below(2) ? sale.amount : percentOf(sale.amount, 2500 + below(5000));
  const last = books.receipt(sale)?.day ?? '';
  const day = anyDay(world, last > '2026-02-01' ? last : '2026-02-01');
  await transact(world, day, [{ commission_id: sale.commission, amount: -money(amount) }], -amount);
  const givenBack = new Map<string, number>();
  for (const share of books.shares(sale)) {
    if (!wasGiven(books, sale, keyOf(share))) continue;
    const own =
      share.upon === null
        ? atSplits(books.partOf(sale, share.person, amount), books.splitsOf(sale, share.person))
        : null;
    const back = own ?? rounded(BigInt(share.amount) * BigInt(amount), BigInt(sale.amount));
    givenBack.set(`${share.person} ${share.role} ${share.upon ?? ''}`, back);
    books.waiting.set(share.person, waiting(books, share.person) - back);
  }
  sale.recalls.push({ amount, day, posted: postedOn(world, day), givenBack });
  // All of it, and nobody was paid: then it waits for the vendor again (a finding: the document says never).
  const customerPaid = !world.depositMatched && sale.status === 'paid';
  if (amount === books.received(sale) && sale.payments.size === 0 && !customerPaid)
    sale.funds = sale.fundsBefore;
  return true;
};

/** Takes the last match back that nobody was paid of. */
export const undoMatch: Deed = async (world) => {
  const { books } = world;
  const sale = standing(
    world,
    (one) => one.deposits.length === 1 && one.recalls.length === 0 && one.payments.size === 0,
  );
  const group = sale?.deposits[0]?.group;
  if (!sale || !group) return false;
  const all = books.sales.filter((one) => one.deposits.some((fact) => fact.group === group));
  const alone = all.every(
    (one) =>
      one.deposits.at(-1)?.group === group &&
      one.recalls.length === 0 &&
      one.payments.size === 0 &&
      !one.cancelled,
  );
  if (!alone) return false;
  const done = await ask<Done>(world.agency.admin, 'undo_bank_decision', { group_id: group });
  if (!done.success) throw new Error(`undo: ${done.error}`);
  for (const one of all) {
    one.deposits = one.deposits.filter((fact) => fact.group !== group);
    one.funds =
      one.deposits.length > 0
        ? books.open(one) === 0
        : one.fundsBefore || (!world.depositMatched && one.status === 'paid');
    one.ofReceived = false;
  }
  return true;
};

export const hold: Deed = async (world) => {
  const sale = standing(world, (one) => !one.held && one.payments.size === 0);
  if (!sale) return false;
  const done = await ask<Done>(world.agency.admin, 'hold_commission', {
    ...{ commission_id: sale.commission, reason: 'Look again' },
  });
  if (!done.success) throw new Error(`hold: ${done.error}`);
  sale.held = true;
  return true;
};

export const release: Deed = async (world) => {
  const sale = standing(world, (one) => one.held);
  if (!sale) return false;
  const done = await ask<Done>(world.agency.admin, 'release_commission', { commission_id: sale.commission });
  if (!done.success) throw new Error(`release: ${done.error}`);
  sale.held = false;
  return true;
};
