import { CONSTRAINTS, constraintError } from './constraints';
import { processError } from './errors';

test('a refused check becomes a message at its field', () => {
  expect(
    constraintError(
      'new row for relation "sales" violates check constraint "sales_return_date_after_travel"',
    ),
  ).toEqual({ field: 'returnDate', message: 'Return must be on or after departure.' });
});

test('a foreign id is a choice to make again', () => {
  expect(
    constraintError(
      'insert or update on table "sales" violates foreign key constraint "sales_customer_id_fkey"',
    ),
  ).toEqual({ field: 'customerId', message: 'Choose the customer for this booking.' });
});

test('an empty column that must be filled says what to fill in', () => {
  const missing = (column: string): string =>
    `null value in column "${column}" of relation "sales" violates not-null constraint`;
  expect(constraintError(missing('total_amount'))).toEqual({
    field: 'totalAmount',
    message: 'Enter the total amount.',
  });
  expect(constraintError(missing('something_new'))).toEqual({
    field: 'somethingNew',
    message: 'Fill in this field.',
  });
});

test('a constraint nobody knows is left to the general classifier', () => {
  expect(constraintError('violates check constraint "made_up"')).toBeNull();
  expect(constraintError('violates check constraint "constructor"')).toBeNull();
  expect(constraintError('')).toBeNull();
});

test('the classifier hands the field on', () => {
  const error = processError(
    {
      code: '23514',
      message: 'new row for relation "sales" violates check constraint "sales_total_amount_range"',
    },
    'Api/createSale',
    constraintError,
  );
  expect(error).toMatchObject({ type: 'VALIDATION', field: 'totalAmount' });
});

test('every entry says something, and names fields the way forms do', () => {
  for (const [name, { field, message }] of Object.entries(CONSTRAINTS)) {
    expect([name, message]).toEqual([name, expect.stringMatching(/\w/)]);
    expect([name, field]).toEqual([name, expect.stringMatching(/^[a-zA-Z]*\d?$/)]);
  }
});
