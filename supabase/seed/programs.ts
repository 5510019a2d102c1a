import type { Client } from 'pg';
import { asPerson } from './as-person';
import { addDays, type Calendar } from './calendar';
import { daysAgo, type Subjects } from './subjects';

const MAKE = `select public.create_api_key($1, $2, $3::date) ->> 'id' as id`;

const MADE = `update private.api_keys set created_at = $2 where id = $1`;
// A network of documentation: it is nobody's.
const USED = `update private.api_key_uses set last_used_at = $2, last_used_from = '203.0.113.0/24' where key_id = $1`;
const REVOKED = `update private.api_keys set revoked_at = $2 where id = $1`;

/** Two keys as owners make them, which nobody has: one in use, one that was revoked. */
export async function writeApiKeys(client: Client, { owner }: Subjects, calendar: Calendar): Promise<void> {
  const make = async (name: string, scopes: string[], expiresOn: string, at: Date) => {
    const { rows } = await client.query<{ id: string }>(MAKE, [name, scopes, expiresOn]);
    const id = rows[0]?.id;
    await client.query(MADE, [id, at]);
    return id;
  };
  const lastDay = addDays(calendar.today, 220);
  await asPerson(client, owner.id, async () => {
    const old = await make('Old forms', ['customers:write'], lastDay, daysAgo(calendar, 140, '15:05'));
    await client.query('select public.revoke_api_key($1)', [old]);
    await client.query(USED, [old, daysAgo(calendar, 62, '14:12')]);
    await client.query(REVOKED, [old, daysAgo(calendar, 61, '16:20')]);
    const scopes = ['customers:write', 'commissions:read', 'sales:read', 'vendors:read'];
    const used = await make('Booking desk', scopes, lastDay, daysAgo(calendar, 60, '14:40'));
    await client.query(USED, [used, daysAgo(calendar, 1, '19:06')]);
  });
}
