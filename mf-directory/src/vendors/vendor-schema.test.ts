import { safeParse } from 'valibot';
import { vendorSchema, vendorTexts, type VendorTexts } from './vendor-schema';

const parse = (texts: Partial<VendorTexts>) =>
  safeParse(vendorSchema, { ...vendorTexts(), name: 'Azure', ...texts });
const problems = (texts: Partial<VendorTexts>) =>
  parse(texts).issues?.map(
    (issue) => `${issue.path?.map(({ key }) => String(key)).join('.')}: ${issue.message}`,
  );

describe('vendor form', () => {
  it('needs a name and nothing else', () => {
    expect(parse({}).output).toMatchObject({
      name: 'Azure',
      category: 'other',
      website: null,
      contacts: [],
      defaultCommissionRate: 0,
      expectedPaymentDays: null,
      expectedPaymentBasis: 'departure',
      aliases: [],
    });
  });

  it('completes a website, counts days, and leaves a contact nothing was typed for out', () => {
    const empty = { name: ' ', role: '', email: '', phone: '' };
    expect(
      parse({
        website: 'azure.example',
        expectedPaymentDays: ' 30 ',
        contacts: [{ ...empty, name: ' Ida ' }, empty],
      }).output,
    ).toMatchObject({
      website: 'https://azure.example',
      expectedPaymentDays: 30,
      contacts: [{ name: 'Ida', role: null, email: null, phone: null }],
    });
  });

  it.each<[Partial<VendorTexts>, string]>([
    [{ name: '' }, 'name: Enter the vendor’s name.'],
    [{ website: 'not a site' }, 'website: Enter a full web address, like https://example.com.'],
    [{ website: 'javascript:alert(1)' }, 'website: Enter a full web address, like https://example.com.'],
    [{ name: 'x'.repeat(201) }, 'name: Use at most 200 characters.'],
    [{ email: '@' }, 'email: Enter a full email address, like name@agency.com.'],
    [{ defaultCommissionRate: '-1' }, 'defaultCommissionRate: Enter a percentage from 0 to 100.'],
    [{ defaultCommissionRate: 'twelve' }, 'defaultCommissionRate: Enter a percentage like 12.5.'],
    [{ defaultCommissionRate: '101' }, 'defaultCommissionRate: Enter a percentage from 0 to 100.'],
    [{ defaultCommissionRate: '1.234' }, 'defaultCommissionRate: Use at most two decimals.'],
    [{ expectedPaymentDays: '731' }, 'expectedPaymentDays: Enter a number of days from 0 to 730.'],
    [{ expectedPaymentDays: '-1' }, 'expectedPaymentDays: Enter a number of days from 0 to 730.'],
    [{ expectedPaymentDays: '1.5' }, 'expectedPaymentDays: Enter a number of days from 0 to 730.'],
    [
      { contacts: [{ name: '', role: 'Sales', email: '', phone: '' }] },
      'contacts.0.name: Enter the name of each contact.',
    ],
    [
      { contacts: [{ name: 'Ida', role: '', email: 'ida@', phone: '' }] },
      'contacts.0.email: Enter a full email address, like name@agency.com.',
    ],
  ])('refuses %j', (texts, problem) => {
    expect(problems(texts)).toEqual([problem]);
  });
});
