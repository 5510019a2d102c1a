import { randomUUID } from 'node:crypto';
import { outcome, type Deed, type Deeds } from './agreements-deeds';
import { aSale } from './agreements-sale-deeds';
import { oneOf, type World } from './agreements-world';
import { ask } from './bank';
import { addDays } from './dashboard';
import { sql } from './database';
import { aDay, type Books } from './journal-deeds';
import { pageOf, type Done } from './payouts';
import { saleRow, updateSale } from './sales';

const money = (cents: number) => cents / 100;

/** A receipt of some day, short, in full or above; also one that is said again. */
const receive =
  (books: Books): Deed =>
  async (world) => {
    const { agency, below } = world;
    const sale = aSale(world, ({ gone, commission, recalled }) => !gone && commission > 2 && recalled === 0);
    if (!sale) return false;
    const [row] = await sql<{ id: string }>('select id from public.commissions where sales_id = $1', [
      sale.id,
    ]);
    const how = below(4);
    const { commission } = sale;
    const cents =
      how === 0 ? commission : how === 1 ? commission + 1 + below(2000) : 1 + below(commission - 1);
    const done = outcome(
      await ask<Done>(agency.admin, 'record_receipt', {
        ...{ commission_id: row?.id, received_on: aDay(world, books), received_amount: money(cents) },
        ...(how === 3 && { write_off_reason: 'Short by agreement' }),
      }),
    );
    const writtenOff = how === 3 ? commission - cents : 0;
    if (done === true)
      sale.receipt = { amount: cents, writtenOff, reduces: writtenOff > 0 && world.paysOnReceived };
    return done;
  };

/** A penalty or a bonus is received by hand, of another amount than was expected; or that is taken back. */
const receiveOther =
  (books: Books): Deed =>
  async (world) => {
    const { agency, below } = world;
    const others = await sql<{ id: string; cents: number; received: boolean }>(
      `select id, (amount * 100)::float8 as cents, received_on is not null as received from public.other_commissions
       where organization_id = $1 and kind <> 'service_fee' and status <> 'cancelled' order by created_at, id`,
      [agency.organizationId],
    );
    const one = oneOf(world, others);
    if (!one) return false;
    const cents = [one.cents, one.cents + 1 + below(900), 1 + below(one.cents)][below(3)] ?? one.cents;
    const receipt = { received_on: aDay(world, books), received_amount: money(cents) };
    return outcome(
      await ask<Done>(agency.admin, 'record_other_receipt', {
        ...{ other_commission_id: one.id },
        ...(!(one.received && below(2)) && receipt),
      }),
    );
  };

/** A payout that is approved is paid, on a day that was. */
const payPayout =
  (books: Books): Deed =>
  async (world) => {
    const { agency } = world;
    const [open] = await sql<{ id: string }>(
      `select id from public.payout_batches where organization_id = $1 and status = 'approved'`,
      [agency.organizationId],
    );
    if (!open) return false;
    const { payout } = await pageOf(agency.admin, open.id);
    const paid = await ask<Done>(agency.admin, 'pay_payout', {
      ...{ batch_id: open.id, expected_version: payout.version, reference: 'PAY', payment_key: randomUUID() },
      paid_on: aDay(world, books, 150),
    });
    if (!paid.success && paid.problems?.length)
      await ask(agency.admin, 'reopen_payout', { batch_id: open.id, reason: 'Stale', bank_has_it: false });
    return outcome(paid);
  };

/** A seller is paid alone, on a day that was. */
const payAlone =
  (books: Books): Deed =>
  async (world) => {
    const { agency } = world;
    const payable = await sql<{ id: string; agent: string; cents: number }>(
      `select c.id, c.agent_id as agent, (c.agent_amount * 100)::float8 as cents from public.commissions c
       where c.organization_id = $1 and c.status = 'funds_received' and c.sale_paid and not c.seller_paid order by c.created_at, c.id`,
      [agency.organizationId],
    );
    const one = oneOf(world, payable);
    if (!one) return false;
    return outcome(
      await ask<Done>(agency.admin, 'record_agent_payment', {
        ...{ commission_id: one.id, agent_id: one.agent, organization_id: agency.organizationId },
        ...{ created_by: agency.admin.id, amount: money(one.cents), payment_method: 'check' },
        payment_date: aDay(world, books, 200),
      }),
    );
  };

