import { ERROR_MESSAGES } from '../../domain';
import { processRefusal } from './refusals';

const broken = (code: string) => ({
  code,
  status: 400,
  message: 'new row for relation "sales" violates check constraint "sales_total_amount_range"',
});

test('a broken constraint is explained at its field', async () => {
  expect(await processRefusal(broken('23514'), 'Api/createSale')).toMatchObject({
    type: 'VALIDATION',
    field: 'totalAmount',
    userMessage: expect.stringMatching(/the most is/i) as string,
  });
});

test('what is no broken constraint is left to the general classifier', async () => {
  const denied = await processRefusal({ ...broken('42501'), status: 403 }, 'Api/createSale');
  expect(denied).toMatchObject({ type: 'PERMISSION', userMessage: ERROR_MESSAGES.PERMISSION });
  expect(denied.field).toBeUndefined();
});
