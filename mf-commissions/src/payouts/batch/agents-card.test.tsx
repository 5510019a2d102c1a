import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Payout, PayoutAgent, PayoutLine } from '../payout-types';
import { aBonus, aLine, anAgent, aPayout } from '../testing/payout-factories';
import { idOf, renderInApp, renderSignedIn } from '@paperplane/shared/testing';
import { AgentsCard } from './agents-card';

function show(record: Payout = aPayout(), canChange = true) {
  const onVoid = jest.fn();
  const actions = {
    hold: jest.fn(),
    holdAll: jest.fn(),
    release: jest.fn(),
    remove: jest.fn(),
    deleteAdjustment: jest.fn(),
  };
  const onCollect = jest.fn();
  renderSignedIn(
    <AgentsCard
      record={record}
      actions={canChange ? actions : undefined}
      onVoid={onVoid}
      onCollect={onCollect}
      collecting={false}
    />,
  );
  return { ...actions, onVoid, onCollect };
}
/** Who looks, as far as the card asks. */
const MARGARET = {
  organization: { id: 'o1', name: 'Harbour & Vale', logoUrl: null, currency: 'USD', timeZone: 'UTC' },
};

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
  expect(screen.getByRole('link', { name: 'CR-30943' })).toHaveAttribute(
    'href',
    `/commissions/${idOf('c1')}`,
  );
});

const tierLine = (n: number, amount: number, since: string, percent = 65) =>
  aBonus({
    id: idOf(`t${n}`),
    kind: 'correction',
    amount,
    note: `By tier: split ${percent}%`,
    bookingReference: `TC-${n}`,
    salesId: idOf(`s${n}`),
    shareId: idOf(`h${n}`),
    role: 'tier_correction',
    part: 'override',
    shareFact: { code: 'tier_correction', params: { percent, role: 'tier_correction', kind: 'vendor' } },
    since,
  });

// Holds agreements-73
it('has what tiers corrected of a year as the statement says it, and each booking below when asked for', async () => {
  const year = '2027-01-01';
  const lines = [
    aLine(),
    tierLine(1, 20, year),
    tierLine(2, -5.5, year),
    tierLine(3, 7, '2026-01-01'),
    aBonus(),
  ];
  const { remove } = show(aPayout({ lines }));
  const texts = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
  const words = 'Tier of 65%: 2 sales since January 1, 2027';
  expect(texts()).toContain(`Correction ${words}+14.50Show`);
  // One alone stands at its booking.
  expect(texts()).toContain('Override TC-3, By tier: split 65%+7.00');
  expect(screen.queryByText(/TC-1/)).not.toBeInTheDocument();
  await press(`Each booking: ${words}`);
  expect(texts()).toEqual(
    expect.arrayContaining([expect.stringContaining('TC-1'), expect.stringContaining('TC-2')]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Change override of −5.50' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Take out of this payout' }));
  expect(remove).toHaveBeenCalledWith(expect.objectContaining({ id: idOf('t2') }));
  await press(`Each booking: ${words}`);
  expect(screen.queryByText(/TC-1/)).not.toBeInTheDocument();
});

// Holds payouts-23
it('says of an override once that it is one', () => {
  const line = (n: number, shareFact: PayoutLine['shareFact']) =>
    aBonus({
      id: idOf(`o${n}`),
      kind: 'correction',
      note: 'Not its words',
      bookingReference: `OV-${n}`,
      shareId: idOf(`h${n}`),
      part: 'override',
      shareFact,
    });
  show(
    aPayout({
      lines: [
        line(1, {
          code: 'override',
          params: { percent: 5, role: 'override', kind: 'vendor', of: 'Nina Keller' },
        }),
        line(2, { code: 'override_charge', params: { percent: 2, role: 'override_charge', kind: 'vendor' } }),
      ],
    }),
  );
  expect(screen.getByText(/OV-1/).closest('td')).toHaveTextContent(
    /^Override OV-1, 5% of Nina Keller’s commission$/,
  );
  expect(screen.getByText(/OV-2/).closest('td')).toHaveTextContent(
    /^Override OV-2, 2% taken from your commission$/,
  );
});

// Holds agreements-74
it('says no split of a year whose bookings have several', () => {
  show(aPayout({ lines: [tierLine(1, 20, '2027-01-01'), tierLine(2, 5, '2027-01-01', 70)] }));
  expect(screen.getByText('By tier: 2 sales since January 1, 2027')).toBeInTheDocument();
});

it('holds, releases and takes out lines, and deletes a bonus', async () => {
  const actions = show();
  await press('Hold CR-30943');
  expect(actions.hold).toHaveBeenCalledWith(expect.objectContaining({ id: idOf('l1') }));
  await press('Take CR-30943 out');
  expect(actions.remove).toHaveBeenCalledWith(expect.objectContaining({ id: idOf('l1') }));
  await press('Release TR-30632');
  expect(actions.release).toHaveBeenCalledWith(expect.objectContaining({ commissionId: idOf('c2') }));
  await press('Change bonus of +150.00');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete this bonus' }));
  expect(actions.deleteAdjustment).toHaveBeenCalledWith(expect.objectContaining({ id: idOf('l2') }));
});

