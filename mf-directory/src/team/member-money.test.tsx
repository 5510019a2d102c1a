import { screen, within } from '@testing-library/react';
import { renderAt } from '@paperplane/shared/testing';
import { PayoutsCard } from './member-money';
import type { MemberProfile, Payment } from './team';

const PAYMENT: Payment = {
  id: 's1',
  day: '2026-06-15',
  statementId: 's1',
  number: '2026-06-01',
  commissionId: null,
  bookingReference: null,
  paymentMethod: 'bank_transfer',
  amount: 75.5,
  voidedOn: null,
};
const SINGLE: Payment = {
  ...PAYMENT,
  id: 'p1',
  statementId: null,
  number: null,
  commissionId: 'c1',
  bookingReference: 'CR-1',
  amount: 60,
};

function show(payments: Payment[]) {
  const paid = { year: 2026, thisYear: 135.5, lastYear: 28_416.35, payments };
  renderAt(
    <PayoutsCard profile={{ member: { firstName: 'Sofia' }, paid } as MemberProfile} currency="USD" />,
  );
}

// Holds reports-35
it('says what the member was paid in the year, and leads to statements and single payments', () => {
  show([PAYMENT, SINGLE, { ...PAYMENT, id: 's2', number: '2026-05-01', voidedOn: '2026-06-02' }]);
  expect(screen.getByText(/Paid to Sofia in 2026/)).toHaveTextContent(
    'Paid to Sofia in 2026 $135.502025 $28,416.35',
  );
  const rows = within(screen.getByRole('table', { name: 'Payouts' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'PaymentPaid onMethodAmount',
    'Statement 2026-06-01Jun 15, 2026Bank transfer$75.50',
    'CR-1Jun 15, 2026Bank transfer$60.00',
    'Statement 2026-05-01Jun 15, 2026Voided Jun 2, 2026$75.50',
  ]);
  const table = within(screen.getByRole('table', { name: 'Payouts' }));
  expect(table.getByRole('link', { name: 'Statement 2026-06-01' })).toHaveAttribute(
    'href',
    '/commissions/statements/s1',
  );
  expect(table.getByRole('link', { name: 'CR-1' })).toHaveAttribute('href', '/commissions/c1');
});

it('says so where nothing was paid', () => {
  show([]);
  expect(screen.getByRole('heading', { name: 'No payouts yet' })).toBeInTheDocument();
});
