import { notesCsv } from './notes-columns';

const ROW = {
  id: '0b5e1c1e-0000-4000-8000-000000000001',
  label: '001-0002',
  kind: 'counter' as const,
  agentId: '0b5e1c1e-0000-4000-8000-000000000002',
  agent: 'Jonas Weber',
  legalName: '+Jonas Weber',
  number: 'DE987654321',
  issuedOn: '2026-11-27',
  paidOn: '2026-06-15',
  vatStatus: 'registered' as const,
  vatRate: 19,
  net: -504.2,
  vat: -95.8,
  gross: -600,
  currency: 'EUR',
  counters: '001-0001',
  statement: '2026-06-01',
};

// Holds taxes-50
it('has a note a row: amounts with their sign and cents, a name that is no formula', () => {
  expect(notesCsv([ROW]).split('\r\n')[1]).toBe(
    "001-0002,Counter note,001-0001,2026-11-27,2026-06-15,'+Jonas Weber,DE987654321,Registered for VAT,19,-504.20,-95.80,-600.00,EUR,2026-06-01",
  );
});
