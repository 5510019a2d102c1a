import { render, screen } from '@testing-library/react';
import { DuplicateList } from './duplicate-notice';
import { customerTexts } from './record-schemas';

describe('a booking that seems to be there already', () => {
  const sale = {
    id: 's9',
    bookingReference: 'MER-00714',
    saleDate: '2026-11-16',
    status: 'booked' as const,
    totalAmount: 12_940,
    customerFirstName: 'Aiko',
    customerLastName: 'Tanaka',
  };

  it('is shown with what tells it apart, and opens beside the form', () => {
    render(<DuplicateList duplicates={[sale]} currency="USD" />);
    expect(screen.getByRole('status')).toHaveTextContent('A sale with this reference exists already');
    expect(screen.getByRole('listitem')).toHaveTextContent('Aiko Tanaka · Nov 16, 2026 · $12,940 · Booked');
    const link = screen.getByRole('link', { name: 'MER-00714 (opens in a new tab)' });
    expect(link).toHaveAttribute('href', '/sales/s9');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('may be several', () => {
    render(<DuplicateList duplicates={[sale, { ...sale, id: 's8' }]} currency="USD" />);
    expect(screen.getByRole('status')).toHaveTextContent('Sales with this reference exist already');
    expect(screen.getAllByRole('link')).toHaveLength(2);
  });
});

test.each([
  ['', { firstName: '', lastName: '', email: '' }],
  ['Aiko', { firstName: 'Aiko', lastName: '', email: '' }],
  [' Maria del  Carmen Ruiz ', { firstName: 'Maria del Carmen', lastName: 'Ruiz', email: '' }],
  ['aiko@tanaka.test', { firstName: '', lastName: '', email: 'aiko@tanaka.test' }],
])('a search for “%s” that found nobody fills the new customer’s fields', (typed, texts) => {
  expect(customerTexts(typed)).toEqual({ ...texts, phone: '' });
});
