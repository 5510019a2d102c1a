import pg from 'pg';
import { actAs } from './database/measure';
import { statements, ALL_BUT_TOTALS } from './database/writes';
const BOOKED = `select s.id from public.sales s
  where s.organization_id = md5('o1-0')::uuid and s.status = 'booked' and s.sale_date > current_date - 60
    and exists (select 1 from public.commissions c where c.sales_id = s.id and c.status = 'unpaid')
  order by random() limit $1`;
async function main() {
  const [url = '', reps = '150', ...only] = process.argv.slice(2);
  const helper = new pg.Client(url); await helper.connect();
  await helper.query(ALL_BUT_TOTALS);
  await helper.query('select cron.alter_job(jobid, active => false) from cron.job');
  await helper.query('select private.refresh_totals()');
  const open = async (role: string) => { const c = new pg.Client(url); await c.connect(); await c.query(`set session_replication_role = ${role}`); await actAs(c, 'admin.1@bench.test'); return c; };
  const kept = await open('origin'), bare = await open('replica');
  for (const [name, st] of Object.entries(statements({ customers: 200000, vendors: 400, agents: 100 }))) {
    if (only.length && !only.some((o) => name.includes(o))) continue;
    const n = name.startsWith('500') ? Number(reps) / 15 : Number(reps);
    const { rows } = await helper.query(BOOKED, [2 * n + 40]);
    const t: number[][] = [[], []];
    for (let i = 0; i < n + 15; i++) for (const side of i % 2 ? [0, 1] : [1, 0]) {
      const v = st.includes('$1') ? [rows.pop().id] : [];
      const s = performance.now(); await (side ? kept : bare).query(st, v); if (i >= 15) t[side]!.push(performance.now() - s);
    }
    const q = (a: number[], p: number) => [...a].sort((x, y) => x - y)[Math.floor(a.length * p)]!;
    const mean = (a: number[]) => a.reduce((x, y) => x + y, 0) / a.length;
    const trim = (a: number[]) => mean([...a].sort((x, y) => x - y).slice(0, Math.ceil(a.length * 0.7)));
    console.log(name.padEnd(34), 'p10', q(t[0]!, .1).toFixed(2), q(t[1]!, .1).toFixed(2), (q(t[1]!, .1) / q(t[0]!, .1)).toFixed(3), 'med', (q(t[1]!, .5) / q(t[0]!, .5)).toFixed(3), 'trim', (trim(t[1]!) / trim(t[0]!)).toFixed(3));
  }
  await Promise.all([helper, kept, bare].map((c) => c.end()));
}
void main();
