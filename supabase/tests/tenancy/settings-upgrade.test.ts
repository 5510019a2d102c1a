import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { newDataDir } from '../../local/tests/support/own-backend';
import { ROOT } from '../support/backend-process';
import { onDatabase, projectUntil } from '../support/upgrade';

/** The last release that kept request keys themselves, and knew no notation of an agency. */
const BEFORE = '20261124151326_payment_ways.sql';

// Holds core-8
test('after the upgrade euros are typed with a comma, keys are known by their hashes, and ticks stay', async () => {
  const home = newDataDir();
  const data = path.join(home, 'data');
  const [euros, dollars, user, key] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  try {
    await onDatabase(projectUntil(home, BEFORE), data, async (db) => {
      await db.query(
        `insert into public.organizations (id, name, email, currency)
         values ($1, 'Euros', 'a@agency.test', 'EUR'), ($2, 'Dollars', 'b@agency.test', 'USD')`,
        [euros, dollars],
      );
      await db.query(
        `update public.organizations set default_commission_split = 60, updated_at = now() where id = $1`,
        [dollars],
      );
      await db.query(
        `insert into auth.users (instance_id, id, aud, role, email)
         values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', 'a@agency.test')`,
        [user],
      );
      await db.query(
        `insert into public.users (id, organization_id, email, first_name, last_name, role)
         values ($1, $2, 'a@agency.test', 'Ada', 'Lee', 'owner')`,
        [user, euros],
      );
      await db.query(
        `insert into private.request_keys (organization_id, user_id, key, command, hash, parts)
         values ($1, $2, $3, 'create_customer', 'h', '{}')`,
        [euros, user, key],
      );
    });
    await onDatabase(ROOT, data, async (db) => {
      const { rows } = await db.query(
        `select o.name, o.amount_notation, o.split_saved_at is not null as ticked from public.organizations o order by 1`,
      );
      expect(rows).toEqual([
        { name: 'Dollars', amount_notation: 'point', ticked: true },
        { name: 'Euros', amount_notation: 'comma', ticked: true },
      ]);
      const keys = await db.query(
        'select k.key = private.hidden_key($1) as hidden, k.key = $1 as bare from private.request_keys k',
        [key],
      );
      expect(keys.rows).toEqual([{ hidden: true, bare: false }]);
    });
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}, 120_000);
