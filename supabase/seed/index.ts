import type { Client } from 'pg';
import { createAgency } from './agency';
import { createCalendar } from './calendar';
import { writeArchivedAndExpiring } from './archived-and-expiring';
import { DEMO_LOGINS, type DemoLogin } from './logins';
import { writeInvitationsAndNotifications } from './notifications';
import { PLANS } from './plans';
import { createRandom } from './random';
import { createSaleLifecycles } from './sale-lifecycles';
import { writeAgency } from './write';

export { DEMO_LOGINS, DEMO_PASSWORD, type DemoLogin } from './logins';

const SEED = 20261121;

/**
 * Fills an empty, migrated database with the demo agencies: three years of business up to `now`, always the same
 * apart from the dates. Runs inside the caller's transaction, as the owner of the tables. Does nothing when the
 * demo is already there.
 * @returns the logins that exist afterwards
 */
export async function seedDemo(client: Client, now: Date = new Date()): Promise<readonly DemoLogin[]> {
  const owner = DEMO_LOGINS[0]?.email;
  const { rowCount } = await client.query('select 1 from auth.users where email = $1', [owner]);
  if (rowCount) return DEMO_LOGINS;
  const random = createRandom(SEED);
  const calendar = createCalendar(now);
  for (const plan of PLANS) {
    const agency = createAgency(plan, calendar, random);
    await writeAgency(client, agency, createSaleLifecycles(agency, calendar, random), calendar, random);
    await writeArchivedAndExpiring(client, agency.id);
    await writeInvitationsAndNotifications(client, agency, calendar);
  }
  // Fresh statistics: the first list must not wait for the autovacuum to come round.
  await client.query(
    `analyze public.sales, public.commissions, public.sales_history, public.commission_history, public.customers,
       private.customer_search, private.customer_totals, private.customer_totals_by_agent`,
  );
  return DEMO_LOGINS;
}

/** The backend's seed hook: `--seed supabase/seed/index.ts`. */
export async function seed({ db }: { db: Client }): Promise<void> {
  await seedDemo(db);
}
