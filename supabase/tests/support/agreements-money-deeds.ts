import { randomUUID } from 'node:crypto';
import { outcome, type Deed, type Deeds } from './agreements-deeds';
import { factsOf, type Fact } from './agreements-facts';
import { aSale, cancelWithPenalty } from './agreements-sale-deeds';
import { oneOf, type World } from './agreements-world';
import { ask } from './bank';
import { addDays } from './dashboard';
import { sql } from './database';
import { pageOf, type Done } from './payouts';

const money = (cents: number) => cents / 100;

const factOf = async (world: World, is: (fact: Fact) => boolean): Promise<Fact | undefined> => {
  const found = oneOf(world, (await factsOf(world.agency.organizationId)).filter(is));
  if (found) world.log.push(`  ${world.sales.find(({ id }) => id === found.sale)?.reference} ${found.key}`);
  return found;
};

/** The vendor's money: in full, short with the rest open, short with the rest written off. */
const receive =
  (how: 'full' | 'open' | 'off'): Deed =>
  async (world) => {
    // A recall and a write-off afterwards meet in one correction; what it is then is told by the histories of money.
    const sale = aSale(
      world,
      ({ gone, commission, recalled, receipt }) =>
        !gone && commission > 2 && recalled === 0 && receipt === null,
    );
    const fact = sale && (await factOf(world, ({ sale: id, key }) => id === sale.id && key === 'vendor/1'));
    if (!sale || !fact) return false;
    const amount = how === 'full' ? sale.commission : 1 + world.below(sale.commission - 1);
    const done = outcome(
      await ask<Done>(world.agency.admin, 'record_receipt', {
        ...{ commission_id: fact.commission, received_on: world.today, received_amount: money(amount) },
        ...(how === 'off' && { write_off_reason: 'Short by agreement' }),
      }),
    );
    if (done !== true) return done;
    const writtenOff = how === 'off' ? sale.commission - amount : 0;
    sale.receipt = { amount, writtenOff, reduces: writtenOff > 0 && world.paysOnReceived };
    return true;
  };

const takeReceiptBack: Deed = async (world) => {
  const sale = aSale(world, ({ receipt, recalled, gone }) => receipt !== null && recalled === 0 && !gone);
  const fact = sale && (await factOf(world, ({ sale: id, key }) => id === sale.id && key === 'vendor/1'));
  if (!sale || !fact) return false;
  const done = outcome(
    await ask<Done>(world.agency.admin, 'record_receipt', { commission_id: fact.commission }),
  );
  if (done === true) sale.receipt = null;
  return done;
};

const cancelCommission: Deed = async (world) => {
  const sale = aSale(world, ({ status, gone, paid }) => status !== 'cancelled' && !gone && paid.size === 0);
  if (!sale) return false;
  const { error } = await world.agency.admin.api
    .from('commissions')
    .update({ status: 'cancelled' })
    .eq('sales_id', sale.id);
  if (error) return error.message;
  sale.gone = true;
  return true;
};

/** A penalty that has not come; where there is none a sale is cancelled for one. */
async function anUnpaidPenalty(world: World): Promise<Fact | undefined> {
  const find = () => factOf(world, ({ key, status }) => key === 'penalty/1' && status === 'unpaid');
  return (await find()) ?? ((await cancelWithPenalty(world)) === true ? find() : undefined);
}

const receivePenalty: Deed = async (world) => {
  const fact = await anUnpaidPenalty(world);
  if (!fact) return false;
  const receipt = { received_on: world.today, received_amount: money(fact.amount) };
  return outcome(
    await ask<Done>(world.agency.admin, 'record_other_receipt', {
      other_commission_id: fact.commission,
      ...receipt,
    }),
  );
};

const cancelPenalty: Deed = async (world) => {
  const fact = await anUnpaidPenalty(world);
  if (!fact) return false;
  const done = outcome(
    await ask<Done>(world.agency.admin, 'cancel_other_commission', { other_commission_id: fact.commission }),
  );
  const penalty = world.sales.find(({ id }) => id === fact.sale)?.penalty;
  if (done === true && penalty) penalty.gone = true;
  return done;
};

/** A vendor's bonus for the year's volume: nobody has a share of it. */
const expectBonus: Deed = async (world) => {
  const { agency, vendors, bonuses, below } = world;
  const vendor = oneOf(
    world,
    vendors.filter((each) => bonuses.every((bonus) => bonus.vendor !== each)),
  );
  if (!vendor) return false;
  const amount = 1 + below(90_000);
  const expected = await ask<Done & { id: string }>(agency.admin, 'expect_volume_bonus', {
    ...{ vendor_id: vendor, period_start: '2026-01-01', period_end: '2026-12-31', amount: money(amount) },
    due_on: '2027-02-28',
  });
  const done = outcome(expected);
  if (done === true) bonuses.push({ ...{ id: expected.id, vendor, amount }, received: false });
  return done;
};

