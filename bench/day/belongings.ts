import type pg from 'pg';
import { adminOf, agentOf, type Agency } from '../database/fill';
import { Person, type Api, type Belongings } from './person';
import { DEEDS_DONE } from './deeds';
import { PEOPLE, type Role } from './plan';

const SAMPLE = 500;

/** Tables an act may need an id of, with what narrows them. */
const FROM: Record<string, string> = {
  sales: 'public.sales t where t.organization_id = $1 and ($3 or t.agent_id = $2)',
  commissions: 'public.commissions t where t.organization_id = $1 and ($3 or t.agent_id = $2)',
  booked: `public.sales t where t.organization_id = $1 and ($3 or t.agent_id = $2) and t.status = 'booked'`,
  customers: 'public.customers t where t.organization_id = $1 and ($3 or $2::uuid is not null)',
  vendors: 'public.vendors t where t.organization_id = $1 and ($3 or $2::uuid is not null)',
  users: 'public.users t where t.organization_id = $1 and ($3 or $2::uuid is not null)',
  bank_transactions:
    'public.bank_transactions t where t.organization_id = $1 and ($3 or $2::uuid is not null)',
  payout_batches: 'public.payout_batches t where t.organization_id = $1 and ($3 or $2::uuid is not null)',
};

/** Lines of a bank's file that pay open commissions, most of them with their reference. */
const LINES = `
  select jsonb_build_object('booked_on', current_date, 'amount', c.amount::text, 'twin', 1, 'bank_id', 'b' || c.id,
    'text', upper(v.name) || ' COMM ' || case when random() < 0.7 then s.booking_reference else '' end) as line
  from public.commissions c join public.sales s on s.id = c.sales_id join public.vendors v on v.id = c.vendor_id
  where c.organization_id = $1 and c.status = 'unpaid' and c.amount > 1 order by c.id limit 300`;

export const emailOf = (agency: Agency, number: number): string =>
  number === 0 ? adminOf(agency) : agentOf(agency, number);

async function belongingsOf(client: pg.Client, email: string): Promise<Belongings> {
  const { rows } = await client.query<{ id: string; organization_id: string; role: string }>(
    'select u.id, u.organization_id, u.role from public.users u join public.user_emails e on e.user_id = u.id where e.email = $1',
    [email],
  );
  const [person] = rows;
  if (!person) throw new Error(`nobody has the address ${email}`);
  const ids: Record<string, string[]> = {
    me: [person.id],
    organizations: [person.organization_id],
    new: ['00000000-0000-4000-8000-000000000000'],
  };
  for (const [name, from] of Object.entries(FROM)) {
    const found = await client.query<{ id: string }>(
      `select t.id from ${from} order by t.created_at desc, t.id limit ${SAMPLE}`,
      [person.organization_id, person.id, person.role !== 'agent'],
    );
    ids[name] = found.rows.map(({ id }) => id);
  }
  const lines =
    person.role === 'agent'
      ? []
      : (await client.query<{ line: object }>(LINES, [person.organization_id])).rows;
  return { ids, lines: lines.map(({ line }) => line) };
}

/** Makes what every agency at work has: transactions of a bank, and a payout. */
async function begin(client: pg.Client, api: Api, agency: Agency): Promise<void> {
  const owner = new Person(api, emailOf(agency, 0), 'owner', await belongingsOf(client, emailOf(agency, 0)));
  if (owner.belongings.ids['bank_transactions']?.length) return;
  await owner.signIn();
  await DEEDS_DONE['bank file of 60 lines'](owner);
  await DEEDS_DONE.payout(owner);
}

/** Everybody of an agency, signed in. */
export async function peopleOf(client: pg.Client, api: Api, agency: Agency): Promise<Person[]> {
  await begin(client, api, agency);
  const people: Person[] = [];
  for (const [role, numbers] of Object.entries(PEOPLE) as [Role, number[]][])
    for (const number of numbers) {
      const email = emailOf(agency, number);
      const belongings = await belongingsOf(client, email);
      // Two admins do not take the same sale.
      const { booked = [] } = belongings.ids;
      belongings.ids['booked'] = booked.filter(
        (_, n) => n % PEOPLE.admin.length === number % PEOPLE.admin.length,
      );
      const person = new Person(api, email, role, belongings);
      await person.signIn();
      people.push(person);
    }
  return people;
}
