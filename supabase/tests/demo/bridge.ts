import { bridgeAccountsOf } from '../../seed/bridge';
import { database, sql } from '../support/database';
import { asDemo, demoPerson } from '../support/demo-person';

interface Brought {
  amount: number;
  status: string;
  certainty: string | null;
}

test('the bank to connect delivers three deposits: two of open bookings, for certain, and one that waits', async () => {
  const client = await database();
  const [account] = await bridgeAccountsOf(client, new Date());
  const lines = (account?.lines ?? []).map(({ day, ...each }, index) => ({
    line: index + 1,
    booked_on: day,
    amount: each.amount,
    text: each.text,
  }));
  // Nothing of it stays: other tests of the demo count.
  await client.query('savepoint delivered');
  let brought: Brought[] = [];
  await asDemo(await demoPerson('owner'), async (ask) => {
    const [account_name, hash] = ['Business Checking', 'a'.repeat(64)];
    const { id } = await ask<{ id: string }>('save_bank_account', { account: { name: account_name } });
    const begun = await ask<{ import_id: string }>('begin_bank_import', {
      account_id: id,
      file_name: 'bank.csv',
      file_hash: hash,
      format: 'csv',
      total_lines: lines.length,
    });
    await ask('import_bank_lines', { import_id: begun.import_id, lines: JSON.stringify(lines) });
    await ask('finish_bank_import', { import_id: begun.import_id });
    brought = await sql<Brought>(
      'select amount::float8, status, certainty from public.bank_transactions where import_id = $1 order by line_number',
      [begun.import_id],
    );
  });
  await client.query('rollback to savepoint delivered');
  expect(
    brought.filter(({ amount }) => amount > 0).map(({ status, certainty }) => [status, certainty]),
  ).toEqual([
    ['suggested', 'certain'],
    ['open', null],
    ['suggested', 'certain'],
  ]);
  expect(brought.filter(({ amount }) => amount < 0)).toHaveLength(3);
});
