import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withClient } from '../../supabase/local/src/index';
import { adminOf, type Agency } from '../database/fill';
import { signInAs } from '../matching/session';

/** Milliseconds of a bank's file of so many lines from sending it to its suggestions, and of a payout from its start until it is paid. */
export interface Written {
  lines: number;
  matching: number;
  payable: number;
  payout: number;
}

/** What `npm run bench matching` and `payouts` hold for 10,000 lines and for 5,000 commissions. */
export const MATCHING_GOAL = { least: 1000, aLine: 1 };
export const PAYOUT_GOAL = { least: 1000, aCommission: 1 };

/** Lines of a file that pay what is open, most of them by its reference. */
const LINES = `
  select jsonb_agg(jsonb_build_object('line', n, 'booked_on', current_date, 'amount', amount::text, 'twin', 1, 'bank_id', 'b' || n,
    'text', upper(name) || ' COMM ' || case when n % 10 < 7 then booking_reference else '' end)) as lines
  from (
    select row_number() over (order by c.id) as n, c.amount, v.name, s.booking_reference
    from public.commissions c join public.sales s on s.id = c.sales_id join public.vendors v on v.id = c.vendor_id
    where c.organization_id = $1 and c.status = 'unpaid' and c.amount > 1 order by c.id limit $2) l`;

/** Leaves as many commissions of this agency to pay as are asked for; without triggers, which only a superuser may leave out. */
export const makePayable = (superuser: string, agency: Agency, most: number): Promise<void> =>
  withClient(superuser, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `update public.commissions c set status = 'funds_received' where c.id in (
         select p.id from public.commissions p where p.organization_id = $1 and p.sale_paid and p.status = 'agent_paid'
           and not exists (select from public.payout_lines l where l.commission_id = p.id)
         order by p.sale_date desc, p.id limit $2)`,
      [await organizationOf(client, agency), most],
    );
  });

/** Imports and matches a file of this agency, and pays what can be paid. */
export const write = (url: string, agency: Agency, most: number): Promise<Written> =>
  withClient(url, async (client) => {
    const organization = await organizationOf(client, agency);
    const { rows } = await client.query<{ lines: object[] | null }>(LINES, [organization, most]);
    const lines = rows[0]?.lines ?? [];
    await signInAs(client, adminOf(agency));
    const call = callsOf(client);
    const { id: account } = await call<{ id: string }>('save_bank_account($1)', [
      { name: `Operating ${randomUUID()}` },
    ]);
    const matching = await timed(async () => {
      const { import_id } = await call<{ import_id: string }>('begin_bank_import($1, $2, $3, $4, $5)', [
        account,
        'soak.csv',
        'a'.repeat(64),
        'csv',
        lines.length,
      ]);
      await call('import_bank_lines($1, $2)', [import_id, JSON.stringify(lines)]);
      let more = true;
      while (more) ({ more } = await call<{ more: boolean }>('finish_bank_import($1)', [import_id]));
    });
    let payable = 0;
    const payout = await timed(async () => {
      const { id } = await call<{ id: string }>('start_payout()');
      const draft = await call<Payout>('get_payout($1)', [id]);
      payable = draft.payout.commissions;
      await call('approve_payout($1, $2)', [id, draft.payout.version]);
      const approved = await call<Payout>('get_payout($1)', [id]);
      await call('pay_payout($1, $2, current_date, $3, $4)', [
        id,
        approved.payout.version,
        'SOAK',
        randomUUID(),
      ]);
    });
    return { lines: lines.length, matching, payable, payout };
  });

interface Payout {
  payout: { version: number; commissions: number };
}

const callsOf =
  (client: pg.Client) =>
  async <Answer>(text: string, values: unknown[] = []): Promise<Answer> => {
    const { rows } = await client.query<{ answer: Answer & { success?: boolean; error?: string } }>(
      `select public.${text} as answer`,
      values,
    );
    const answer = rows[0]?.answer;
    if (!answer || answer.success === false) throw new Error(`${text}: ${answer?.error}`);
    return answer;
  };

async function organizationOf(client: pg.Client, agency: Agency): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`select md5('o' || $1::int || '-0')::uuid as id`, [
    agency.number,
  ]);
  return rows[0]?.id ?? '';
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
