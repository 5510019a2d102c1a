import type { Client } from 'pg';
import { createAgency } from './agency';
import { createCalendar } from './calendar';
import { writeAgreedSale } from './agreed-sale';
import { writeArchivedAndExpiring } from './archived-and-expiring';
import { writeAuditLog } from './audit-log';
import { writeBank } from './bank';
import { writeConversations } from './conversations';
import { writeDocuments, type StoreFile } from './documents';
import { DEMO_LOGINS, type DemoLogin } from './logins';
import { writeInvitationsAndNotifications } from './notifications';
import { writePayouts } from './payouts';
import { PLANS } from './plans';
import { writeApiKeys } from './programs';
import { createRandom } from './random';
import { createSaleLifecycles } from './sale-lifecycles';
import { writeSavedReports } from './saved-reports';
import { findSubjects } from './subjects';
import { writeTaxDetails } from './tax-details';
import { writeWebhooks } from './webhooks';
import { writeAgency } from './write';

export { bridgeAccounts } from './bridge';
export { DEMO_LOGINS, DEMO_PASSWORD, type DemoLogin } from './logins';

const SEED = 20261121;

/**
 * Fills an empty, migrated database with the demo agencies: three years of business up to `now`, always the same
 * apart from the dates. Runs inside the caller's transaction, as the owner of the tables. Does nothing when the
 * demo is already there.
 * @param storeFile puts a file into Storage
 * @returns the logins that exist afterwards
 */
export async function seedDemo(
  client: Client,
  storeFile: StoreFile,
  now: Date = new Date(),
): Promise<readonly DemoLogin[]> {
  const owner = DEMO_LOGINS[0]?.email;
  const { rowCount } = await client.query('select 1 from auth.users where email = $1', [owner]);
  if (rowCount) return DEMO_LOGINS;
  const random = createRandom(SEED);
  const calendar = createCalendar(now);
  for (const plan of PLANS) {
    const agency = createAgency(plan, calendar, random);
    await writeAgency(client, agency, createSaleLifecycles(agency, calendar, random), calendar, random);
    await writeArchivedAndExpiring(client, agency.id);
    await analyze(client);
    await writeBank(client, agency, calendar);
    await writeInvitationsAndNotifications(client, agency, calendar);
    await writePayouts(client, agency.id);
    const subjects = await findSubjects(client, agency, calendar);
    if (subjects) {
      await writeConversations(client, agency, subjects, calendar);
      await writeDocuments(client, agency, subjects, calendar, storeFile);
      await writeSavedReports(client, subjects, calendar);
      await writeTaxDetails(client, agency, subjects, calendar);
    }
    await writeAgreedSale(client, agency, calendar);
    if (subjects) {
      await writeApiKeys(client, subjects, calendar);
      await writeWebhooks(client, agency, subjects, calendar);
    }
    await writeAuditLog(client, agency.id);
    // Some of it was written without triggers, which mark what reports have to add up again.
    await client.query('select private.rebuild_report_totals($1)', [agency.id]);
  }
  await analyze(client);
  return DEMO_LOGINS;
}

/** Fresh statistics: what matches the bank, what collects payouts and the first list do not wait for the autovacuum to come round. */
const analyze = (client: Client) =>
  client.query(
    `analyze public.sales, public.commissions, public.sales_history, public.commission_history, public.customers,
       public.bank_transactions, public.bank_allocations, public.agent_payments, public.payout_lines, private.customer_search,
       private.customer_totals, private.customer_totals_by_agent, public.commission_shares, public.other_commissions`,
  );

/** The backend's seed hook: `--seed supabase/seed/index.ts`. */
export async function seed({ db, storeFile }: { db: Client; storeFile: StoreFile }): Promise<void> {
  await seedDemo(db, storeFile);
}
