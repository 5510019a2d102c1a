/** @jest-environment jsdom */
import { processError } from '@paperplane/shared/domain';
import { isNotFound } from '@paperplane/shared/records';
import { oneRecord } from './one-record';

const answer = (data: unknown, error: unknown = null) =>
  Promise.resolve({ data, error, count: null, status: 200 });

it('takes nothing for a record that is not there', async () => {
  const { error } = await oneRecord(answer(null));
  expect(isNotFound(processError(error, 'Test'))).toBe(true);
});

it('leaves records and failures as they are', async () => {
  expect(await oneRecord(answer({ id: 1 }))).toMatchObject({ data: { id: 1 }, error: null });
  expect(await oneRecord(answer(null, { code: '42501' }))).toMatchObject({ error: { code: '42501' } });
});
