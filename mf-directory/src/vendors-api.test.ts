import { fromVendorInput, toVendor } from './vendors-api';

describe('vendors', () => {
  it('reads a row by the client’s names', () => {
    expect(
      toVendor({
        id: 'v1',
        name: 'Azure Coast Cruises',
        logo_url: null,
        email: 'trade@azure.example',
        phone: '+1 305',
        website: 'https://azure.example',
        default_commission_rate: 12.5,
        notes: null,
        created_at: '2026-01-02T00:00:00+00:00',
      }),
    ).toEqual({
      id: 'v1',
      name: 'Azure Coast Cruises',
      logoUrl: null,
      email: 'trade@azure.example',
      phone: '+1 305',
      website: 'https://azure.example',
      defaultCommissionRate: 12.5,
      notes: null,
      createdAt: '2026-01-02T00:00:00+00:00',
    });
  });

  it('sends every field of the form, and never the logo', () => {
    expect(
      fromVendorInput({
        name: 'Azure',
        email: null,
        phone: null,
        website: null,
        defaultCommissionRate: 0,
        notes: 'x',
      }),
    ).toEqual({
      name: 'Azure',
      email: null,
      phone: null,
      website: null,
      default_commission_rate: 0,
      notes: 'x',
    });
  });
});
