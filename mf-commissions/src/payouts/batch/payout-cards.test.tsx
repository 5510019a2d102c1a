import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Approver, PayoutChange } from '../payout-types';
import { anAgent, aPayout } from '../testing/payout-factories';
import { idOf, renderSignedIn } from '@paperplane/shared/testing';
import { PayoutButtons, PayoutPrimary } from './payout-buttons';
import { PayoutHero } from './payout-hero';
import { PayoutHistory } from './payout-history';
import { ProblemsBanner } from './problems-banner';
import { SecondApproval } from './second-approval';
import { SumsCard } from './sums-card';
import { WaysCard } from './ways-card';

const nothing = () => undefined;
const PROBLEM = {
  lineId: idOf('l1'),
  commissionId: idOf('c1'),
  bookingReference: 'CR-30943',
  agent: 'Sofia Marino',
  code: 'share_changed',
  params: { amount: 1250 },
  problem: 'In other words',
};

/** Margaret, who looks, started the draft; Daniel can approve it. */
const aChange = (action: PayoutChange['action'], details: PayoutChange['details'] = {}): PayoutChange => ({
  action,
  details,
  at: '2027-02-01T09:12:00Z',
});
const STARTED: Approver = {
  id: idOf('u9'),
  firstName: 'Margaret',
  lastName: 'Vale',
  avatarUrl: null,
  canApprove: false,
  changes: [aChange('held', { bookingReference: 'TR-30632' }), aChange('started')],
};
const DANIEL: Approver = {
  id: idOf('u2'),
  firstName: 'Daniel',
  lastName: 'Okafor',
  avatarUrl: null,
  canApprove: true,
  changes: [],
};

describe('SecondApproval', () => {
  // Holds payouts-42
  it('names who can approve, and why the others cannot', () => {
    const ben: Approver = {
      ...DANIEL,
      id: idOf('u3'),
      firstName: 'Ben',
      lastName: 'Hale',
      canApprove: false,
      changes: [aChange('adjusted', { kind: 'bonus', amount: 150 })],
    };
    const recall = { ...aChange('adjusted', { kind: 'recall', bookingReference: 'CR-29377' }), by: null };
    renderSignedIn(
      <SecondApproval record={aPayout({ approvers: [DANIEL, STARTED, ben], events: [recall] })} />,
    );
    const card = screen.getByRole('region', { name: 'Second approval' });
    expect(
      within(card)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringContaining('Daniel OkaforCan approve'),
      expect.stringContaining('Margaret Vale, youCannot: you started the draft and held TR-30632'),
      expect.stringContaining('Ben HaleCannot: Ben added a bonus of $150.00'),
    ]);
    expect(card).toHaveTextContent('The recall of CR-29377 came by itself and is nobody’s change.');
  });

  it('is not there where one person is enough', () => {
    renderSignedIn(<SecondApproval record={aPayout()} />);
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });
});

describe('PayoutHero', () => {
  it('says how much is paid when, and where it stands', () => {
    renderSignedIn(<PayoutHero record={aPayout()} />);
    const state = screen.getByRole('region', { name: 'State' });
    expect(state).toHaveTextContent('To pay on Friday, Feb 5$507.00');
    expect(state).toHaveTextContent('Held$534.001');
    expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent(/^Draft.*by Margaret Vale$/);
  });

  it('says that it is paid by itself on its day', () => {
    renderSignedIn(
      <PayoutHero
        record={aPayout(
          {},
          {
            status: 'scheduled',
            approvedAt: '2027-02-02T10:00:00Z',
            approvedBy: 'Daniel Okafor',
            scheduledAt: '2027-02-03T10:00:00Z',
            scheduledBy: 'Margaret Vale',
          },
        )}
      />,
    );
    expect(screen.getByRole('region', { name: 'State' })).toHaveTextContent('Planned for Friday, Feb 5');
    expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent(
      /^Scheduled.*by Margaret Vale$/,
    );
    expect(screen.getAllByRole('listitem').at(-1)).toHaveTextContent(/^Paid.*By itself on Feb 5/);
  });

  it('ends with the payment, or with being discarded', () => {
    renderSignedIn(
      <PayoutHero record={aPayout({}, { status: 'discarded', discardedAt: '2027-02-04T10:00:00Z' })} />,
    );
    expect(screen.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
      expect.stringMatching(/^Draft, done/),
      'Discarded, currentFeb 4, 2027',
    ]);
  });
});

