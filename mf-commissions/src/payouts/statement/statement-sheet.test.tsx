import { render, screen, within } from '@testing-library/react';
import { statementOf } from '../files/testing/factories';
import { StatementSheet } from './statement-sheet';

const STATEMENT = statementOf({ paidThisYear: 340 });

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);

it('is a sheet that adds up, with what was paid in the years', () => {
  render(<StatementSheet statement={STATEMENT} isOwn timeZone="UTC" />);
  const sheet = screen.getByRole('article', { name: 'Statement' });
  expect(sheet).toHaveTextContent('Payout statementJanuary 2027 · number 2027-01-07');
  for (const line of [
    '48 Chandlers Wharf',
    'New York, NY 10004',
    '+1 (212) 555-0148',
    'Tax number: EIN 00-4815162',
  ])
    expect(within(sheet).getByText(line)).toBeVisible();
  expect(sheet).toHaveTextContent('Questions? help@harbourvale.test');
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

it('says of a divided split what of the commission has which, and no common share', () => {
  const splitParts = [
    { split: 50, weight: 600 },
    { split: 78.5, weight: 327.5 },
  ];
  const lines = STATEMENT.lines.map((line) => (line.kind === 'commission' ? { ...line, splitParts } : line));
  render(<StatementSheet statement={{ ...STATEMENT, lines }} isOwn timeZone="UTC" />);
  expect(screen.getByText('50% of $600.00, 78.5% of $327.50')).toBeInTheDocument();
  expect(screen.queryByText(/of commission$/)).not.toBeInTheDocument();
});

// Holds payouts-78
it('says that it was voided, and names the payment that it pays again beside the sum', () => {
  const statement = {
    ...STATEMENT,
    void: { voidedOn: '2027-01-20', reason: 'Account closed', by: 'Margaret Vale' },
    returned: [
      {
        number: '2026-12-03',
        bookingReference: null,
        paidOn: '2026-12-08',
        voidedOn: '2026-12-19',
        amount: 120,
      },
      {
        number: null,
        bookingReference: 'CR-1',
        paidOn: '2026-12-09',
        voidedOn: '2026-12-20',
        amount: 30,
      },
    ],
  };
  render(<StatementSheet statement={statement} isOwn timeZone="UTC" />);
  const notes = within(screen.getByRole('list', { name: 'Notes' })).getAllByRole('listitem');
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    'Voided on Jan 20, 2027: Account closed',
    'Pays $120.00 again: statement 2026-12-03 of Dec 8, 2026, which came back and was voided on Dec 19, 2026.',
    'Pays $30.00 again: the payment for CR-1 of Dec 9, 2026, which came back and was voided on Dec 20, 2026.',
  ]);
  expect(rows().at(-1)).toBe('Paid$501.80');
});

// Holds payouts-64
it('tells admins on the line what the vendor has not paid', () => {
  const [line, ...rest] = STATEMENT.lines;
  render(
    <StatementSheet
      statement={{ ...STATEMENT, lines: [{ ...line!, funded: false }, ...rest] }}
      isOwn={false}
      timeZone="UTC"
    />,
  );
  expect(rows()[1]).toBe('TR-29604Isabella WagnerDolce Strada Italynot received yetDec 29, 2026927.50556.50');
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
