import type { Engine } from './engine/start-engine';
import type { RowsAnswer } from './import-api';
import type { Mapping } from './rules/mapping';
import { verdictsOf } from './verdicts';
import { checkFile, explain, runImport, type ImportCalls, type Job } from './run-import';

const file = {
  name: 'a.csv',
  hash: 'h',
  headers: ['Name'],
  rowCount: 1_050,
  samples: [],
  above: 0,
  leftOut: [],
  preset: null,
  empty: [],
};
const mapping: Mapping = {
  columns: ['full_name'],
  dates: 'mdy',
  decimal: '.',
  words: {},
  same_email: 'skip',
};

/** Ten rows, one of them with two mistakes. */
const WRONG = Array.from({ length: 11 }, (_, index) => ({
  row: 1_041 + Math.min(index, 9),
  field: 'Email',
  message: 'Wrong.',
}));

/** Three portions of 500, 500 and 40 good rows; ten are wrong. */
const engine = {
  portion: (_kind: string, _mapping: object, from: number) =>
    Promise.resolve({
      rows: Array.from({ length: from === 1000 ? 40 : 500 }, (_, index) => ({
        row_number: from + index + 1,
      })),
      errors: from === 1000 ? WRONG : [],
      wrong: from === 1000 ? 10 : 0,
      lineRows: {},
      next: from === 1000 ? null : from + 500,
    }),
} as unknown as Engine;

function calls(send: (count: number) => void = () => undefined) {
  const log: string[] = [];
  const all: ImportCalls = {
    begin: () => Promise.resolve({ batchId: 'b' }),
    send: (_batch, rows) => {
      log.push(`send ${rows.length}`);
      send(log.length);
      const answer: RowsAnswer = { added: rows.length, skipped: 0, skips: [], errors: [], adds: [] };
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
  };
  const job = (more: Partial<Job> = {}): Job => ({
    engine,
    kind: 'customers',
    file,
    mapping,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    wait: (pause) => {
      log.push(`wait ${pause}`);
      return Promise.resolve();
    },
    ...more,
  });
  return { log, all, job };
}

test('portions follow one another to the end', async () => {
  const { log, all, job } = calls();
  const seen: number[] = [];
  const result = await runImport(job({ onProgress: ({ done }) => seen.push(done) }), all);
  expect(log).toEqual(['send 500', 'send 500', 'send 40', 'finish done 10']);
  expect(seen).toEqual([500, 1000, 1050]);
  expect(result).toMatchObject({ batchId: 'b', until: 1050, errors: WRONG, finished: { status: 'done' } });
});

test('a portion that is lost is sent again', async () => {
  const { log, all, job } = calls((count) => {
    if (count === 2) throw new Error('lost');
  });
  await runImport(job(), all);
  expect(log).toEqual(['send 500', 'send 500', 'wait 1000', 'send 500', 'send 40', 'finish done 10']);
});

test('a connection that stays away ends it with its reason', async () => {
  const { log, all, job } = calls(() => {
    throw new Error('offline');
  });
  await expect(runImport(job(), all)).rejects.toThrow('offline');
  expect(log).toEqual(['send 500', 'wait 1000', 'send 500', 'wait 4000', 'send 500']);
});

test('a check sends every portion, the last one as such, and says what becomes of each row', async () => {
  const { job } = calls();
  const log: unknown[] = [];
  const outcome = await checkFile(job(), (checkId, rows, last) => {
    log.push([checkId, rows.length, last]);
    return Promise.resolve({
      checkId: 'c',
      added: rows.length - 2,
      skipped: 1,
      skips: [{ rowNumber: Number(rows[0]?.['row_number']), reason: 'email', twin: { row: 1 } }],
      errors: [
        {
          rowNumber: Number(rows[1]?.['row_number']),
          field: 'birthday',
          message: 'No.',
          code: 'no',
          params: {},
        },
      ],
      adds: [],
    });
  });
  expect(log).toEqual([
    [undefined, 500, false],
    ['c', 500, false],
    ['c', 40, true],
  ]);
  expect(outcome).toMatchObject({ added: 1034, until: 1050 });
  expect(outcome.errors.map(({ row }) => row)).toEqual([2, 502, 1002, ...WRONG.map(({ row }) => row)]);
  const verdicts = verdictsOf(outcome, 1050, 'USD');
  const counts = (['new', 'here', 'broken'] as const).map(
    (name) => verdicts.filter(({ verdict }) => verdict === name).length,
  );
  expect(counts).toEqual([1034, 3, 13]);
  expect(verdicts[0]?.note).toBe('Somebody has this email address already. The same as row 1.');
  expect(verdicts[1]).toMatchObject({ note: 'Birthday: No.', fields: ['Birthday'] });
  expect(verdicts[1049]?.note).toBe('Email: Wrong. Email: Wrong.');
});

test('cancelled, the portion on its way arrives and no other follows', async () => {
  const controller = new AbortController();
  const { log, all, job } = calls(() => controller.abort());
  const result = await runImport(job({ signal: controller.signal }), all);
  expect(log).toEqual(['send 500', 'finish cancelled 0']);
  expect(result.until).toBe(500);
});

test.each([
  [
    {
      field: '',
      message: 'new row for relation "customers" violates check constraint "customers_email_format"',
      code: null,
    },
    { field: 'Email', message: 'Enter a full email address, like name@agency.com.' },
  ],
  [
    { field: 'birthday', message: 'Enter a birthday in the past.', code: 'birthday_not_past' },
    { field: 'Birthday', message: 'Enter a birthday in the past.' },
  ],
  [
    { field: '', message: 'This customer was erased.', code: 'customer_erased' },
    { field: '', message: 'This customer was erased.' },
  ],
  [
    { field: '', message: 'invalid input syntax for type json', code: null },
    { field: '', message: 'Please check your input and try again.' },
  ],
])('what the database says of a row, for people: %j', (said, told) => {
  expect(explain('customers', { rowNumber: 3, params: {}, ...said })).toEqual({ row: 3, ...told });
});

test.each([
  ['vendor_id', 'Vendor'],
  ['vendor', 'Vendor'],
  ['agent_paid_on', 'Agent paid on'],
])('what the database says of %s of a sale is said of %s', (field, label) => {
  expect(explain('sales', { rowNumber: 1, field, message: 'No.', code: 'no', params: {} }).field).toBe(label);
});

test('the words of a constraint reach the column of a sale', () => {
  expect(
    explain('sales', {
      rowNumber: 1,
      field: '',
      message: 'violates check constraint "customers_email_format"',
      code: null,
      params: {},
    }),
  ).toMatchObject({ field: 'Customer’s email' });
});