// Holds payouts-108
it('keeps its order and who is open while somebody works, also when all lines of one go and come back', async () => {
  const nina = anAgent({ id: idOf('a2'), firstName: 'Nina', lastName: 'Keller', amount: 900 });
  const ninas = aLine({
    id: idOf('l7'),
    agentId: idOf('a2'),
    commissionId: idOf('c7'),
    bookingReference: 'CR-7',
    amount: 900,
  });
  const of = (agents: PayoutAgent[], lines: PayoutLine[]) => aPayout({ agents, lines, held: [] });
  const both = of([nina, anAgent()], [ninas, aLine()]);
  const card = (record: Payout) => (
    <AgentsCard
      record={record}
      actions={undefined}
      onVoid={jest.fn()}
      onCollect={jest.fn()}
      collecting={false}
    />
  );
  const { rerender } = renderInApp(card(both), '/', MARGARET);
  const names = () =>
    screen.getAllByText(/^(Nina Keller|Sofia Marino)$/).map(({ textContent }) => textContent);
  expect(screen.getByText('CR-7')).toBeInTheDocument();
  // Less for Nina now: she would come second.
  rerender(card(of([anAgent(), { ...nina, amount: 1 }], [aLine(), ninas])));
  expect(names()).toEqual(['Nina Keller', 'Sofia Marino']);
  rerender(card(of([anAgent()], [aLine()])));
  expect(names()).toEqual(['Sofia Marino']);
  rerender(card(both));
  expect(names()).toEqual(['Nina Keller', 'Sofia Marino']);
  expect(screen.getByText('CR-7')).toBeInTheDocument();
});

// Holds payouts-106
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
  const recall = aBonus({
    kind: 'recall',
    amount: -212.4,
    bookingReference: 'CR-29377',
    commissionId: idOf('c9'),
  });
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
    aPayout({ agents: [anAgent({ statementId: idOf('s1') })], held: [], open: null }, { status: 'paid' }),
    false,
  );
  await userEvent.click(summary('Sofia Marino'));
  // jsdom opens it, and says so later.
  expect(await screen.findByRole('link', { name: 'Statement of Sofia Marino' })).toHaveAttribute(
    'href',
    `/commissions/statements/${idOf('s1')}`,
  );
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Void payment']);
});

const OPEN = aLine({
  id: idOf('l9'),
  commissionId: idOf('c9'),
  bookingReference: 'CR-30646',
  vendor: 'Halcyon Ocean Lines',
  amount: 1756.02,
  receivedOn: null,
  funded: false,
  dueOn: '2027-01-13',
});
/** The same draft with a commission more that the vendor has not paid. */
const UNFUNDED = aPayout({
  lines: [aLine({ funded: true }), OPEN, aBonus()],
  unfunded: { count: 1, amount: 1756.02 },
});

// Holds payouts-64
it('tells what vendors have not paid: of each agent, and on the line since when it is due', () => {
  show(UNFUNDED);
  expect(summary('Sofia Marino')).toHaveTextContent('1,756.02 not received2357.001,756.02+150.00$507.00');
  expect(screen.getByRole('link', { name: 'CR-30646' }).closest('tr')).toHaveTextContent(
    /not received yet, due Jan 13, 2027/,
  );
  expect(screen.getByRole('link', { name: 'CR-30943' }).closest('tr')).not.toHaveTextContent('not received');
});

// Holds payouts-65
it('filters by what is received, and says so where nothing is', async () => {
  renderInApp(
    <AgentsCard
      record={UNFUNDED}
      actions={undefined}
      onVoid={jest.fn()}
      onCollect={jest.fn()}
      collecting={false}
    />,
    '/commissions/payouts/b1',
    { organization: { id: 'o1', name: 'Harbour & Vale', logoUrl: null, currency: 'USD', timeZone: 'UTC' } },
  );
  const filter = screen.getByRole('navigation', { name: 'Lines' });
  expect(filter).toHaveTextContent('All2Received1Not received1Held1');
  const references = () =>
    screen.getAllByRole('link', { name: /^[A-Z]{2}-/ }).map((link) => link.textContent);
  await userEvent.click(within(filter).getByRole('link', { name: /^Not received/ }));
  expect(references()).toEqual(['CR-30646']);
  await userEvent.click(within(filter).getByRole('link', { name: /^Received/ }));
  expect(references()).toEqual(['CR-30943']);
  await userEvent.click(within(filter).getByRole('link', { name: /^Held/ }));
  expect(references()).toEqual(['TR-30632']);
});

it('holds what an agent has of it together', async () => {
  const { holdAll } = show(UNFUNDED);
  await press('Hold 1 commission not received');
  expect(holdAll).toHaveBeenCalledWith([expect.objectContaining({ id: idOf('l9') })]);
});

// Holds payouts-78
it('voids what an agent was paid, and says that it came back', async () => {
  const paid = (agent: Partial<PayoutAgent>) =>
    aPayout(
      { agents: [anAgent({ statementId: idOf('s1'), ...agent })], held: [], open: null },
      { status: 'paid' },
    );
  const { onVoid } = show(paid({}), false);
  await userEvent.click(summary('Sofia Marino'));
  await userEvent.click(await screen.findByRole('button', { name: 'Void payment to Sofia Marino' }));
  expect(onVoid).toHaveBeenCalledWith(expect.objectContaining({ statementId: idOf('s1') }));
  cleanup();
  const came = { voidedOn: '2027-02-20', reason: 'Account closed', by: 'Margaret Vale' };
  show(paid({ void: came }), false);
  expect(summary('Sofia Marino')).toHaveTextContent('Voided on Feb 20, 2027: Account closed');
  await userEvent.click(summary('Sofia Marino'));
  expect(await screen.findByRole('link', { name: 'Statement of Sofia Marino' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Void/ })).not.toBeInTheDocument();
});

it('never deletes what pays a payment again', async () => {
  show(
    aPayout({
      lines: [aBonus({ kind: 'returned', note: 'Payment of Jan 8, 2027 came back: Check lost' })],
      held: [],
    }),
  );
  await press('Change came back of +150.00');
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Leave for the next payout',
  ]);
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