const receiveBonus: Deed = async (world) => {
  const bonus = oneOf(
    world,
    world.bonuses.filter(({ received }) => !received),
  );
  if (!bonus) return false;
  const receipt = { received_on: world.today, received_amount: money(bonus.amount) };
  const done = outcome(
    await ask<Done>(world.agency.admin, 'record_other_receipt', {
      other_commission_id: bonus.id,
      ...receipt,
    }),
  );
  if (done === true) bonus.received = true;
  return done;
};

/** What was sold long ago is closed: it is paid and cancelled as before, and nothing is sold on those days any more. */
const close: Deed = async (world) =>
  outcome(await ask<Done>(world.agency.owner, 'close_books', { through: addDays(world.today, -200) }));

/** One share is paid by itself: the seller's of a vendor's commission, or one that is a row. */
const payAlone =
  (ofSeller: boolean): Deed =>
  async (world) => {
    const { agency, today, sales } = world;
    const payable = new Set(sales.filter(({ status }) => status !== 'booked').map(({ id }) => id));
    const fact = await factOf(
      world,
      ({ state, status, key, sale }) =>
        state === 'open' &&
        status === 'funds_received' &&
        payable.has(sale) &&
        (key === 'vendor/1') === ofSeller,
    );
    if (!fact) return false;
    const payment = { amount: money(fact.cents), payment_date: today, payment_method: 'check' };
    const whole = { commission_id: fact.commission, agent_id: fact.person, created_by: agency.admin.id };
    return outcome(
      ofSeller
        ? await ask<Done>(agency.admin, 'record_agent_payment', {
            ...{ ...payment, ...whole, organization_id: agency.organizationId },
          })
        : await ask<Done>(agency.admin, 'record_share_payment', { ...payment, share_id: fact.share }),
    );
  };

const adjust: Deed = async (world) => {
  const { people, below, agency } = world;
  const person = oneOf(world, people)?.id ?? '';
  const bonus = below(2) === 0;
  const cents = bonus ? 1 + below(20_000) : below(40_000) - 30_000 || 1;
  const words = { agent_id: person, kind: bonus ? 'bonus' : 'correction', note: 'Said why' };
  const done = outcome(
    await ask<Done>(agency.admin, 'add_payout_adjustment', { ...words, amount: money(cents) }),
  );
  if (done === true) world.adjusted.set(person, (world.adjusted.get(person) ?? 0) + cents);
  return done;
};

const openPayoutOf = async ({ agency }: World, ...status: string[]) =>
  (
    await sql<{ id: string }>(
      'select id from public.payout_batches where organization_id = $1 and status = any ($2)',
      [agency.organizationId, status],
    )
  )[0];

/** The draft there is, or one that is started now where none is under way. */
async function draftOf(world: World): Promise<{ id: string } | undefined> {
  const open = await openPayoutOf(world, 'draft');
  if (open) return open;
  await ask<Done>(world.agency.admin, 'start_payout');
  return openPayoutOf(world, 'draft');
}

const start: Deed = async ({ agency }) => outcome(await ask<Done>(agency.admin, 'start_payout'));

const approve: Deed = async (world) => {
  const { agency, below } = world;
  const open = await openPayoutOf(world, 'draft');
  if (!open) return false;
  const { lines, problems } = await pageOf(agency.admin, open.id);
  const some = below(3) ? [] : lines.slice(0, 1).map(({ id }) => id);
  const gone = [...problems.map(({ line_id }) => line_id), ...some];
  if (gone.length > 0) await ask(agency.admin, 'remove_payout_lines', { batch_id: open.id, line_ids: gone });
  const { payout } = await pageOf(agency.admin, open.id);
  return outcome(
    await ask<Done>(agency.admin, 'approve_payout', { batch_id: open.id, expected_version: payout.version }),
  );
};

const pay: Deed = async (world) => {
  const { agency, today, below } = world;
  const open = await openPayoutOf(world, 'approved');
  if (!open) return false;
  const { payout } = await pageOf(agency.admin, open.id);
  const paid = await ask<Done>(agency.admin, 'pay_payout', {
    ...{ batch_id: open.id, expected_version: payout.version, reference: 'PAY', payment_key: randomUUID() },
    paid_on: addDays(today, -below(3)),
  });
  if (!paid.success && paid.problems?.length)
    await ask(agency.admin, 'reopen_payout', { batch_id: open.id, reason: 'Stale', bank_has_it: false });
  return outcome(paid);
};

