import { screen } from '@testing-library/react';
import { renderInApp } from '@paperplane/shared/testing';
import type { Commission, CommissionDeposit } from '../commission-types';
import { aCommission, aDeposit } from '../testing/factories';
import { ReceiptCard } from './receipt-card';

const show = (
  commission: Commission,
  isAdmin: boolean,
  deposits: readonly CommissionDeposit[] | undefined = [],
  currency = 'USD',
) =>
  renderInApp(
    <ReceiptCard
      {...{ commission, deposits, currency, isAdmin }}
      timeZone="America/New_York"
      onRecord={() => {}}
    />,
  );

afterEach(() => jest.useRealTimers());

const card = () => screen.getByRole('region', { name: 'Vendor’s payment' });
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);
const byDeposit = aCommission(
  {},
  { receipt: { on: '2026-11-16', amount: 1400, how: 'deposit' }, writtenOff: 12, open: 70 },
);
const short = aDeposit({
  amount: 1400,
  source: { ...aDeposit().source!, writtenOff: 12, writeOffReason: 'Bank fee' },
});

// Holds commissions-12
it('tells an admin where a deposit comes from, what was given up and what is open, and takes no word', () => {
  show(byDeposit, true, [short]);
  expect(screen.getByRole('link', { name: 'Deposit of Nov 16, 2026' })).toHaveAttribute(
    'href',
    '/commissions/bank/t1',
  );
  expect(card()).toHaveTextContent('Harbour Operating · november.csv');
  expect(card()).toHaveTextContent('Matched by Marisol Vega on Nov 17, 2026');
  expect(card()).toHaveTextContent('$12.00 written off: Bank fee');
  expect(card()).toHaveTextContent('Written off$12.00Still open$70.00');
  expect(buttons()).toEqual([]);
});

// Holds commissions-13
it('tells the agent day and amount alone', () => {
  show(byDeposit, false, [{ ...short, source: null }]);
  expect(screen.getByRole('listitem')).toHaveTextContent(/^Deposit of Nov 16, 2026\$1,400\.00$/);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

// Holds commissions-35
it('says beside the day of a deposit when it was booked, where its month was closed', () => {
  jest.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  const late = aDeposit({ bookedOn: '2026-05-20', postedOn: '2026-06-01' });
  show(byDeposit, true, [late, { ...late, bookedOn: '2025-12-30', postedOn: '2026-01-01', amount: -30 }]);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Deposit of May 20, booked Jun 1',
    'Taken back Dec 30, 2025, booked Jan 1',
  ]);
});

it('names what the vendor took back', () => {
  show(byDeposit, false, [aDeposit({ amount: -30, source: null })]);
  expect(screen.getByRole('listitem')).toHaveTextContent('Taken back Nov 16, 2026-$30.00');
});

// Holds commissions-5
it.each([
  ['no receipt', aCommission(), ['Record receipt']],
  ['a receipt by word', aCommission({ received: '2026-11-16' }), ['Change receipt', 'Take back']],
  ['a cancelled commission', aCommission({ cancelled: true }), []],
] as const)('lets an admin say what is true of %s', (_name, commission, offered) => {
  show(commission, true);
  expect(buttons()).toEqual(offered);
});

it('writes amounts in the agency’s currency where the sale is out of sight', () => {
  show({ ...byDeposit, sale: null }, true, [short], 'EUR');
  expect(card()).toHaveTextContent('€1,400.00');
  expect(card()).toHaveTextContent('€70.00');
  expect(card()).not.toHaveTextContent('$');
});
