import { ask } from './bank';
import { addDays } from './dashboard';
import { call } from './directory';
import {
  aDay,
  aSale,
  oneOf,
  outcome,
  written,
  type MoneyHistory,
  type Operation,
  type Weighted,
} from './money-history';
import { deposit, receive } from './money-receipts';
import type { Done } from './payouts';
import { createSale as recordSale } from './sales';
import { untyped } from './test-agency';

let counter = 0;

const cents = (amount: number) => amount / 100;

const sell: Operation = async (history) => {
  const { agency, vendors, below } = history;
  counter += 1;
  const sale_date = aDay(history);
  const travel_date = addDays(sale_date, below(120));
  await recordSale(
    below(3) === 0 ? agency.rival : agency.agent,
    { ...agency, vendorId: oneOf(history, vendors) ?? agency.vendorId },
    {
      booking_reference: `MH-${1000 + counter}`,
      sale_date,
      total_amount: cents(20_000 + below(400_000)),
      commission_rate: 5 + below(16),
      ...(below(5) > 0 && { travel_date, ...(below(2) && { return_date: addDays(travel_date, below(15)) }) }),
    },
  );
  return true;
};

const change =
  (what: (history: MoneyHistory) => object, ofBooked = true): Operation =>
  async (history) => {
    const sale = await aSale(
      history,
      ({ saleStatus, status }) => !ofBooked || (saleStatus === 'booked' && status === 'unpaid'),
    );
    if (!sale) return false;
    return written(await untyped(history.agency.admin.api, 'sales').update(what(history)).eq('id', sale.id));
  };

const move =
  (table: 'sales' | 'commissions', to: string, is: Parameters<typeof aSale>[1]): Operation =>
  async (history) => {
    const row = await aSale(history, is);
    if (!row) return false;
    const id = table === 'sales' ? row.id : row.commission;
    return written(await untyped(history.agency.admin.api, table).update({ status: to }).eq('id', id));
  };

const takeBackReceipt: Operation = async (history) => {
  const { agency, journal } = history;
  const commission_id = oneOf(history, [...journal.words.keys()]);
  if (!commission_id) return false;
  const done = outcome(await call<Done>(agency.admin, 'record_receipt', { commission_id }));
  if (done === true) journal.words.delete(commission_id);
  return done;
};

const undo: Operation = async (history) => {
  const { agency, journal } = history;
  const group_id = oneOf(history, [...new Set(journal.parts.map(({ group }) => group))]);
  if (!group_id) return false;
  const done = outcome(await ask<Done>(agency.admin, 'undo_bank_decision', { group_id }));
  if (done === true) journal.undo(group_id);
  return done;
};

const terms: Operation = async (history) => {
  const { agency, vendors, below } = history;
  const basis = oneOf(history, ['booking', 'departure', 'return', 'before_departure']);
  return written(
    await agency.admin.api
      .from('vendor_terms')
      .update({
        expected_payment_days: below(6) ? below(60) : null,
        ...(basis && { expected_payment_basis: basis }),
      })
      .eq('vendor_id', oneOf(history, vendors) ?? ''),
  );
};

const settings =
  (what: (history: MoneyHistory) => Record<string, unknown>): Operation =>
  async (history) => {
    const { agency, journal } = history;
    const changes = what(history);
    const done = written(
      await untyped(agency.owner.api, 'organizations').update(changes).eq('id', agency.organizationId),
    );
    if (done === true && changes['agents_paid_on'])
      journal.paidOnReceived = changes['agents_paid_on'] === 'received';
    return done;
  };

/** What happens to sales, to receipts, to matches, and what owners choose. */
export const SALE_OPERATIONS: readonly Weighted[] = [
  ['sell', 14, sell],
  ['change the amount', 4, change(({ below }) => ({ total_amount: cents(20_000 + below(400_000)) }))],
  ['change the vendor', 2, change((history) => ({ vendor_id: oneOf(history, history.vendors) }))],
  [
    'change the agent',
    2,
    change(({ agency, below }) => ({ agent_id: below(2) ? agency.agent.id : agency.rival.id })),
  ],
  [
    'change the travel day',
    4,
    change((history) => ({ travel_date: aDay(history), return_date: null }), false),
  ],
  ['change the sale day', 2, change((history) => ({ sale_date: aDay(history) }))],
  ['customer pays', 10, move('sales', 'paid', ({ saleStatus }) => saleStatus === 'booked')],
  [
    'cancel a sale',
    2,
    move(
      'sales',
      'cancelled',
      ({ saleStatus, status }) => saleStatus !== 'cancelled' && status !== 'agent_paid',
    ),
  ],
  [
    'cancel a commission',
    1,
    move('commissions', 'cancelled', ({ status }) => status === 'unpaid' || status === 'funds_received'),
  ],
  ['receipt in full', 4, receive('full')],
  ['receipt short, kept open', 3, receive('open')],
  ['receipt short, written off', 4, receive('off')],
  ['receipt changed', 4, receive('again')],
  ['receipt taken back', 3, takeBackReceipt],
  ['deposit in full', 7, deposit('full')],
  ['deposit short', 4, deposit('open')],
  ['deposit short, written off', 4, deposit('off')],
  ['deposit of two', 2, deposit('two')],
  ['deposit for a receipt', 4, deposit('word')],
  ['vendor takes back', 4, deposit('back')],
  ['undo a match', 5, undo],
  ['terms of a vendor', 2, terms],
  [
    'agents paid on',
    2,
    settings(({ journal }) => ({ agents_paid_on: journal.paidOnReceived ? 'expected' : 'received' })),
  ],
  [
    'tracked since',
    2,
    settings((history) => ({ receipts_tracked_since: history.below(3) ? aDay({ ...history }, 500) : null })),
  ],
  [
    'received on',
    1,
    settings(({ below }) => ({ commission_received_on: below(3) ? 'sale_paid' : 'deposit_matched' })),
  ],
];
