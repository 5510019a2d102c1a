/** @jest-environment jsdom */
import { fromDatabase, toDatabase, type PaymentBasis, type VendorCategory } from '@paperplane/shared/domain';
import { parse } from 'valibot';
import { contract } from './contract';
import { addressLines } from './vendor-cards';
import { vendorSchema, vendorTexts } from './vendor-schema';
import { changesOfVendor, deleteRefusal, termsText, toShown, type VendorInput } from './vendor';

/** What the form says, as the database has it. */
const columns = {
  name: 'Azure Coast Cruises',
  category: 'cruise',
  contacts: [{ name: 'Ida Holm', role: null, email: 'ida@azure.example', phone: null }],
  email: 'trade@azure.example',
  phone: null,
  website: null,
  address_line_1: '1 Quay Street',
  address_line_2: null,
  city: 'Miami',
  region: 'FL',
  postal_code: '33132',
  country: 'US',
  account_number: 'AG-77',
  default_commission_rate: 12.5,
  expected_payment_days: 30,
  expected_payment_basis: 'departure',
  aliases: ['AZURE CC'],
  notes: null,
};

const row = {
  id: '00000000-0000-4000-8000-0000000000f1',
  organization_id: '00000000-0000-4000-8000-0000000000e1',
  version: 3,
  ...columns,
  logo_url: null,
  is_archived: false,
  archived_at: null,
  import_batch_id: null,
  import_row: null,
  created_at: '2026-01-02T00:00:00+00:00',
  updated_at: '2026-01-02T00:00:00+00:00',
};

const answered = (changes: object = {}) =>
  fromDatabase(parse(contract.get_vendor_page.answer.wrapped.entries.vendor, { ...row, ...changes }));
const vendorOf = (changes?: object) => toShown(answered(changes));

describe('a vendor', () => {
  it.each<[number | null, PaymentBasis, string]>([
    [null, 'departure', '–'],
    [0, 'booking', 'On booking'],
    [1, 'departure', '1 day after departure'],
    [45, 'return', '45 days after return'],
    [30, 'before_departure', '30 days before departure'],
    [0, 'before_departure', 'On departure'],
  ])('is expected to pay after %p days from %s: %s', (days, basis, text) =>
    expect(termsText({ expectedPaymentDays: days, expectedPaymentBasis: basis })).toBe(text),
  );

  it('is deleted only without sales', () => {
    expect(deleteRefusal(0)).toBeNull();
    expect(deleteRefusal(1)).toMatch(/Archive it instead/);
  });

  it('is read by the client’s names, and its form starts with what it has', () => {
    expect(vendorOf()).toMatchObject({ category: 'cruise', accountNumber: 'AG-77', isArchived: false });
    expect(vendorTexts(vendorOf())).toMatchObject({
      defaultCommissionRate: '12.5',
      expectedPaymentDays: '30',
      aliases: ['AZURE CC'],
      contacts: [{ name: 'Ida Holm', role: '', email: 'ida@azure.example', phone: '' }],
    });
  });

  it('of a category or basis that is new to the client still shows', () => {
    const vendor = toShown({
      ...answered(),
      category: 'space' as VendorCategory,
      expectedPaymentBasis: 'landing' as PaymentBasis,
    });
    expect(vendor).toMatchObject({ category: 'other', expectedPaymentBasis: 'departure' });
  });

  it('sends every field of the form, and never the logo', () => {
    const typed = parse(vendorSchema, { ...vendorTexts(vendorOf()), logo: 'none' });
    expect(toDatabase(changesOfVendor({} as VendorInput, typed))).toEqual(columns);
  });

  it('sends what was changed, and only that', () => {
    const before = vendorOf();
    const typed = parse(vendorSchema, { ...vendorTexts(before), city: 'Tampa', expectedPaymentDays: '' });
    expect(toDatabase(changesOfVendor(before, typed))).toEqual({
      city: 'Tampa',
      expected_payment_days: null,
    });
  });

  it('has an address without empty lines', () => {
    expect(addressLines(vendorOf())).toEqual(['1 Quay Street', 'Miami, FL 33132', 'United States']);
    expect(addressLines(vendorOf({ address_line_1: null, city: null, region: null, country: null }))).toEqual(
      ['33132'],
    );
  });
});
