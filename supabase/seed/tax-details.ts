import type { Client } from 'pg';
import type { Agency, Seller } from './agency';
import { asPerson } from './as-person';
import type { Calendar } from './calendar';
import { call } from './call';
import { daysAgo, type Subjects } from './subjects';

/** Who pays; the number begins as none that the IRS gives out. */
const PAYER = {
  ...{ scheme: 'us', legal_name: 'Harbour & Vale Travel LLC', tax_number: '07-4815162' },
  ...{
    street: '48 Chandlers Wharf, Suite 3',
    city: 'New York',
    region: 'NY',
    postal_code: '10004',
    country: 'US',
  },
};

/** Where agents live, in the order of the plan; the numbers are of those that are kept for advertisements. */
const HOMES = [
  ['17 Bedford Street', 'New York', 'NY', '10014'],
  ['402 Garden Street', 'Hoboken', 'NJ', '07030'],
  ['88 Prospect Avenue', 'Brooklyn', 'NY', '11215'],
  ['5 Mill Lane', 'Stamford', 'CT', '06902'],
  ['231 Palisade Avenue', 'Jersey City', 'NJ', '07307'],
  ['60 Lakeview Drive', 'Yonkers', 'NY', '10705'],
  ['9 Orchard Terrace', 'White Plains', 'NY', '10601'],
] as const;

const AT = `update private.tax_details set updated_at = $2 where agent_id = $1`;

/**
 * An agency that makes forms 1099-NEC: most of its agents have given what these need, one of them as a business, two were asked for it and
 * have not yet.
 */
export async function writeTaxDetails(
  client: Client,
  { id, sellers }: Agency,
  { owner }: Subjects,
  calendar: Calendar,
): Promise<void> {
  const agents = sellers.filter(({ role, until }) => role === 'agent' && until === calendar.today);
  await asPerson(client, owner.id, async () => {
    await call(client, 'save_tax_settings($1)', [JSON.stringify(PAYER)]);
  });
  await client.query('update private.tax_settings set updated_at = $2 where organization_id = $1', [
    id,
    daysAgo(calendar, 50, '15:10'),
  ]);
  for (const [index, home] of HOMES.entries()) {
    const agent = agents[index];
    if (agent) await give(client, agent, index, home, daysAgo(calendar, 48 - index, '17:25'));
  }
  const asked = agents.slice(HOMES.length, HOMES.length + 2).map((agent) => agent.id);
  await asPerson(client, owner.id, async () => {
    await client.query('select public.ask_for_tax_details(array[a]) from unnest($1::uuid[]) a', [asked]);
  });
  await client.query('update private.tax_requests set asked_at = $2 where organization_id = $1', [
    id,
    daysAgo(calendar, 20, '15:40'),
  ]);
}

async function give(
  client: Client,
  { id, firstName, lastName }: Seller,
  index: number,
  [street, city, region, postalCode]: (typeof HOMES)[number],
  at: Date,
): Promise<void> {
  const isBusiness = index === 3;
  const details = {
    tax_class: isBusiness ? 'llc_partnership' : 'individual',
    legal_name: isBusiness ? `${lastName} Travel LLC` : `${firstName} ${lastName}`,
    ...{ street, city, region, postal_code: postalCode, country: 'US' },
    ...(isBusiness
      ? { number_kind: 'ein', number: '07-1623427' }
      : { number_kind: 'ssn', number: `987-65-432${index}` }),
  };
  await asPerson(client, id, async () => {
    await call(client, 'save_tax_details($1)', [JSON.stringify(details)]);
  });
  await client.query(AT, [id, at]);
}
