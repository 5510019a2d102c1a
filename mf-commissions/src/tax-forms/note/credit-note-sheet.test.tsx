import { shownOf } from '@paperplane/shared/testing';
import { render, screen, within } from '@testing-library/react';
import { contract } from '../contract';
import { CreditNoteSheet } from './credit-note-sheet';

const PARTY = { street: 'Am Kai 4', city: 'Hamburg', region: null, postalCode: '20457', country: 'DE' };
const NOTE = shownOf(contract.get_credit_note.answer, {
  label: '001-0001',
  kind: 'note',
  issuedOn: '2026-11-27',
  paidOn: '2026-06-15',
  vatStatus: 'registered',
  vatRate: 19,
  net: 504.2,
  vat: 95.8,
  gross: 600,
  currency: 'EUR',
  statement: '2026-06-01',
  agency: { ...PARTY, legalName: 'Hafen Reisen GmbH', taxNumber: 'DE123456789' },
  agent: { ...PARTY, legalName: 'Jonas Weber', numberKind: 'vat', number: 'DE987654321' },
});

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);

// Holds taxes-38
it('names supplier, recipient and both numbers, and adds up', () => {
  render(<CreditNoteSheet note={NOTE} />);
  const sheet = screen.getByRole('article', { name: 'Credit note' });
  expect(sheet).toHaveTextContent('SupplierJonas WeberAm Kai 420457 HamburgGermanyVAT number: DE987654321');
  expect(sheet).toHaveTextContent(
    'RecipientHafen Reisen GmbHAm Kai 420457 HamburgGermanyVAT number: DE123456789',
  );
  expect(sheet).toHaveTextContent('Self-billing');
  expect(rows()).toEqual([
    'ForAmount',
    'Agent’s commission by statement 2026-06-01€504.20',
    'Net€504.20',
    'VAT 19%€95.80',
    'Gross€600.00',
  ]);
});

// Holds taxes-37
it.each([
  ['small_business', 'No VAT is charged: exemption for small businesses.'],
  ['reverse_charge', 'Reverse charge: the recipient of the service owes the VAT.'],
] as const)('of %s says why there is no VAT', (vatStatus, words) => {
  render(<CreditNoteSheet note={{ ...NOTE, vatStatus, vatRate: null, net: 600, vat: 0 }} />);
  expect(screen.getByText(words)).toBeInTheDocument();
  expect(rows()).toContain('VAT€0.00');
});

it('a counter note names what it takes back', () => {
  render(
    <CreditNoteSheet
      note={{ ...NOTE, kind: 'counter', counters: '001-0001', net: -504.2, vat: -95.8, gross: -600 }}
    />,
  );
  expect(screen.getByRole('heading', { name: 'Counter note' })).toBeInTheDocument();
  expect(rows()[1]).toBe('Takes credit note 001-0001 back: the payment came back−€504.20');
  expect(rows()[4]).toBe('Gross−€600.00');
});
