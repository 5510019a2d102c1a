import { asPerson } from '../../seed/as-person';
import { prove } from './contract';
import { database, sqlOne } from './database';

/** Calls a function as the person does, with their rights. */
export type Ask = <Answer>(name: string, args?: Record<string, unknown>) => Promise<Answer>;

/** A person of the demo, inside the transaction that the demo lives in. */
export interface DemoPerson {
  login: 'owner' | 'admin' | 'agent';
  id: string;
  organizationId: string;
  isAdmin: boolean;
  /** By the clocks of the organization. */
  today: string;
}

export const demoPerson = async (login: DemoPerson['login']): Promise<DemoPerson> => ({
  login,
  isAdmin: login !== 'agent',
  ...(await sqlOne<Omit<DemoPerson, 'login' | 'isAdmin'>>(
    `select u.id, u.organization_id as "organizationId", (now() at time zone o.time_zone)::date::text as today
     from public.users u join public.organizations o on o.id = u.organization_id
     join public.user_emails e on e.user_id = u.id where e.email = $1`,
    [`${login}@demo.paperplane.test`],
  )),
});

/** Asks as this person; row-level security holds. Tables are read outside of it. */
export async function asDemo(person: DemoPerson, run: (ask: Ask) => Promise<void>): Promise<void> {
  const client = await database();
  const ask: Ask = async <Answer>(name: string, args: Record<string, unknown> = {}) => {
    const named = Object.keys(args).map((key, index) => `${key} => $${index + 1}`);
    await client.query('set local role authenticated');
    const { rows } = await client.query<{ answer: Answer }>(
      `select public.${name}(${named.join(', ')}) as answer`,
      Object.values(args),
    );
    await client.query('reset role');
    const { answer } = rows[0] as { answer: Answer };
    prove(name, answer);
    return answer;
  };
  await asPerson(client, person.id, () => run(ask));
}

interface Page<Row> {
  rows: Row[];
  count: number;
  total_pages: number;
}

/** All pages of a list, and what its first page says of all of them. */
export async function allOf<Row, More = object>(
  ask: Ask,
  list: string,
  args: Record<string, unknown> = {},
): Promise<Page<Row> & More> {
  const first = await ask<Page<Row> & More>(list, { ...args, page_size: 100 });
  const rows = [...first.rows];
  for (let page = 2; page <= first.total_pages; page++)
    rows.push(...(await ask<Page<Row>>(list, { ...args, page_size: 100, page })).rows);
  return { ...first, rows };
}
