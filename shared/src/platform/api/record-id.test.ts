import { databaseDoor, row } from './door';
import { idOf } from '../../testing/answer-of';

const rpc = jest.fn(() => Promise.resolve({ data: {}, error: null, count: null, status: 200 }));
const db = { rpc } as never;
beforeEach(() => rpc.mockClear());

type Call = (args: object) => { query: (arg: undefined) => (asked: never) => PromiseLike<unknown> };
const call: Call = (args) =>
  (databaseDoor() as unknown as (name: string, of: () => object) => ReturnType<Call>)('get', () => args);

test.each([
  [{ id: 'notanid' }],
  [{ saleId: 'notanid', page: 1 }],
  [{ saleId: '' }],
  [{ saleId: `${idOf('s1')}x` }],
])('%j names no record, and nobody is asked', async (args) => {
  expect(await call(args).query(undefined)(db)).toMatchObject({ data: null, error: { code: '22P02' } });
  expect(rpc).not.toHaveBeenCalled();
});

test.each([[{ saleId: idOf('s1') }], [{ saleId: null }], [{}], [{ paid: 'no' }]])(
  '%j is asked',
  async (args) => {
    expect(await call(args).query(undefined)(db)).toMatchObject({ error: null });
    expect(rpc).toHaveBeenCalledTimes(1);
  },
);

test('nor is a table asked for a row that no id names', async () => {
  const from = jest.fn();
  const asking = row(
    (id) =>
      ({ from: ask }) =>
        ask('sales').select('id').eq('id', id).single(),
  );
  expect(await asking.query('notanid')({ from } as never)).toMatchObject({ error: { code: '22P02' } });
  expect(from).not.toHaveBeenCalled();
});
