/**
 * `npm run bench payouts [lines]`: database time of a payout of 5,000 commissions: collecting, approving, its page, paying, and what one of its
 * agents is told. On an embedded PostgreSQL of its own, deleted again.
 */
import { randomUUID } from 'node:crypto';
import { withClient } from '../supabase/local/src/index';
import { runBench, withBackend } from './backend';
import { adminOf, agentOf, fill, type Agency } from './database/fill';
import { printLoad } from './database/print';
import { signInAs } from './matching/session';

/** Milliseconds of database time for paying. */
const GOAL = 5000;

interface Answer {
  success: boolean;
  error: string | null;
  id: string;
  payout: { version: number; commissions: number };
}

async function main([asked]: string[]): Promise<void> {
  const lines = Number(asked ?? 5000);
  const agency: Agency = { number: 1, sales: lines * 20, agents: 50, vendors: 100, customers: lines };
  await withBackend(async (backend, superuser) => {
    await fill(superuser, [agency], () => undefined);
    await makePayable(superuser, lines);
    await withClient(backend.dbUrl, async (client) => {
      await signInAs(client, adminOf(agency));
      const call = async (name: string, text: string, values: unknown[] = []): Promise<Answer> => {
        const start = performance.now();
        const { rows } = await client.query<{ answer: Answer }>(`select public.${text} as answer`, values);
        const took = performance.now() - start;
        const late = name === 'pay' && took > GOAL ? '  ✘' : '';
        console.log(`${name.padEnd(28)}${took.toFixed(0).padStart(8)} ms${late}`);
        const answer = rows[0]?.answer as Answer;
        if (answer.success === false) throw new Error(`${name}: ${answer.error}`);
        return answer;
      };
      const { id } = await call('start', 'start_payout()');
      const draft = await call('its page', 'get_payout($1)', [id]);
      console.log(`${draft.payout.commissions} commissions, goal for paying ${GOAL} ms`);
      await call('approve', 'approve_payout($1, $2)', [id, draft.payout.version]);
      const { payout } = await call('its page, approved', 'get_payout($1)', [id]);
      const values = [id, payout.version, '2026-06-15', 'PAY', randomUUID()];
      await call('pay', 'pay_payout($1, $2, $3, $4, $5)', values);
      await call('its page, paid', 'get_payout($1)', [id]);
      await call('list of payouts', 'list_payouts()');
      await signInAs(client, agentOf(agency, 1));
      await call('what an agent is told', 'get_my_payouts()');
    });
  });
  printLoad();
}

/** Leaves as many commissions ready to pay as are asked for; without triggers, which only a superuser may leave out. */
const makePayable = (url: string, lines: number): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(`set session_replication_role = replica`);
    await client.query(
      `update public.commissions c set status = case when n <= $1 then 'funds_received' else 'agent_paid' end, seller_paid = n > $1
       from (select id, row_number() over (order by id) as n from public.commissions where sale_paid and status <> 'cancelled') r
       where r.id = c.id`,
      [lines],
    );
    await client.query(
      `update public.commission_shares h set status = case when c.seller_paid then 'paid' else 'open' end,
         paid_on = case when c.seller_paid then coalesce(h.paid_on, c.sale_date) end
       from public.commissions c where c.id = h.commission_id and c.status in ('funds_received', 'agent_paid')`,
    );
    await client.query('select private.rebuild_totals()');
    await client.query('vacuum (analyze)');
  });

runBench(main);
