import * as v from 'valibot';
import { bankDetailsSchema, NO_BANK_DETAILS } from './bank-details-schema';

const US = {
  ...NO_BANK_DETAILS,
  holderName: ' Sofia Marino ',
  routingNumber: '0210 0002-1',
  accountNumber: '1234 5678',
};
const check = (values: object, withCompany = false) => {
  const read = v.safeParse(bankDetailsSchema(withCompany), values);
  return read.success
    ? read.output
    : Object.fromEntries(read.issues.map((issue) => [String(issue.path?.[0]?.key), issue.message]));
};

it('sends an account without blanks, and without what belongs to the other kind', () => {
  expect(check(US)).toEqual({
    kind: 'us',
    holderName: 'Sofia Marino',
    routingNumber: '021000021',
    accountNumber: '12345678',
    accountType: 'checking',
  });
  expect(
    check({ ...NO_BANK_DETAILS, kind: 'iban', holderName: 'S', iban: 'de89 3704 0044 0532 0130 00' }),
  ).toEqual({ kind: 'iban', holderName: 'S', iban: 'DE89370400440532013000', bic: '' });
});

it.each([
  [
    { ...US, routingNumber: '12' },
    { routingNumber: 'A routing number has nine digits and stands on a check.' },
  ],
  [{ ...US, accountNumber: '' }, { accountNumber: 'Enter the account number, 4 to 17 digits.' }],
  [{ ...US, holderName: ' ' }, { holderName: 'Enter the name on the account.' }],
  [
    { ...NO_BANK_DETAILS, kind: 'iban', holderName: 'S', iban: '12' },
    { iban: 'Enter the whole IBAN, like DE89 3704 0044 0532 0130 00.' },
  ],
])('refuses %j', (values, problems) => {
  expect(check(values)).toEqual(problems);
});

it('asks for the company’s number of the account that pays', () => {
  expect(Object.keys(check(US, true))).toEqual(['companyId']);
  expect(check({ ...US, companyId: '12-3456789' }, true)).toMatchObject({ companyId: '123456789' });
});
