import { safeParse } from 'valibot';
import { fieldNames } from '../parts/record-form-spec';
import { vendorForm, vendorTexts } from './vendor-form';

const parse = (texts: Record<string, string>) =>
  safeParse(vendorForm.schema, { ...vendorTexts(), name: 'Azure', ...texts });
const problems = (texts: Record<string, string>) =>
  parse(texts).issues?.map((issue) => `${String(issue.path?.[0]?.key)}: ${issue.message}`);

describe('vendor form', () => {
  it('asks for exactly the fields it checks', () => {
    expect(fieldNames(vendorForm.sections).sort()).toEqual(Object.keys(vendorTexts()).sort());
  });

  it('completes a website and counts an empty rate as 0', () => {
    expect(parse({ website: 'azure.example' }).output).toEqual({
      name: 'Azure',
      email: null,
      phone: null,
      website: 'https://azure.example',
      defaultCommissionRate: 0,
      notes: null,
    });
  });

  it.each([
    [{ name: '' }, 'name: Enter the vendor’s name.'],
    [{ website: 'javascript:alert(1)' }, 'website: Enter a full web address, like https://example.com.'],
    [{ defaultCommissionRate: '101' }, 'defaultCommissionRate: Enter a percentage from 0 to 100.'],
    [{ defaultCommissionRate: '-1' }, 'defaultCommissionRate: Enter a percentage from 0 to 100.'],
    [{ defaultCommissionRate: '1.234' }, 'defaultCommissionRate: Use at most two decimals.'],
  ])('refuses %j', (texts, problem) => {
    expect(problems(texts)).toEqual([problem]);
  });

  it('shows a rate as it would be typed', () => {
    const vendor = {
      id: 'v',
      name: 'Azure',
      logoUrl: null,
      email: null,
      phone: null,
      website: null,
      defaultCommissionRate: 12.5,
      notes: null,
      createdAt: '',
    };
    expect(vendorTexts(vendor)['defaultCommissionRate']).toBe('12.5');
  });
});
