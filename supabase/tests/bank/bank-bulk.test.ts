import { ask, createAccount, importLines, line, transaction } from '../support/bank';
import { sql } from '../support/database';
import { SOAK } from '../support/soak';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

interface Answer {
  success: boolean;
  group_id: string;
  set_aside: string[];
  accepted: string[];
  applied: string[];
  skipped: { id: string }[];
  more: boolean;
}
interface Inbox {
  rows: {
    id: string;
    text: string;
    amount: number;
    alike: { key: string; count: number; amount: number; first_on: string; last_on: string } | null;
  }[];
  count: number;
  directions: { in: number; out: number };
}
interface Seen {
  id: string;
  version: number;
}

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
});

const inbox = (args: object = {}) => ask<Inbox>(agency.admin, 'get_bank_inbox', args);
const seen = (rows: readonly Seen[]) => rows.map(({ id, version }) => ({ id, version }));
const statuses = (rows: readonly Seen[]) =>
  Promise.all(rows.map(async ({ id }) => (await transaction(id)).status));
const patterns = () =>
  sql<{ payer_key: string; confirmations: number }>(
    'select payer_key, confirmations from public.bank_patterns where organization_id = $1 order by 1',
    [agency.organizationId],
  );
const setAside = (rows: readonly Seen[], more: object = {}) =>
  ask<Answer>(agency.admin, 'set_aside_bank_transactions', {
    transactions: seen(rows),
    category: 'fee',
    ...more,
  });

// Holds bank-81
test('one is set aside with all that wait and are like it: the same words, the same way, and no commission behind them', async () => {
  const { rows } = await importLines(agency.admin, account, [
    line(1, 'FIRST PIER WIRE FEE 0101', '-15.00', { booked_on: '2026-05-01' }),
    line(2, 'First pier wire fee 0102', '-20.00', { booked_on: '2026-05-09' }),
    line(3, 'FIRST PIER WIRE FEE 0103', '15.00'),
    line(4, 'FIRST PIER WIRE 0104', '-15.00'),
    line(5, 'FIRST PIER WIRE FEE 0105', '-15.00', { booked_on: '2026-05-11' }),
  ]);
  const [first] = rows;
  const found = (await inbox()).rows.find(({ id }) => id === first?.id);
  expect(found?.alike).toEqual({
    key: 'FIRST PIER WIRE FEE',
    count: 2,
    amount: -50,
    first_on: '2026-05-01',
    last_on: '2026-05-11',
  });
  const answer = await setAside([first!], { alike: true, learn: false });
  expect(answer.set_aside).toHaveLength(3);
  expect(await statuses(rows)).toEqual(['set_aside', 'set_aside', 'open', 'open', 'set_aside']);
  await ask(agency.admin, 'undo_bank_decision', { group_id: answer.group_id });
  expect(await statuses(rows)).toEqual(['open', 'open', 'open', 'open', 'open']);
});

test('an equal that a commission explains stays', async () => {
  await agency.sale({ reference: 'CR-26710', commission: 300 });
  const { rows } = await importLines(agency.admin, account, [
    line(1, 'PARTNER PAYOUT CR 77', '12.00'),
    line(2, 'PARTNER PAYOUT CR26710', '300.00'),
  ]);
  expect(rows.map(({ certainty }) => certainty)).toEqual([null, 'likely']);
  expect((await setAside([rows[0]!], { alike: true })).set_aside).toEqual([rows[0]?.id]);
  expect(await statuses(rows)).toEqual(['set_aside', 'suggested']);
});

// Holds bank-78
test('a selection is one act: set aside, learned and taken back as a whole', async () => {
  const { rows } = await importLines(agency.admin, account, [
    line(1, 'ALPHA LOUNGE 1', '-1.00'),
    line(2, 'ALPHA LOUNGE 2 A', '-2.00'),
    line(3, 'BETA PARKING', '-3.00'),
  ]);
  const stale = { id: rows[2]?.id ?? '', version: 7 };
  const answer = await setAside([rows[0]!, rows[1]!, stale]);
  expect(answer.skipped).toEqual([
    { id: stale.id, why: 'Somebody was faster.', code: 'somebody_was_faster', params: {} },
  ]);
  expect(await patterns()).toEqual([{ payer_key: 'ALPHA LOUNGE', confirmations: 2 }]);
  await ask(agency.admin, 'undo_bank_decision', { group_id: answer.group_id });
  expect(await patterns()).toEqual([]);
  expect(await statuses(rows)).toEqual(['open', 'open', 'open']);
});

