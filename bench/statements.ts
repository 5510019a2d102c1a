/**
 * `npm run bench statements [sales]`: database time of a vendor's statement of 500 lines in an agency of 100,000 sales: kept and matched, its
 * page, and its deposit expected; by whole references, by numbers alone, and by names and amounts. On an embedded PostgreSQL of its own, deleted
 * again.
 */
import { withClient } from '../supabase/local/src/index';
import { runBench, withBackend } from './backend';
import { adminOf, fill, type Agency } from './database/fill';
import { printLoad } from './database/print';
import { signInAs } from './matching/session';

/** Milliseconds of database time for keeping and matching. */
const GOAL = 2000;
const LINES = 500;

/** What a line says of its booking. */
const WRITTEN = {
  'whole references': "s.booking_reference || case n % 3 when 0 then '-01' else '' end",
  'numbers alone': `substring(s.booking_reference from '[0-9]{4,}')`,
  'names and amounts': 'null',
};

/** The lines of a statement of the vendor who sells most; one in ten pays another amount. */
const linesOf = (reference: string) => `
  select jsonb_agg(jsonb_build_object('line', n, 'reference', ${reference}, 'name', k.last_name || '/' || k.first_name,
    'amount', (c.amount - case when n % 10 = 0 then 1 else 0 end)::text)) as lines
  from (
    select c.*, row_number() over (order by c.id) as n from public.commissions c
    where c.vendor_id = md5('v1-1')::uuid and c.undeposited_amount > 2 order by c.id limit ${LINES}) c
  join public.sales s on s.id = c.sales_id join public.customers k on k.id = s.customer_id`;

async function main([asked]: string[]): Promise<void> {
  const sales = Number(asked ?? 100_000);
  const agency: Agency = { number: 1, sales, agents: 20, vendors: 250, customers: sales / 5 };
  await withBackend(async (backend, superuser) => {
    await fill(superuser, [agency, { ...agency, number: 2, sales: sales / 5 }], () => undefined);
    await withClient(backend.dbUrl, async (client) => {
      const { rows: vendors } = await client.query<{ id: string }>(`select md5('v1-1')::uuid as id`);
      for (const [name, reference] of Object.entries(WRITTEN)) {
        const { rows } = await client.query<{ lines: object[] }>(linesOf(reference));
        const lines = rows[0]?.lines ?? [];
        await signInAs(client, adminOf(agency));
        const call = async <Answer>(what: string, text: string, values: unknown[]): Promise<Answer> => {
          const start = performance.now();
          const { rows: answers } = await client.query<{ answer: Answer }>(
            `select public.${text} as answer`,
            values,
          );
          const took = performance.now() - start;
          const late = what === 'kept and matched' && took > GOAL ? '  ✘' : '';
          console.log(`${`${name}, ${what}`.padEnd(48)}${took.toFixed(0).padStart(8)} ms${late}`);
          return answers[0]?.answer as Answer;
        };
        const { statement_id: id } = await call<{ statement_id: string }>(
          'kept and matched',
          'save_vendor_statement($1, $2, $3)',
          [vendors[0]?.id, 'bench.csv', JSON.stringify(lines)],
        );
        const statement = await call<{ version: number; lines: { kind: string }[] }>(
          'its page',
          'get_vendor_statement($1)',
          [id],
        );
        const missing = statement.lines.filter(({ kind }) => kind === 'missing').length;
        console.log(`${lines.length} lines, ${missing} not found; goal ${GOAL} ms`);
        await call('expected', 'set_vendor_statement($1, $2, $3)', [id, statement.version, 'expected']);
      }
    });
  });
  printLoad();
}

runBench(main);
