import { randomUUID } from 'node:crypto';
import { payOut, type Hand } from '../../supabase/tests/support/deeds';
import type { Person } from './person';
import type { Deed } from './plan';

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

const handOf = (person: Person): Hand => ({ userId: person.pick('me'), call: person.call });

/** What is written in a day: a few calls each, of which the later need what the earlier answered. */
export const DEEDS_DONE: Record<Deed, (person: Person) => Promise<unknown>> = {
  'sale recorded': async (person) => {
    const sale = {
      customer_id: person.pick('customers'),
      vendor_id: person.pick('vendors'),
      booking_reference: `D-${randomUUID().slice(0, 8)}`,
      sale_date: day(0),
      travel_date: day(-60),
      return_date: day(-67),
      total_amount: 2500,
      commission_basis: 'rate',
      commission_rate: 12,
    };
    await person.call('create_sale', { sale, request_key: randomUUID() });
  },
  'sale paid': async (person) => {
    await person.call('update_sale_status', { sale_id: takeOne(person, 'booked'), status: 'paid' });
  },
  'customer added': (person) =>
    person.call('create_customer', {
      customer: { first_name: 'Anna', last_name: 'Smith', email: `${randomUUID()}@day.test` },
      request_key: randomUUID(),
    }),
  message: (person) =>
    person.call('post_message', {
      message_id: randomUUID(),
      commentable_type: 'sales',
      commentable_id: person.pick('sales'),
      body: 'The client asks for an earlier flight.',
    }),
  'bank file of 60 lines': async (person) => {
    const account = { name: `Operating ${randomUUID()}` };
    const { id } = await person.call<{ id: string }>('save_bank_account', { account });
    const lines = person.belongings.lines.splice(0, 60).map((line, n) => ({ ...line, line: n + 1 }));
    const { import_id } = await person.call<{ import_id: string }>('begin_bank_import', {
      account_id: id,
      file_name: 'day.csv',
      file_hash: randomUUID().replaceAll('-', '').repeat(2),
      format: 'csv',
      total_lines: lines.length,
    });
    await person.call('import_bank_lines', { import_id, lines });
    let more = true;
    while (more) ({ more } = await person.call<{ more: boolean }>('finish_bank_import', { import_id }));
  },
  payout: (person) => payOut(handOf(person), { paid: day(0), reference: 'DAY' }),
  'report of a year': (person) =>
    person.call('run_report', { definition: { report: 'sales', group: 'agent', compare: 'year' } }),
};

/** One that nobody takes after this. */
function takeOne(person: Person, kind: string): string {
  const id = person.belongings.ids[kind]?.pop();
  if (!id) throw new Error(`${person.email} has no ${kind} left`);
  return id;
}

/** Deeds that others hear of. */
export const ANNOUNCED: readonly Deed[] = ['sale recorded', 'sale paid', 'bank file of 60 lines', 'payout'];