// Holds bank-79
test('what is accepted in several calls is one act; nobody joins another one’s, or one of another kind', async () => {
  for (const [reference, commission] of [
    ['CR-26710', 300],
    ['CR-26711', 310],
    ['CR-26712', 320],
  ] as const)
    await agency.sale({ reference, commission });
  const { rows } = await importLines(agency.admin, account, [
    line(1, 'PARTNER PAYOUT CR26710', '300.00'),
    line(2, 'PARTNER PAYOUT CR26711', '310.00'),
    line(3, 'PARTNER PAYOUT CR26712', '320.00'),
    line(4, 'ALPHA LOUNGE', '-1.00'),
  ]);
  const [one, two, three, fee] = rows.map((row) => [row]);
  const accept = (person: Person, which: readonly Seen[], group_id: string | null) =>
    ask<Answer>(person, 'accept_bank_suggestions', { transactions: seen(which), group_id });
  const aside = await setAside(fee!);
  const first = await accept(agency.admin, one!, aside.group_id);
  expect(first).toMatchObject({ accepted: [rows[0]?.id], more: false });
  const second = await accept(agency.admin, two!, first.group_id);
  const other = await accept(agency.owner, three!, first.group_id);
  expect(second.group_id).toBe(first.group_id);
  expect(new Set([aside.group_id, first.group_id, other.group_id]).size).toBe(3);
  await ask(agency.admin, 'undo_bank_decision', { group_id: first.group_id });
  expect(await statuses(rows)).toEqual(['suggested', 'suggested', 'matched', 'set_aside']);
});

test('money in and money out are counted in what is asked for, and asked for alone', async () => {
  await importLines(agency.admin, account, [
    line(1, 'ALPHA 1', '10.00'),
    line(2, 'ALPHA 2', '-5.00'),
    line(3, 'BETA 3', '7.00'),
  ]);
  expect(await inbox()).toMatchObject({ count: 3, directions: { in: 2, out: 1 } });
  expect(await inbox({ direction: 'out' })).toMatchObject({ count: 1, directions: { in: 2, out: 1 } });
  expect((await inbox({ direction: 'in', search: 'alpha' })).rows.map(({ amount }) => amount)).toEqual([10]);
  expect(await inbox({ search: 'alpha' })).toMatchObject({ count: 2, directions: { in: 1, out: 1 } });
});

test('two acts over the same lines in the same moment: each line is in one of them, and nobody waits in a circle', async () => {
  for (let round = 0; round < (SOAK ? 20 : 3); round += 1) {
    const { rows } = await importLines(
      agency.admin,
      account,
      Array.from({ length: 30 }, (_, n) =>
        line(n + 1, `${n % 2 ? 'ALPHA' : 'BETA'} LOUNGE ${round}-${n}`, '-1.00'),
      ),
    );
    // Who learns payers in the order of the lines waits for who learns them the other way.
    const [one, other] = [seen(rows.slice(0, 20)), seen(rows.slice(10)).reverse()];
    const answers = await Promise.all([
      ask<Answer>(agency.admin, 'set_aside_bank_transactions', {
        transactions: one,
        category: 'fee',
        alike: round > 1,
      }),
      ask<Answer>(agency.owner, 'set_aside_bank_transactions', { transactions: other, category: 'other' }),
    ]);
    const done = answers.flatMap((answer) => answer.set_aside);
    expect(new Set(done).size).toBe(done.length);
    expect(done).toHaveLength(30);
    const decisions = await sql<{ n: string }>(
      'select count(*) as n from public.bank_decisions where organization_id = $1 and transaction_id = any ($2)',
      [agency.organizationId, rows.map(({ id }) => id)],
    );
    expect(decisions).toEqual([{ n: '30' }]);
    await Promise.all(answers.map(({ group_id }) => ask(agency.admin, 'undo_bank_decision', { group_id })));
    expect(await patterns()).toEqual([]);
    await sql('delete from public.bank_transactions where organization_id = $1', [agency.organizationId]);
  }
});

test('a rule and a person at the same lines in the same moment: each line follows one of them', async () => {
  const { rows } = await importLines(
    agency.admin,
    account,
    Array.from({ length: 20 }, (_, n) => line(n + 1, `WIRE FEE ${n}`, '-15.00')),
  );
  const { id } = await ask<{ id: string }>(agency.admin, 'save_bank_rule', {
    rule: { text_contains: 'wire fee', category: 'fee' },
  });
  const [byRule, byHand] = await Promise.all([
    ask<Answer>(agency.admin, 'apply_bank_rule', { rule_id: id, transactions: seen(rows) }),
    ask<Answer>(agency.owner, 'set_aside_bank_transactions', {
      transactions: seen(rows).reverse(),
      category: 'other',
    }),
  ]);
  expect(byRule.applied.length + byHand.set_aside.length).toBe(20);
  const counted = await ask<{ applied: number }[]>(agency.admin, 'list_bank_rules');
  expect(counted).toMatchObject([{ applied: byRule.applied.length }]);
});
