import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Payout } from '../payout-types';
import { aBonus, aLine, anAgent, aPayout } from '../testing/payout-factories';
import { renderSignedIn } from '@paperplane/shared/testing';
import { AgentsCard } from './agents-card';

function show(record: Payout = aPayout(), canChange = true) {
  const actions = { hold: jest.fn(), release: jest.fn(), remove: jest.fn(), deleteAdjustment: jest.fn() };
  const onCollect = jest.fn();
  renderSignedIn(
    <AgentsCard
      record={record}
      actions={canChange ? actions : undefined}
      onCollect={onCollect}
      collecting={false}
    />,
  );
  return { ...actions, onCollect };
}
const summary = (name: string) => screen.getByText(name).closest('summary')!;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('shows what each agent gets, and below it the lines that come to it', () => {
  show();
  expect(summary('Sofia Marino')).toHaveTextContent(
    'Sofia MarinoAccount ••6613 · 1 held1357.00+150.00$507.00',
  );
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'BookingCommissionShare, 60%AdjustedActions',
    'CR-30943Diego ChanBlue Pennant River Cruises, Jan 30, 2027595.00357.00',
    'TR-30632Emma KowalskiBlue Pennant River Cruises, Jan 30, 2027890.00534.00Release',
    'HeldMargaret Vale: Waiting for their letter.',
    'Bonus January cruise contest+150.00',
  ]);
  expect(screen.getByRole('link', { name: 'CR-30943' })).toHaveAttribute('href', '/commissions/c1');
});

it('holds, releases and takes out lines, and deletes a bonus', async () => {
  const actions = show();
  await press('Hold CR-30943');
  expect(actions.hold).toHaveBeenCalledWith(expect.objectContaining({ id: 'l1' }));
  await press('Take CR-30943 out');
  expect(actions.remove).toHaveBeenCalledWith(expect.objectContaining({ id: 'l1' }));
  await press('Release TR-30632');
  expect(actions.release).toHaveBeenCalledWith(expect.objectContaining({ commissionId: 'c2' }));
  await press('Change bonus of +150.00');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete this bonus' }));
  expect(actions.deleteAdjustment).toHaveBeenCalledWith(expect.objectContaining({ id: 'l2' }));
});

it('works by keys: arrows walk, H holds and releases', async () => {
  const actions = show();
  summary('Sofia Marino').focus();
  await userEvent.keyboard('{ArrowDown}h');
  expect(actions.hold).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{ArrowDown}h');
  expect(actions.release).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(summary('Sofia Marino')).toHaveFocus();
});

it('never takes a recall away, and shows what is carried', async () => {
  const recall = aBonus({ kind: 'recall', amount: -212.4, bookingReference: 'CR-29377', commissionId: 'c9' });
  show(
    aPayout({
      agents: [anAgent({ adjustments: -212.4, carriedIn: -42.1, carriedOut: -10, amount: 0 })],
      lines: [aLine(), recall],
      held: [],
    }),
  );
  expect(summary('Sofia Marino')).toHaveTextContent('−$10.00 carries to the next payout1357.00−254.50$0.00');
  expect(screen.getByText('from payouts before').closest('tr')).toHaveTextContent('−42.10');
  await press('Change recall of −212.40');
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Leave for the next payout',
  ]);
});

it('can be read and not changed once it is approved; paid, it leads to the statements', async () => {
  show(
    aPayout({ agents: [anAgent({ statementId: 's1' })], held: [], open: null }, { status: 'paid' }),
    false,
  );
  await userEvent.click(summary('Sofia Marino'));
  // jsdom opens it, and says so later.
  expect(await screen.findByRole('link', { name: 'Statement of Sofia Marino' })).toHaveAttribute(
    'href',
    '/commissions/statements/s1',
  );
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('adds what can be paid since, and says what waits for travel', async () => {
  const open = { travel: { count: 9, amount: 4236.4 }, collectable: { count: 2, amount: 120 } };
  const { onCollect } = show(aPayout({ open }));
  expect(screen.getByText('2 commissions more can be paid, $120.00.')).toBeInTheDocument();
  await press('Add what can be paid');
  expect(onCollect).toHaveBeenCalled();
  expect(screen.getByText(/9 received commissions wait for travel/)).toBeInTheDocument();
});

it('says so when nothing is in it', () => {
  show(aPayout({ agents: [], lines: [], held: [] }));
  expect(screen.getByRole('heading', { name: 'Nothing is in it yet' })).toBeInTheDocument();
});
