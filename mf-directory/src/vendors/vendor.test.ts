/** @jest-environment jsdom */
import { type PaymentBasis } from '@paperplane/shared/domain';
import { addressLines } from './vendor-cards';
import { vendorTexts } from './vendor-schema';
import { deleteRefusal, termsText } from './vendor';
import { fromVendorInput, toVendor, type VendorRow } from './vendor-rows';

const row: VendorRow = {
  id: 'v1',
  organization_id: 'o1',
  version: 3,
  name: 'Azure Coast Cruises',
  logo_url: null,
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
  archived_at: null,
  created_at: '2026-01-02T00:00:00+00:00',
  updated_at: '2026-01-02T00:00:00+00:00',
} as VendorRow;

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
    const vendor = toVendor(row);
    expect(vendor).toMatchObject({ category: 'cruise', accountNumber: 'AG-77', isArchived: false });
    expect(vendorTexts(vendor)).toMatchObject({
      defaultCommissionRate: '12.5',
      expectedPaymentDays: '30',
      aliases: ['AZURE CC'],
      contacts: [{ name: 'Ida Holm', role: '', email: 'ida@azure.example', phone: '' }],
    });
  });

  it('of a category or basis that is new to the client still shows', () => {
    const vendor = toVendor({ ...row, category: 'space', expected_payment_basis: 'landing' });
    expect(vendor).toMatchObject({ category: 'other', expectedPaymentBasis: 'departure' });
  });

  it('sends every field of the form, and never the logo', () => {
    const { id: _id, organization_id: _home, created_at: _at, updated_at: _then, ...rest } = row;
    const { logo_url: _logo, archived_at: _archived, version: _version, ...columns } = rest;
    expect(fromVendorInput(toVendor(row))).toEqual(columns);
  });

  it('has an address without empty lines', () => {
    expect(addressLines(toVendor(row))).toEqual(['1 Quay Street', 'Miami, FL 33132', 'United States']);
    expect(
      addressLines(toVendor({ ...row, address_line_1: null, city: null, region: null, country: null })),
    ).toEqual(['33132']);
  });
});
