/** @jest-environment jsdom */
import { sameValues } from '@paperplane/shared/records';
import { safeParse } from 'valibot';
import { customerSchema } from './customer-schema';
import { CUSTOMER_FIELDS, customerValues, type CustomerValues } from './customer-values';

const typed = (changes: Partial<CustomerValues> = {}): CustomerValues => ({
  ...customerValues(),
  firstName: 'Elena',
  lastName: 'Duval',
  ...changes,
});
const problems = (changes: Partial<CustomerValues>) =>
  safeParse(customerSchema, typed(changes)).issues?.map(
    (issue) => `${issue.path?.map(({ key }) => String(key)).join('.')}: ${issue.message}`,
  );

describe('the customer form', () => {
  it('asks for exactly the fields it checks', () => {
    expect([...CUSTOMER_FIELDS].sort()).toEqual(Object.keys(customerValues()).sort());
  });

  it('sends trimmed texts, null for what was left out, and no empty rows', () => {
    const { output } = safeParse(
      customerSchema,
      typed({
        email: ' ',
        phone: ' +1 (415) 555-0148 ',
        moreEmails: [
          { label: ' Work ', value: ' e@work.example ' },
          { label: '', value: ' ' },
        ],
        airlines: [{ name: 'Kestrel', number: '' }],
        hotels: [{ name: ' ', number: '' }],
        preferenceNotes: ' Quiet ',
      }),
    );
    expect(output).toMatchObject({
      email: null,
      phone: '+1 (415) 555-0148',
      moreEmails: [{ label: 'Work', value: 'e@work.example' }],
      birthday: null,
      country: null,
      preferences: { airlines: [{ name: 'Kestrel', number: '' }], hotels: [], notes: 'Quiet', seat: '' },
    });
  });

  it.each([
    [{ firstName: ' ' }, 'firstName: Enter a first name.'],
    [{ email: 'elena@' }, 'email: Enter a full email address, like name@agency.com.'],
    [{ phone: 'call me' }, 'phone: Use digits, spaces and + ( ) - only.'],
    [{ birthday: '2199-01-01' }, 'birthday: Enter a birthday in the past.'],
    [
      { moreEmails: [{ label: 'Work', value: '' }] },
      'moreEmails.0.value: Enter the email address, or remove this row.',
    ],
    [
      { moreEmails: [{ label: '', value: 'x' }] },
      'moreEmails.0.value: Enter a full email address, like name@agency.com.',
    ],
    [
      {
        morePhones: [
          { label: '', value: '1' },
          { label: '', value: 'one' },
        ],
      },
      'morePhones.1.value: Use digits, spaces and + ( ) - only.',
    ],
    [
      { airlines: [{ name: '', number: '1' }] },
      'airlines.0.name: Enter what the program is called, or remove this row.',
    ],
    [{ seat: 'x'.repeat(101) }, 'seat: Use at most 100 characters.'],
    [{ postalCode: 'x'.repeat(21) }, 'postalCode: Use at most 20 characters.'],
    [{ notes: 'x'.repeat(5001) }, 'notes: Use at most 5,000 characters.'],
  ])('refuses %j', (changes, problem) => expect(problems(changes)?.[0]).toBe(problem));
});

it('compares what was typed without rows that hold nothing', () => {
  expect(sameValues(CUSTOMER_FIELDS, typed(), typed({ moreEmails: [{ label: '', value: ' ' }] }))).toBe(true);
  expect(sameValues(CUSTOMER_FIELDS, typed(), typed({ tags: ['VIP'] }))).toBe(false);
  expect(sameValues(CUSTOMER_FIELDS, typed(), typed({ hotels: [{ name: 'Lumen', number: '' }] }))).toBe(
    false,
  );
});