const discard: Deed = async (world) => {
  const open = await draftOf(world);
  if (!open) return false;
  return outcome(await ask<Done>(world.agency.admin, 'discard_payout', { batch_id: open.id }));
};

const hold: Deed = async (world) => {
  const fact = await factOf(world, ({ key, status }) => key === 'vendor/1' && status === 'funds_received');
  if (!fact) return false;
  const words = { commission_id: fact.commission, reason: 'Wait' };
  return outcome(await ask<Done>(world.agency.admin, 'hold_commission', words));
};

/** A line of a draft is held, whosever share it is. */
const holdLine: Deed = async (world) => {
  const { agency } = world;
  const open = await draftOf(world);
  if (!open) return false;
  const { lines } = await pageOf(agency.admin, open.id);
  const line = oneOf(
    world,
    lines.filter(({ kind }) => kind === 'commission'),
  );
  if (!line) return false;
  return outcome(
    await ask<Done>(agency.admin, 'hold_payout_lines', {
      ...{ batch_id: open.id, line_ids: [line.id], reason: 'Wait' },
    }),
  );
};

const release: Deed = async (world) => {
  const held = await sql<{ commission: string | null; share: string | null }>(
    `select case when private.of_seller(h) then h.commission_id end as commission, case when not private.of_seller(h) then h.id end as share
     from public.payout_holds k join public.commission_shares h on h.id = k.share_id where k.organization_id = $1 order by k.held_at`,
    [world.agency.organizationId],
  );
  const one = oneOf(world, held);
  if (!one) return false;
  return outcome(
    one.share
      ? await ask<Done>(world.agency.admin, 'release_share', { share_id: one.share })
      : await ask<Done>(world.agency.admin, 'release_commission', { commission_id: one.commission }),
  );
};

/** Takes back one of what was paid: a statement, or a payment alone. */
const voids =
  (name: 'void_statement_payment' | 'void_agent_payment', id: string, from: string): Deed =>
  async (world) => {
    const one = oneOf(world, await sql<{ id: string }>(from, [world.agency.organizationId]));
    if (!one) return false;
    return outcome(await ask<Done>(world.agency.admin, name, { [id]: one.id, reason: 'It came back' }));
  };

const recall: Deed = async (world) => {
  const sale = aSale(
    world,
    ({ paid, receipt, gone }) => !gone && receipt === null && (paid.get('vendor/1') ?? 0) > 1,
  );
  // What was paid and then voided, or grew since, is paid no more.
  const fact =
    sale &&
    (await factOf(
      world,
      ({ sale: id, key, status }) => id === sale.id && key === 'vendor/1' && status === 'agent_paid',
    ));
  if (!sale || !fact) return false;
  const cents =
    1 + world.below(Math.max(Math.floor(((sale.paid.get('vendor/1') ?? 0) - sale.recalled) / 2), 1));
  const words = { commission_id: fact.commission, amount: money(cents), note: 'Taken back' };
  const done = outcome(await ask<Done>(world.agency.admin, 'record_recall', words));
  if (done === true) sale.recalled += cents;
  return done;
};

/** What happens to money. */
export const MONEY_DEEDS: Deeds = [
  ['receipt in full', 3, receive('full')],
  ['receipt short, kept open', 2, receive('open')],
  ['receipt short, written off', 4, receive('off')],
  ['receipt taken back', 2, takeReceiptBack],
  ['cancel a commission', 1, cancelCommission],
  ['receive a penalty', 2, receivePenalty],
  ['cancel a penalty', 1, cancelPenalty],
  ['expect a bonus by volume', 1, expectBonus],
  ['receive a bonus by volume', 1, receiveBonus],
  ['close the books', 1, close],
  ['pay a seller alone', 5, payAlone(true)],
  ['pay a share alone', 5, payAlone(false)],
  ['bonus or correction', 3, adjust],
  ['start a payout', 6, start],
  ['approve a payout', 7, approve],
  ['pay a payout', 8, pay],
  ['discard a payout', 1, discard],
  ['hold', 2, hold],
  ['hold a line', 2, holdLine],
  ['release', 4, release],
  [
    'void a statement',
    2,
    voids(
      'void_statement_payment',
      'statement_id',
      'select id from public.payout_statements where organization_id = $1 and paid_amount > 0 order by number, id',
    ),
  ],
  [
    'void one payment',
    2,
    voids(
      'void_agent_payment',
      'payment_id',
      'select id from public.agent_payments where organization_id = $1 and batch_id is null order by created_at, id',
    ),
  ],
  ['recall by hand', 2, recall],
];
