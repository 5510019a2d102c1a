import { screen, within } from '@testing-library/react';
import { answerOf, idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import type { InferOutput } from 'valibot';
import { contract } from '../../../../contract';
import { CorrectionsCard } from './corrections-card';

type Correction = NonNullable<InferOutput<typeof contract.get_books.answer>>['corrections'][number];

const CORRECTION: Correction = {
  id: idOf('k1'),
  sale_id: idOf('s1'),
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

function show(...corrections: Correction[]) {
  const books = answerOf(contract.get_books.answer, { closed_through: '2026-05-31', corrections });
  pretendDatabase(contract, () => books);
  renderSignedIn(<CorrectionsCard />, 'admin');
}

// Holds commissions-44
it('lists what changed in sales of closed months, when it is booked and who did it', async () => {
  const vendor = {
    kind: 'vendor',
    total_before: 1000,
    commission_after: 100,
    total_after: 1000,
    by: null,
  } as const;
  show(CORRECTION, { ...CORRECTION, ...vendor, id: idOf('k2'), sale_id: idOf('s2'), reference: 'BF-2' });
  const list = await screen.findByRole('list', { name: 'Corrections of closed months' });
  const [amounts, other] = within(list).getAllByRole('listitem');
  expect(amounts).toHaveTextContent('AZC-47902: other amounts, by Priya Raman');
  expect(amounts).toHaveTextContent('Total $1,000.00 $2,000.50');
  expect(amounts).toHaveTextContent('Commission $100.00 $200.05');
  expect(amounts).toHaveTextContent('Booked Jun 1, 2026');
  expect(amounts).toHaveTextContent('Jun 3, 2:24 PM');
  expect(within(list).getByRole('link', { name: 'AZC-47902' })).toHaveAttribute(
    'href',
    `/sales/${idOf('s1')}`,
  );
  // What did not change stands once.
  expect(other).toHaveTextContent(
    'BF-2: another vendor, by PaperplaneTotal $1,000.00Commission $100.00Booked',
  );
});

it('says what will stand there before anything was corrected', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'No corrections' })).toBeVisible();
});
