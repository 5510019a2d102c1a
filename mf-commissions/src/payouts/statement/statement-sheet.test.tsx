import { render, screen, within } from '@testing-library/react';
import { statementOf } from '../files/testing/factories';
import type { PaidStatement } from '../payouts-api';
import { StatementSheet } from './statement-sheet';

const STATEMENT: PaidStatement = {
  ...statementOf({ paidThisYear: 340 }),
  agentId: 'a1',
  batchId: 'b1',
  createdAt: '2027-01-08T10:00:00Z',
};

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);

it('is a sheet that adds up, with what was paid in the years', () => {
  render(<StatementSheet statement={STATEMENT} isOwn timeZone="UTC" />);
  const sheet = screen.getByRole('article', { name: 'Statement' });
  expect(sheet).toHaveTextContent('Payout statementJanuary 2027 · number 2027-01-07');
  expect(sheet).toHaveTextContent('Paid toBank account ••6613Bank transfer');
  expect(rows()).toEqual([
    'BookingCustomerVendorReceivedCommissionYour share',
    'TR-29604Isabella WagnerDolce Strada ItalyDec 29, 2026927.50556.50',
    '1 commission556.50',
    'Correction: HT-28527 was paid twice on Nov 20−12.60',
    'Carried over from payouts before−42.10',
    'Paid$501.80',
  ]);
  expect(sheet).toHaveTextContent('Paid to you in 2026$28,416.35');
});

it('says of a negative balance that it is carried on, and of a check that it was one', () => {
  render(
    <StatementSheet
      statement={{ ...STATEMENT, account: null, paymentMethod: 'check', carriedOut: -20, amount: 0 }}
      isOwn={false}
      timeZone="UTC"
    />,
  );
  expect(rows()).toContain('Carried on to the next payout+20.00');
  expect(screen.getByRole('article')).toHaveTextContent('Paid toCheck');
  expect(screen.getByRole('article')).toHaveTextContent('Paid to Sofia in 2027$340.00');
});
