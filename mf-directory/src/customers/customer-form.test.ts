import { safeParse } from 'valibot';
import { fieldNames } from '../parts/record-form-spec';
import { customerForm, customerTexts } from './customer-form';

const parse = (texts: Record<string, string>) =>
  safeParse(customerForm.schema, { ...customerTexts(), firstName: 'Elena', lastName: 'Duval', ...texts });
const problems = (texts: Record<string, string>) =>
  parse(texts).issues?.map((issue) => `${String(issue.path?.[0]?.key)}: ${issue.message}`);

describe('customer form', () => {
  it('asks for exactly the fields it checks', () => {
    expect(fieldNames(customerForm.sections).sort()).toEqual(Object.keys(customerTexts()).sort());
  });

  it('sends trimmed texts, and null for what was left out', () => {
    expect(parse({ firstName: '  Elena ', email: ' ', phone: ' +1 (415) 555-0148 ' }).output).toEqual({
      firstName: 'Elena',
      lastName: 'Duval',
      email: null,
      phone: '+1 (415) 555-0148',
      notes: null,
    });
  });

  it.each([
    [{ firstName: ' ' }, 'firstName: Enter a first name.'],
    [{ lastName: '' }, 'lastName: Enter a last name.'],
    [{ email: 'elena@' }, 'email: Enter a full email address, like name@agency.com.'],
    [{ phone: 'call me' }, 'phone: Use digits, spaces and + ( ) - only.'],
    [{ notes: 'x'.repeat(5001) }, 'notes: Use at most 5,000 characters.'],
  ])('refuses %j', (texts, problem) => {
    expect(problems(texts)).toEqual([problem]);
  });

  it('starts from a customer', () => {
    const customer = {
      id: 'c',
      firstName: 'E',
      lastName: 'D',
      email: null,
      phone: '1',
      notes: null,
      createdAt: '',
    };
    expect(customerTexts(customer)).toEqual({
      firstName: 'E',
      lastName: 'D',
      email: '',
      phone: '1',
      notes: '',
    });
  });
});
