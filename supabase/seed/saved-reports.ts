import type { Client } from 'pg';
import { asPerson } from './as-person';
import { daysAgo, type Subjects } from './subjects';
import type { Calendar } from './calendar';

const SAVE = `
  insert into public.saved_reports (owner_id, name, shared, definition, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5)`;

/** Reports that the owner and the admin have saved: two for everybody, one of the owner alone. */
export async function writeSavedReports(
  client: Client,
  { owner, admin }: Subjects,
  calendar: Calendar,
): Promise<void> {
  const reports = [
    {
      by: owner,
      name: 'Monthly close',
      shared: true,
      definition: { report: 'commissions', range: 'last_month', group: 'vendor', compare: 'period' },
    },
    {
      by: admin,
      name: 'Cruises this year',
      shared: true,
      definition: { report: 'sales', range: 'this_year', group: 'agent', category: 'cruise' },
    },
    { by: owner, name: 'Who pays short', shared: false, definition: { report: 'short_pay' } },
  ];
  const at = daysAgo(calendar, 30, '10:00');
  for (const { by, name, shared, definition } of reports)
    await asPerson(client, by.id, async () => {
      await client.query(SAVE, [by.id, name, shared, JSON.stringify(definition), at]);
    });
}