/** A vendor takes back what an agent was paid for, whatever was received of it: a line of the next payout. */
const recall: Deed = async (world) => {
  const { agency, below } = world;
  const paid = await sql<{ id: string; cents: number }>(
    `select id, (agent_amount * 100)::float8 as cents from public.commissions
     where organization_id = $1 and seller_paid and agent_amount > 0 order by created_at, id`,
    [agency.organizationId],
  );
  const one = oneOf(world, paid);
  if (!one) return false;
  const said = { commission_id: one.id, amount: money(1 + below(one.cents)), note: 'Taken back' };
  return outcome(await ask<Done>(agency.admin, 'record_recall', said));
};

const correctPayment =
  (books: Books): Deed =>
  async (world) => {
    const payments = await sql<{ id: string }>(
      'select id from public.agent_payments where organization_id = $1 and batch_id is null order by created_at, id',
      [world.agency.organizationId],
    );
    const one = oneOf(world, payments);
    if (!one) return false;
    return outcome(
      await ask<Done>(world.agency.admin, 'correct_agent_payment', {
        ...{ payment_id: one.id, payment_date: aDay(world, books, 200), payment_method: 'cash' },
      }),
    );
  };

const changeDay =
  (books: Books): Deed =>
  async (world) => {
    const sale = aSale(world, ({ status, gone }) => status === 'booked' && !gone);
    if (!sale) return false;
    const day = aDay(world, books);
    const { version } = await saleRow(sale.id);
    await updateSale(world.agency.admin, sale.id, version, { sale_date: day });
    sale.day = day;
    return true;
  };

const settings: Deed = async ({ agency, below }) => {
  const changes = below(2)
    ? { agents_paid_on: below(2) ? 'received' : 'expected' }
    : { commission_received_on: below(3) ? 'sale_paid' : 'deposit_matched' };
  const { error } = await agency.owner.api
    .from('organizations')
    .update(changes)
    .eq('id', agency.organizationId);
  return error ? error.message : true;
};

const endOfMonth = (day: string, months = 0) => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
};

/** Books are closed by hand, through the end of a month or a day in it. */
const close =
  (books: Books): Deed =>
  async ({ agency, below, today }) => {
    const from = books.closedThrough ?? endOfMonth(today, -9);
    const through = below(3) ? endOfMonth(addDays(from, 1)) : addDays(from, 1 + below(28));
    if (through > addDays(today, -50)) return false;
    const done = outcome(await ask<Done>(agency.owner, 'close_books', { through }));
    if (done === true) books.closedThrough = through;
    return done;
  };

const reopen =
  (books: Books): Deed =>
  async ({ agency, below }) => {
    if (!books.closedThrough) return false;
    const through = below(3) ? endOfMonth(books.closedThrough, -1 - below(2)) : null;
    const done = outcome(
      await ask<Done>(agency.owner, 'reopen_books', { through, reason: 'A receipt is missing' }),
    );
    if (done === true) books.closedThrough = through;
    return done;
  };

/** What happens to days: receipts and payments of days that were, and books that close. */
export const BOOKS_DEEDS = (books: Books): Deeds => [
  ['receipt of some day', 6, receive(books)],
  ['penalty or bonus of some day', 4, receiveOther(books)],
  ['pay a payout of some day', 9, payPayout(books)],
  ['pay a seller of some day', 6, payAlone(books)],
  ['recall of what was paid', 2, recall],
  ['correct a payment', 2, correctPayment(books)],
  ['change the sale day', 3, changeDay(books)],
  ['change a setting', 1, settings],
  ['close the books by hand', 2, close(books)],
  ['reopen the books', 1, reopen(books)],
];

/** The first day that nothing closes: closed books, exports, what was before the journal. */
export function firstOpen({ closedThrough, since, exportedThrough }: Books): string {
  const after = [closedThrough, exportedThrough].flatMap((day) => (day ? [addDays(day, 1)] : []));
  return [...after, since ?? '', '1900-01-01'].sort().at(-1) ?? '';
}

export { endOfMonth };
export type { World };
