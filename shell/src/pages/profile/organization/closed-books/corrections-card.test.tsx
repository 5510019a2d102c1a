import { screen, within } from '@testing-library/react';
import { pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { CorrectionsCard } from './corrections-card';

const CORRECTION = {
  id: 'k1',
  sale_id: 's1',
  reference: 'AZC-47902',
  posted_on: '2026-06-01',
  kind: 'amounts',
  total_before: 1000,
  total_after: 2000.5,
  commission_before: 100,
  commission_after: 200.05,
  by: 'Priya Raman',
  at: '2026-06-03T14:24:00Z',
};

function show(...corrections: object[]) {
  pretendDatabase(() => ({
    closed_through: '2026-05-31',
    latest: '2026-11-20',
    changed: null,
    corrections,
  }));
  renderSignedIn(<CorrectionsCard />, 'admin');
}

it('lists what changed in sales of closed months, when it is booked and who did it', async () => {
  const vendor = { kind: 'vendor', total_before: 1000, commission_after: 100, total_after: 1000, by: null };
  show(CORRECTION, { ...CORRECTION, ...vendor, id: 'k2', sale_id: 's2', reference: 'BF-2' });
  const list = await screen.findByRole('list', { name: 'Corrections of closed months' });
  const [amounts, other] = within(list).getAllByRole('listitem');
  expect(amounts).toHaveTextContent('AZC-47902: other amounts, by Priya Raman');
  expect(amounts).toHaveTextContent('Total $1,000.00 $2,000.50');
  expect(amounts).toHaveTextContent('Commission $100.00 $200.05');
  expect(amounts).toHaveTextContent('Booked Jun 1, 2026');
  expect(amounts).toHaveTextContent('Jun 3, 2:24 PM');
  expect(within(list).getByRole('link', { name: 'AZC-47902' })).toHaveAttribute('href', '/sales/s1');
  // What did not change stands once.
  expect(other).toHaveTextContent(
    'BF-2: another vendor, by PaperplaneTotal $1,000.00Commission $100.00Booked',
  );
});

it('says what will stand there before anything was corrected', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'No corrections' })).toBeVisible();
});
