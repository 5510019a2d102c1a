import type { Engine } from './engine/messages';
import type { RowsAnswer } from './import-api';
import type { Mapping } from './rules/mapping';
import { explain, runImport, type ImportCalls } from './run-import';

const file = { name: 'a.csv', hash: 'h', headers: ['Name'], rowCount: 1_050, samples: [] };
const mapping: Mapping = { columns: ['full_name'], dates: 'mdy', same_email: 'skip' };
const job = { kind: 'customers' as const, file, mapping };

/** Three portions of 500, 500 and 40 good rows; ten are wrong. */
const engine = {
  portion: (_kind: string, _mapping: object, from: number) =>
    Promise.resolve({
      rows: Array.from({ length: from === 1000 ? 40 : 500 }, (_, index) => ({
        row_number: from + index + 1,
      })),
      refused: from === 1000 ? 10 : 0,
      next: from === 1000 ? null : from + 500,
    }),
} as unknown as Engine;

function calls(send: (count: number) => void = () => undefined) {
  const log: string[] = [];
  const all: ImportCalls = {
    begin: () => Promise.resolve({ batch_id: 'b' }),
    send: (_batch, rows) => {
      log.push(`send ${rows.length}`);
      send(log.length);
      const answer: RowsAnswer = { added: rows.length, skipped: 0, skips: [], errors: [] };
      return Promise.resolve(answer);
    },
    finish: (_batch, cancelled, refused) => {
      log.push(`finish ${cancelled ? 'cancelled' : 'done'} ${refused}`);
      return Promise.resolve({
        status: cancelled ? 'cancelled' : 'done',
        added: 0,
        skipped: 0,
        failed: refused,
      });
    },
    wait: (pause) => {
      log.push(`wait ${pause}`);
      return Promise.resolve();
    },
  };
  return { log, all };
}

test('portions follow one another to the end', async () => {
  const { log, all } = calls();
  const seen: number[] = [];
  const result = await runImport(
    { engine, ...job },
    all,
    ({ done }) => seen.push(done),
    new AbortController().signal,
  );
  expect(log).toEqual(['send 500', 'send 500', 'send 40', 'finish done 10']);
  expect(seen).toEqual([500, 1000, 1050]);
  expect(result).toMatchObject({ batchId: 'b', until: 1050, status: 'done' });
});

test('a portion that is lost is sent again', async () => {
  const { log, all } = calls((count) => {
    if (count === 2) throw new Error('lost');
  });
  await runImport({ engine, ...job }, all, () => undefined, new AbortController().signal);
  expect(log).toEqual(['send 500', 'send 500', 'wait 1000', 'send 500', 'send 40', 'finish done 10']);
});

test('a connection that stays away ends it with its reason', async () => {
  const { log, all } = calls(() => {
    throw new Error('offline');
  });
  await expect(
    runImport({ engine, ...job }, all, () => undefined, new AbortController().signal),
  ).rejects.toThrow('offline');
  expect(log).toEqual(['send 500', 'wait 1000', 'send 500', 'wait 4000', 'send 500']);
});

test('cancelled, the portion on its way arrives and no other follows', async () => {
  const controller = new AbortController();
  const { log, all } = calls(() => controller.abort());
  const result = await runImport({ engine, ...job }, all, () => undefined, controller.signal);
  expect(log).toEqual(['send 500', 'finish cancelled 0']);
  expect(result.until).toBe(500);
});

test.each([
  [
    {
      field: '',
      message: 'new row for relation "customers" violates check constraint "customers_email_format"',
    },
    { field: 'Email', message: 'Enter a full email address, like name@agency.com.' },
  ],
  [
    { field: 'birthday', message: 'Enter a birthday in the past.' },
    { field: 'Birthday', message: 'Enter a birthday in the past.' },
  ],
  [
    { field: '', message: 'invalid input syntax for type json' },
    { field: '', message: 'Please check your input and try again.' },
  ],
])('what the database says of a row, for people: %j', (said, told) => {
  expect(explain('customers', { row_number: 3, ...said })).toEqual({ row: 3, ...told });
});
