import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aBonus, aLine, anAccount, someMyPayouts } from '../testing/payout-factories';
import { idOf, renderSignedIn } from '@paperplane/shared/testing';
import { AccountCard } from './account-card';
import { InThisPayout } from './in-this-payout';
import { NextPayout } from './next-payout';
import { WaitingCard } from './waiting-card';
import { waitingText } from './waiting-words';

const ROW = {
  commissionId: idOf('c5'),
  bookingReference: 'CR-30646',
  customer: 'Connor Griffin',
  vendor: 'Halcyon Ocean Lines',
  amount: 1756.02,
  receivedOn: null,
  dueOn: '2027-01-13',
  travelDate: '2027-04-24',
  returnDate: '2027-04-27',
  reason: null,
  heldBy: null,
};
const TODAY = '2027-02-03';

it('says how much comes next, to the cent, and what it is made of', () => {
  renderSignedIn(<NextPayout mine={someMyPayouts({ carriedIn: -42.1, amount: 464.9 })} />, 'agent');
  expect(screen.getByRole('region', { name: 'Next payout, planned for Friday, Feb 5' })).toHaveTextContent(
    '$464.90Commissions$357.001Adjustments$150.00Carried over−$42.10Not in it yet$0.00',
  );
});

// Holds agreements-73
it('has what tiers corrected of a year as one line, and each booking when asked for', async () => {
  const corrected = (n: number, amount: number) =>
    aBonus({
      id: idOf(`t${n}`),
      kind: 'correction',
      amount,
      note: 'By tier: split 65%',
      bookingReference: `TC-${n}`,
      salesId: idOf(`s${n}`),
      shareId: idOf(`h${n}`),
      role: 'tier_correction',
      part: 'override',
      shareFact: {
        code: 'tier_correction',
        params: { percent: 65, role: 'tier_correction', kind: 'vendor' },
      },
      since: '2027-01-01',
    });
  const mine = someMyPayouts({ lines: [aLine(), corrected(1, 20), corrected(2, -5.5)], amount: 371.5 });
  renderSignedIn(<InThisPayout mine={mine} />, 'agent');
  const list = within(screen.getByRole('list', { name: 'In this payout' }));
  expect(list.queryByText(/TC-1/)).not.toBeInTheDocument();
  const words = 'Tier of 65%: 2 sales since January 1, 2027';
  expect(list.getByText(words).closest('li')).toHaveTextContent('+14.50');
  await userEvent.click(list.getByRole('button', { name: `Each booking: ${words}` }));
  expect(list.getByText(/TC-1/).closest('li')).toHaveTextContent('+20.00');
  expect(list.getByText(/TC-2/).closest('li')).toHaveTextContent('−5.50');
});

it('lists every line, which add up', () => {
  const recall = aBonus({
    id: idOf('l3'),
    kind: 'recall',
    amount: -600,
    note: 'Cancelled',
    bookingReference: 'CR-1',
  });
  const mine = someMyPayouts({ lines: [aLine(), aBonus(), recall], amount: 0, carriedOut: -93 });
  renderSignedIn(<InThisPayout mine={mine} />, 'agent');
  const rows = within(screen.getByRole('list', { name: 'In this payout' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^CR-30943Diego ChanBlue Pennant River Cruises.*357\.00$/),
    'Bonus January cruise contest+150.00',
    'Recall CR-1, Cancelled−600.00',
    'Carried on to the payout after it+93.00',
    'Next payout$0.00',
  ]);
  expect(screen.getByText('Draft, can still change')).toBeInTheDocument();
});

it('tells one that is approved, and one that nobody has started', () => {
  const { unmount } = renderSignedIn(
    <InThisPayout mine={someMyPayouts({ payout: { name: 'F', status: 'approved', plannedOn: null } })} />,
  );
  expect(screen.getByText('Approved')).toBeInTheDocument();
  unmount();
  renderSignedIn(<InThisPayout mine={someMyPayouts({ payout: null })} />);
  expect(screen.getByText('Not started, can still change')).toBeInTheDocument();
});

it('groups what is not in it by who has to move, in the order it came', () => {
  renderSignedIn(
    <WaitingCard
      waiting={[
        {
          obstacle: 'held',
          count: 1,
          amount: 534,
          rows: [{ ...ROW, amount: 534, reason: 'Their letter.', heldBy: 'Margaret Vale' }],
        },
        { obstacle: 'vendor', count: 53, amount: 9000, rows: [ROW] },
      ]}
    />,
    'agent',
  );
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Held',
    'The vendor has not paid yet$9,000.00',
  ]);
  expect(screen.getByText('$9,534.00')).toBeInTheDocument();
  expect(screen.getByText('Their letter. Held by Margaret Vale.')).toBeInTheDocument();
  expect(screen.getByText('And 52 more.')).toBeInTheDocument();
});

it.each([
  ['vendor', {}, 'Halcyon Ocean Lines, due Jan 13, 21 days late.'],
  ['vendor', { dueOn: '2027-03-25' }, 'Halcyon Ocean Lines, due Mar 25.'],
  ['customer', {}, 'Halcyon Ocean Lines, travel Apr 24 – 27, 2027.'],
  ['travel', { receivedOn: '2026-11-11' }, 'Received Nov 11, 2026. Travel Apr 24 – 27, 2027.'],
  ['later', { receivedOn: '2027-01-11' }, 'Halcyon Ocean Lines, received Jan 11'],
] as const)('says of %s with %j: %s', (obstacle, more, text) => {
  expect(waitingText(obstacle, { ...ROW, ...more }, TODAY)).toBe(text);
});

it('shows of a bank account its last characters, and offers to change and remove it', () => {
  renderSignedIn(<AccountCard account={anAccount('6613')} />, 'agent');
  expect(screen.getByText('Bank account ••6613')).toBeInTheDocument();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Change',
    'Remove bank account',
  ]);
});

it('pays by check without an account', () => {
  renderSignedIn(<AccountCard account={null} />, 'agent');
  expect(screen.getByText('By check')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Add bank account' })).toBeInTheDocument();
});
