import { randomUUID } from 'node:crypto';
import { ask } from './bank';
import { sql, sqlOne } from './database';
import { openPayout, OPERATIONS, pick, type ConcurrentRun } from './payout-operations';
import { approve, pageOf, pay, type Done, type PayoutPage } from './payouts';
import { randomOf } from './soak';
import { createMember, type TestAgency } from './test-agency';

/** Two who pay and eighteen who sell: the agency's own, and more with splits that leave odd cents. */
export async function createRun(agency: TestAgency, seed: number): Promise<ConcurrentRun> {
  const more = [];
  for (let n = 0; n < 15; n += 1)
    more.push(await createMember(agency.organizationId, 'agent', 33.33 + n * 3.7));
  return {
    agency,
    agents: [agency.agent, agency.rival, agency.admin, ...more],
    admins: [agency.admin, agency.owner],
    random: randomOf(seed),
    done: {},
    refused: {},
  };
}

const TOTAL = OPERATIONS.reduce((sum, [, weight]) => sum + weight, 0);

/** Errors of the database that are refusals: a rule said no, or a deadlock's loser that nobody repeats here. */
const REFUSAL = /^(P0001|40P01|23514|42501):/;

/** Does `count` operations, several at once. Answers what went wrong otherwise than by a refusal. */
export async function runConcurrently(
  state: ConcurrentRun,
  count: number,
  workers: number,
): Promise<string[]> {
  const wrong: string[] = [];
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      let ticket = state.random(TOTAL);
      const [name, , run] = OPERATIONS.find(([, weight]) => (ticket -= weight) < 0) ?? OPERATIONS[0]!;
      const admin = pick(state, state.admins) ?? state.agency.admin;
      state.done[name] = (state.done[name] ?? 0) + 1;
      try {
        const answer = (await run(state, admin)) as Done | undefined | false;
        if (!answer || !answer.success) state.refused[name] = (state.refused[name] ?? 0) + 1;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        state.refused[name] = (state.refused[name] ?? 0) + 1;
        if (message.startsWith('40P01')) state.refused['deadlock'] = (state.refused['deadlock'] ?? 0) + 1;
        if (!REFUSAL.test(message)) wrong.push(`${name}: ${message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return wrong;
}

/** The end of a day: the open payout, or one that is started now, is brought to its end, without what cannot be paid any more. */
export async function settle(state: ConcurrentRun): Promise<string[]> {
  const { admin } = state.agency;
  await ask(admin, 'start_payout');
  const { id } = await openPayout(state);
  await ask(admin, 'reopen_payout', { batch_id: id, reason: 'The end of a day', bank_has_it: false });
  const { problems } = await ask<{ problems: { line_id: string }[] }>(admin, 'get_payout', { batch_id: id });
  await ask(admin, 'remove_payout_lines', {
    batch_id: id,
    line_ids: problems.map((problem) => problem.line_id),
  });
  if ((await pageOf(admin, id)).lines.length === 0) {
    await ask(admin, 'discard_payout', { batch_id: id });
    return [];
  }
  const answers = [await approve(admin, id), await pay(admin, id, randomUUID())];
  return answers.flatMap(({ error }) => error ?? []);
}

/** What each agent is told of the next payout, beside what a payout has for them: the open one, or one that an admin starts now. */
export async function comparePayouts(
  state: ConcurrentRun,
  asAdmin: (
    run: (query: (text: string) => Promise<unknown>) => Promise<PayoutPage | null>,
  ) => Promise<PayoutPage | null>,
): Promise<string[]> {
  const [open] = await sql<{ id: string }>(
    `select id from public.payout_batches where organization_id = $1 and status in ('draft', 'approved', 'scheduled')`,
    [state.agency.organizationId],
  );
  const page = open
    ? await pageOf(state.agency.admin, open.id)
    : await asAdmin(async (query) => {
        const started = (await query('select public.start_payout()')) as Done;
        return (await query(`select public.get_payout('${started.id}')`)) as PayoutPage | null;
      });
  const wrong: string[] = [];
  for (const agent of state.agents) {
    const told = await ask<{
      amount: number;
      carried_out: number;
      lines: { kind: string; amount: number; booking_reference: string | null; note: string | null }[];
    }>(agent, 'get_my_payouts');
    const part = page?.agents.find(({ id }) => id === agent.id);
    const key = (row: { kind: string; amount: number; booking_reference: string | null }) =>
      `${row.kind} ${row.booking_reference} ${row.amount}`;
    const theirs = (page?.lines ?? []).filter(({ agent_id: id }) => id === agent.id);
    const [mine, batch] = [told.lines, theirs].map((rows) => rows.map(key).sort().join('; '));
    const carried = await sqlOne<{ amount: string }>('select private.carried_balance($1, $2) as amount', [
      state.agency.organizationId,
      agent.id,
    ]);
    const expected = [part?.amount ?? 0, part?.carried_out ?? Number(carried.amount)];
    if (mine !== batch || told.amount !== expected[0] || told.carried_out !== expected[1])
      wrong.push(
        `${agent.email} is told ${told.amount}, ${told.carried_out}: ${mine}; the payout has ${expected.join(', ')}: ${batch}`,
      );
  }
  return wrong;
}
