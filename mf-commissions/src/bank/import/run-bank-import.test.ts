import type { NumberedLine } from '../files/engine/engine';
import type { BankEngine } from '../files/engine/start-engine';
import { previewStatement, runBankImport, type BankImportCalls } from './run-bank-import';

const line = (number: number): NumberedLine => ({
  line: number,
  bookedOn: '2027-01-29',
  valueOn: null,
  amount: '1.00',
  currency: 'USD',
  text: 'A',
  counterparty: '',
  reference: '',
  bankId: number === 1 ? 'F1' : '',
  kind: '',
  twin: number,
  cells: null,
});

/** 4,500 lines: three portions. */
const engine = {
  portion: (_statement: number, from: number, size: number) =>
    Promise.resolve(
      Array.from({ length: Math.max(0, Math.min(size, 4500 - from)) }, (_each, index) =>
        line(from + index + 1),
      ),
    ),
} as unknown as BankEngine;
const problems = [{ line: 9, why: 'There is no February 30.', source: '' }];

function calls(onSend: (count: number) => void = () => undefined) {
  const log: string[] = [];
  let rounds = 0;
  const all: BankImportCalls = {
    begin: () => Promise.resolve({ importId: 'i' }),
    send: (_import, lines) => {
      log.push(`send ${lines.length}`);
      onSend(log.length);
      return Promise.resolve({
        added: lines.length,
        here: 0,
        broken: lines[0]?.line === 1 ? [{ line: 5, why: 'No', code: 'line_amount_wrong', params: {} }] : [],
      });
    },
    finish: (_import, cancelled, broken) => {
      log.push(`finish ${cancelled ? 'cancelled' : 'done'} ${broken.length}`);
      rounds += 1;
      return Promise.resolve({
        more: !cancelled && rounds < 3,
        status: cancelled ? 'cancelled' : 'done',
        added: 0,
        here: 0,
        broken: 0,
        accepted: 0,
        groups: {},
      });
    },
    wait: (pause) => {
      log.push(`wait ${pause}`);
      return Promise.resolve();
    },
  };
  return { log, all };
}

const parts = { engine, statement: 0, problems };

it('sends portions to the end, then matches until nothing is left', async () => {
  const { log, all } = calls();
  const done: number[] = [];
  const result = await runBankImport(parts, all, (count) => done.push(count), new AbortController().signal);
  expect(log).toEqual([
    'send 2000',
    'send 2000',
    'send 500',
    'finish done 1',
    'finish done 1',
    'finish done 1',
  ]);
  expect(done).toEqual([2000, 4000, 4500]);
  expect(result).toMatchObject({
    importId: 'i',
    status: 'done',
    refused: [
      { line: 9, why: 'There is no February 30.' },
      { line: 5, why: 'No' },
    ],
  });
});

it('sends a portion again that was lost, and gives up after the third time', async () => {
  const once = calls((count) => {
    if (count === 1) throw new Error('lost');
  });
  await runBankImport(parts, once.all, () => undefined, new AbortController().signal);
  expect(once.log.slice(0, 3)).toEqual(['send 2000', 'wait 1000', 'send 2000']);
  const never = calls(() => {
    throw new Error('lost');
  });
  await expect(
    runBankImport(parts, never.all, () => undefined, new AbortController().signal),
  ).rejects.toThrow('lost');
  expect(never.log).toEqual(['send 2000', 'wait 1000', 'send 2000', 'wait 4000', 'send 2000']);
});

it('takes back what came in when somebody cancels', async () => {
  const abort = new AbortController();
  const { log, all } = calls(() => abort.abort());
  const result = await runBankImport(parts, all, () => undefined, abort.signal);
  expect(log).toEqual(['send 2000', 'finish cancelled 1']);
  expect(result.status).toBe('cancelled');
});

it('asks about every line before anything is written', async () => {
  const asked: unknown[] = [];
  const verdicts = await previewStatement(
    engine,
    0,
    (lines) => {
      asked.push(lines[0]);
      return Promise.resolve(
        lines.map(({ line: number }) => ({
          line: number,
          verdict: 'new',
          why: null,
          code: null,
          params: null,
          twin: false,
          similar: false,
        })),
      );
    },
    new AbortController().signal,
  );
  expect(verdicts).toHaveLength(4500);
  expect(asked[0]).toEqual({
    line: 1,
    bookedOn: '2027-01-29',
    amount: '1.00',
    currency: 'USD',
    text: 'A',
    bankId: 'F1',
    twin: 1,
  });
  expect(asked[1]).toEqual({
    line: 2001,
    bookedOn: '2027-01-29',
    amount: '1.00',
    currency: 'USD',
    text: 'A',
    twin: 2001,
  });
});