describe('SumsCard', () => {
  it('adds up to what is paid, with what is carried in and on', () => {
    const agents = [
      anAgent({ carriedIn: -42.1 }),
      anAgent({ id: idOf('a2'), carriedOut: -136.65, amount: 0 }),
    ];
    renderSignedIn(
      <SumsCard
        record={aPayout(
          { agents },
          {
            commissionAmount: 432.75,
            adjustmentAmount: -62.4,
            carriedIn: -42.1,
            carriedOut: -136.65,
            amount: 464.9,
          },
        )}
      />,
    );
    expect(screen.getByRole('region', { name: 'How it adds up' })).toHaveTextContent(
      '1 commission$432.751 adjustment−$62.40Carried in, 1 agent−$42.10Carried on, 1 agent+$136.651 agent$464.90',
    );
  });
});

describe('WaysCard', () => {
  const nina = anAgent({
    id: idOf('a2'),
    firstName: 'Nina',
    lastName: 'Keller',
    account: null,
    amount: 158.4,
  });

  it('says what the file pays and who gets a check', async () => {
    const onAccount = jest.fn();
    renderSignedIn(<WaysCard record={aPayout({ agents: [anAgent(), nina] })} onAccount={onAccount} />);
    const [file, check] = screen.getAllByRole('listitem');
    expect(file).toHaveTextContent('Bank file, NACHA1 agent, from Harbour & Vale ••4410$507.00');
    expect(check).toHaveTextContent('By checkNina Keller has no fitting bank details. Ask Nina$158.40');
    await userEvent.click(screen.getByRole('button', { name: /^Change the account/ }));
    expect(onAccount).toHaveBeenCalled();
  });

  it('does not offer to ask oneself', () => {
    const mine = anAgent({ id: idOf('u9'), account: null, amount: 158.4 });
    renderSignedIn(
      <WaysCard record={aPayout({ agents: [anAgent(), mine] }, { currency: 'EUR' })} onAccount={nothing} />,
    );
    const [, other] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
    expect(other).toHaveTextContent(
      'By transfer, outside the fileYou have no fitting bank details. Add yours',
    );
    expect(within(other).getByRole('link')).toHaveAttribute('href', '/commissions/payouts/mine');
  });

  it('lets owners alone change the account', () => {
    renderSignedIn(<WaysCard record={aPayout()} onAccount={nothing} />, 'admin');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('buttons', () => {
  const names = () =>
    screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);
  const show = (record: ReturnType<typeof aPayout>) =>
    renderSignedIn(
      <>
        <PayoutButtons record={record} onCollect={nothing} onOpen={nothing} />
        <PayoutPrimary record={record} approving={false} onApprove={nothing} onOpen={nothing} />
      </>,
    );
  // Holds payouts-110
  it.each([
    [
      'draft',
      aPayout(),
      ['Add adjustment', 'More actions', 'Approve $507.00 to Sofia Marino on Feb 5, 2027'],
    ],
    [
      'draft that somebody else approves',
      aPayout({}, { needsOtherPerson: true }),
      ['Add adjustment', 'More actions'],
    ],
    ['draft that cannot be paid', aPayout({ problems: [PROBLEM] }), ['Add adjustment', 'More actions']],
    ['empty draft', aPayout({ lines: [] }), ['Add adjustment', 'More actions']],
    [
      'approved',
      aPayout({}, { status: 'approved' }),
      ['Back to draft', 'Payment file', 'Pay: $507.00 to Sofia Marino on Feb 5, 2027'],
    ],
    ['scheduled', aPayout({}, { status: 'scheduled' }), ['Back to draft', 'Payment file']],
    [
      'draft that another admin approves',
      aPayout({ approvers: [STARTED, DANIEL] }, { needsOtherPerson: true }),
      [
        'Add adjustment',
        'More actions',
        'Hand over to Daniel Okafor: $507.00 to Sofia Marino on Feb 5, 2027',
      ],
    ],
    [
      'draft that was handed over',
      aPayout(
        { approvers: [{ ...STARTED, changes: [aChange('handed_over')] }, DANIEL] },
        { needsOtherPerson: true },
      ),
      ['Add adjustment', 'More actions'],
    ],
    ['paid', aPayout({}, { status: 'paid' }), ['Payment file']],
    ['discarded', aPayout({}, { status: 'discarded' }), []],
  ])('of one that is %s', (_name, record, expected) => {
    show(record);
    expect(names()).toEqual(expected);
  });
});

describe('ProblemsBanner', () => {
  it('lists what stands in the way, and takes it out of a draft', async () => {
    const onRemove = jest.fn();
    renderSignedIn(<ProblemsBanner problems={[PROBLEM]} onRemove={onRemove} />);
    const list = screen.getByRole('list', { name: 'What stands in the way' });
    expect(within(list).getByRole('listitem')).toHaveTextContent(
      'CR-30943 Sofia Marino: The agent’s share is 1,250.00 now',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Take it out' }));
    expect(onRemove).toHaveBeenCalled();
  });

  it('says what comes first when the payout is approved', () => {
    renderSignedIn(<ProblemsBanner problems={[PROBLEM, { ...PROBLEM, lineId: idOf('l9') }]} />);
    expect(screen.getByText('2 commissions cannot be paid any more')).toBeInTheDocument();
    expect(screen.getByText(/back to a draft, and take them out/)).toBeInTheDocument();
  });
});

describe('PayoutHistory', () => {
  it.each([
    [{ action: 'started', details: { commissions: 33 } }, 'started the draft with 33 commissions'],
    [{ action: 'collected', details: { commissions: 0, adjustments: 1 } }, 'added 1 adjustment'],
    [
      { action: 'held', details: { commissionId: idOf('c2'), reason: 'Their letter' } },
      'held TR-30632 of Sofia Marino',
    ],
    [{ action: 'held', details: { commissionId: idOf('gone') } }, 'held a commission'],
    [
      { action: 'adjusted', details: { agentId: idOf('a1'), kind: 'bonus', amount: 150 } },
      'added a bonus of $150.00 for Sofia Marino',
    ],
    [
      { action: 'adjustment_removed', details: { agentId: idOf('x'), kind: 'correction', amount: -5 } },
      'deleted a correction of −$5.00',
    ],
    [
      {
        action: 'held',
        details: {
          commissionId: idOf('gone'),
          bookingReference: 'CR-1',
          agent: 'Nina Keller',
          amount: 20,
          reason: 'Why',
        },
      },
      'held CR-1 of Nina Keller, $20.00',
    ],
    [
      {
        action: 'removed',
        details: {
          lines: 2,
          items: [
            {
              kind: 'commission',
              agentId: idOf('a9'),
              bookingReference: 'CR-1',
              agent: 'Nina Keller',
              amount: 20,
              reason: 'In other words',
              code: 'held',
              params: {},
            },
          ],
        },
      },
      'took out 2 linesCR-1, Nina Keller, $20.00: Held meanwhileand 1 more',
    ],
    [{ action: 'handed_over', details: { agent: 'Daniel Okafor' } }, 'handed it over to Daniel Okafor'],
    [{ action: 'scheduled', details: { amount: 507, plannedOn: '2027-02-05' } }, 'planned $507.00 for Feb 5'],
    [
      { action: 'reopened', details: { reason: 'Wrong day', bankHasIt: false } },
      'took it back to a draft; the bank does not have its fileWrong day',
    ],
    [{ action: 'approved', details: { amount: 507 } }, 'approved $507.00'],
    [{ action: 'paid', details: { amount: 507 } }, 'recorded $507.00 as paid'],
  ] satisfies [Pick<PayoutChange, 'action' | 'details'>, string][])('tells %j', (event, text) => {
    renderSignedIn(
      <PayoutHistory
        record={aPayout({ events: [{ ...event, at: '2027-02-03T08:52:00Z', by: 'Margaret Vale' }] })}
      />,
    );
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(`Margaret Vale ${text}`);
  });

  it.each([
    [
      {
        action: 'adjusted',
        by: null,
        details: { kind: 'recall', amount: -212.4, bookingReference: 'CR-29377', agent: 'Oscar Farrell' },
      },
      'A recall of −$212.40 came in by itself: CR-29377, Oscar Farrell',
    ],
    [
      { action: 'paid', by: 'Margaret Vale', details: { amount: 507, byItself: true } },
      '$507.00 paid by itself, as Margaret Vale planned it',
    ],
    [
      { action: 'not_paid', by: null, details: { reason: '1 commission cannot be paid' } },
      'Not paid on its day1 commission cannot be paid',
    ],
    [
      {
        action: 'not_paid',
        by: null,
        details: { reason: 'In other words', code: 'not_recorded', params: { error: 'No room' } },
      },
      'Not paid on its dayIt could not be recorded: No room',
    ],
  ] as const)('tells what came by itself: %j', (event, text) => {
    renderSignedIn(
      <PayoutHistory record={aPayout({ events: [{ ...event, at: '2027-02-03T08:52:00Z' }] })} />,
    );
    expect(screen.getByRole('listitem').textContent).toMatch(new RegExp(`^${text.replace(/[$.]/g, '\\$&')}`));
  });
});
