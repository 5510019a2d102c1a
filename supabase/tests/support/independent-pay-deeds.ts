import { randomUUID } from 'node:crypto';
import { ask } from './bank';
import { closeBooks } from './books';
import { addDays } from './dashboard';
import { keep } from './independent-figures';
import type { Books, Sale } from './independent-books';
import { cents, money } from './independent-money';
import { dues, given, owedTo, waiting, wasGiven } from './independent-pay';
import type { Deed } from './independent-sale-deeds';
import type { Tally } from './independent-tally';
import { firstOpen, oneOf, someDay, type AuditWorld } from './independent-world';
import { pageOf, type Done } from './payouts';
import { commissionOf } from './test-agency';

export function give(books: Books, sale: Sale, key: string, amount: number): void {
  books.given.set(`${sale.id} ${key}`, given(books, sale, key) + amount);
  (key.startsWith('fee ') ? sale.feePayments : sale.payments).set(key, given(books, sale, key));
}

const payable = (world: AuditWorld, sale: Sale) =>
  sale.status === 'paid' &&
  sale.funds &&
  !sale.cancelled &&
  !sale.held &&
  (!world.depositMatched || world.books.hasReceipt(sale));

const tiered = (books: Books, person: string) => books.agreed.get(person)?.tiers !== null;

/** The seller alone, exactly the amount. */
export const paySeller: Deed = async (world) => {
  const { books, agency } = world;
  const sale = oneOf(
    world,
    books.sales.filter((one) => payable(world, one) && !wasGiven(books, one, one.seller)),
  );
  if (!sale) return false;
  const row = await commissionOf(sale.id);
  const own = books.shares(sale).find(({ role }) => role === 'seller')?.amount ?? 0;
  // What a tier says now differently is a correction beside it; the share keeps what it was recorded with.
  const amount = tiered(books, sale.seller) ? cents(row.agent_amount) : own;
  const day = someDay(world);
  const done = await ask<Done>(agency.admin, 'record_agent_payment', {
    ...{ commission_id: sale.commission, agent_id: sale.seller, organization_id: agency.organizationId },
    ...{ created_by: agency.admin.id, amount: money(amount), payment_date: day, payment_method: 'cash' },
  });
  if (!done.success) throw new Error(`pay seller: ${done.error}`);
  give(books, sale, sale.seller, amount);
  const { data } = await agency.admin.api
    .from('agent_payments')
    .select('id')
    .eq('commission_id', sale.commission)
    .eq('agent_id', sale.seller)
    .is('share_id', null);
  books.payments.push({
    ...{
      id: data?.[0]?.id ?? '',
      person: sale.seller,
      amount,
      day,
      posted: day,
    },
    ...{ voided: false, statement: false, carriedIn: 0, carriedOut: 0 },
  });
  return true;
};

/** A payout of all that can be paid, compared with the books before it is paid. */
export const payout =
  (tally: Tally): Deed =>
  async (world) => {
    const { books, agency } = world;
    const lines = dues(books);
    const owed = new Map(books.people.map(({ id }) => [id, owedTo(books, id)]));
    const started = await ask<Done>(agency.admin, 'start_payout', {
      name: `P ${books.payments.length} ${world.clock++}`,
      planned_on: null,
    });
    if (!started.success) throw new Error(`start: ${started.error}`);
    const batch = started.id ?? '';
    const page = await pageOf(agency.admin, batch);
    const concerned = new Set([...lines.map(({ person }) => person)]);
    for (const [id, amount] of owed) {
      const agent = page.agents.find((one) => one.id === id);
      if (!concerned.has(id) && !agent) continue;
      const said = agent ? cents(agent.commissions) + cents(agent.adjustments) + cents(agent.carried_in) : 0;
      tally.same(`payout of <${id}> comes to`, said, amount);
      tally.same(`payout of <${id}> pays`, cents(agent?.amount ?? 0), Math.max(amount, 0));
      tally.same(`payout of <${id}> carries out`, cents(agent?.carried_out ?? 0), Math.min(amount, 0));
    }
    if (page.agents.length === 0) {
      await ask(agency.admin, 'discard_payout', { batch_id: batch });
      return false;
    }
    const approved = await ask<Done>(agency.admin, 'approve_payout', {
      ...{ batch_id: batch, expected_version: page.payout.version },
    });
    if (!approved.success) throw new Error(`approve: ${approved.error}`);
    const again = await pageOf(agency.admin, batch);
    const day = world.below(2) ? books.today : someDay(world, firstOpen(world));
    const paid = await ask<Done>(agency.admin, 'pay_payout', {
      ...{ batch_id: batch, expected_version: again.payout.version, paid_on: day, reference: 'R' },
      payment_key: randomUUID(),
    });
    if (!paid.success) throw new Error(`pay: ${paid.error}`);
    for (const line of lines) if (line.sale) give(books, line.sale, line.key, line.amount);
    const after = await pageOf(agency.admin, batch);
    for (const agent of after.agents as unknown as {
      id: string;
      statement_id: string;
      carried_in: number;
    }[]) {
      const amount = owed.get(agent.id) ?? 0;
      books.payments.push({
        ...{ id: agent.statement_id, person: agent.id, amount: Math.max(amount, 0), day, posted: day },
        ...{
          voided: false,
          statement: true,
          carriedIn: cents(agent.carried_in),
          carriedOut: Math.min(amount, 0),
        },
      });
      books.waiting.set(agent.id, Math.min(amount, 0));
    }
    return true;
  };

/** A payment that came back is paid again by the next payout. */
export const voidPayment: Deed = async (world) => {
  const { books, agency } = world;
  const one = oneOf(
    world,
    books.payments.filter(({ voided, amount, id }) => !voided && amount > 0 && id !== ''),
  );
  if (!one) return false;
  const done = await ask<Done>(
    agency.owner,
    one.statement ? 'void_statement_payment' : 'void_agent_payment',
    one.statement ? { statement_id: one.id, reason: 'Closed' } : { payment_id: one.id, reason: 'Closed' },
  );
  if (!done.success) throw new Error(`void: ${done.error}`);
  one.voided = true;
  books.waiting.set(one.person, waiting(books, one.person) + one.amount);
  return true;
};

/** The books are closed once, through the end of a month; nothing is said about them before. */
export const close: Deed = async (world) => {
  const { books } = world;
  if (books.closedThrough || books.sales.length < 15) return false;
  const through = ['2026-06-30', '2026-08-31', '2026-09-30'][world.below(3)] ?? '2026-06-30';
  await closeBooks(world.agency, through);
  books.closedThrough = through;
  books.closed = keep(books, addDays(through, 1));
  return true;
};
