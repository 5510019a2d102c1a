import { idOf, renderAt, renderInApp } from '@paperplane/shared/testing';
import { Timeline } from '@paperplane/shared/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aCommissionStatusChange, aSale, anEntry } from '../testing/factories';
import { BookingCard } from './booking-card';
import { CommissionCard } from './commission-card';
import { historyItems } from './history-items';
import { SaleActions } from './sale-actions';
import { SaleHero } from './sale-hero';

const commission = aSale().commission;
if (!commission) throw new Error('the sale of the tests has a commission');
const received = '2026-11-20';

describe('the booking card', () => {
  it('links the customer for everybody and the vendor for admins', () => {
    const { unmount } = renderAt(<BookingCard sale={aSale()} isAdmin />);
    expect(screen.getByRole('link', { name: 'Marcus Whitfield' })).toHaveAttribute('href', '/customers/k1');
    expect(screen.getByRole('link', { name: 'Northwind Rail' })).toHaveAttribute('href', '/vendors/v1');
    unmount();
    renderAt(<BookingCard sale={aSale()} isAdmin={false} />);
    expect(screen.queryByRole('link', { name: 'Northwind Rail' })).not.toBeInTheDocument();
    expect(screen.getByText('Northwind Rail')).toBeInTheDocument();
  });

  it('lists the travelers as links, and nothing where the customer travels alone', () => {
    const travelers = [{ id: 't1', firstName: 'Ida', lastName: 'Holm' }];
    const { unmount } = renderAt(<BookingCard sale={aSale({}, { travelers })} isAdmin />);
    expect(screen.getByRole('link', { name: 'Ida Holm' })).toHaveAttribute('href', '/customers/t1');
    unmount();
    renderAt(<BookingCard sale={aSale()} isAdmin />);
    expect(screen.queryByText('Travelers')).not.toBeInTheDocument();
  });

  it('says why the money is locked, only when it is', () => {
    const { unmount } = renderAt(<BookingCard sale={aSale()} isAdmin />);
    expect(screen.queryByText(/locked/)).not.toBeInTheDocument();
    unmount();
    renderAt(<BookingCard sale={aSale({ paid: true, received })} isAdmin />);
    expect(screen.getByText(/locked because this sale is paid/)).toBeInTheDocument();
  });
});

describe('the commission card', () => {
  afterEach(() => jest.useRealTimers());

  it('says of a divided split what of the commission has which', () => {
    const sale = aSale();
    const splitParts = [
      { split: 50, weight: 1 },
      { split: 80, weight: 1 },
    ];
    const commission = sale.commission && { ...sale.commission, splitParts };
    renderInApp(<CommissionCard onHelp={jest.fn()} sale={{ ...sale, commission }} isAdmin />);
    expect(screen.getByText('50% of $180.13, 80% of $180.12')).toBeInTheDocument();
  });

  it('calculates the payout to the cent and leads admins to the payment', () => {
    jest.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
    renderInApp(<CommissionCard onHelp={jest.fn()} sale={aSale({ paid: true, received })} isAdmin />);
    const card = screen.getByRole('region', { name: 'Commission' });
    expect(card).toHaveTextContent('$360.25');
    expect(card).toHaveTextContent('Received Nov 20 from Northwind Rail$360.25');
    expect(card).toHaveTextContent('Agent’s split60%');
    expect(card).toHaveTextContent('To pay Theo Lindqvist$216.15');
    expect(within(card).getByRole('link', { name: 'Record payment' })).toHaveAttribute(
      'href',
      '/commissions/c1?pay=1',
    );
  });

  it('offers agents no payment, and nobody one that is not due', () => {
    const { unmount } = renderInApp(
      <CommissionCard onHelp={jest.fn()} sale={aSale({ paid: true, received })} isAdmin={false} />,
    );
    expect(screen.queryByRole('link', { name: 'Record payment' })).not.toBeInTheDocument();
    unmount();
    // Funds may come before the customer has paid; the agent waits for both.
    for (const sale of [aSale(), aSale({ received })]) {
      const card = renderInApp(<CommissionCard onHelp={jest.fn()} sale={sale} isAdmin />);
      expect(screen.queryByRole('link', { name: 'Record payment' })).not.toBeInTheDocument();
      card.unmount();
    }
  });

  it('gives agents their share, names the gross commission, and claims no receipt nobody recorded', () => {
    renderInApp(<CommissionCard onHelp={jest.fn()} sale={aSale({ paid: true })} isAdmin={false} />);
    const card = screen.getByRole('region', { name: 'Your share of the commission' });
    expect(card).toHaveTextContent('$216.15Funds received');
    expect(card).toHaveTextContent('Commission, gross$360.25');
    expect(card).not.toHaveTextContent('Received');
  });

  it('tells how the agent was paid', () => {
    renderInApp(
      <CommissionCard onHelp={jest.fn()} sale={aSale({ received, agentPaid: '2026-11-30' })} isAdmin />,
    );
    expect(screen.getByText('Paid Nov 30, 2026 by bank transfer, reference PAY-1')).toBeInTheDocument();
    expect(screen.getByText('Paid to Theo Lindqvist')).toBeInTheDocument();
  });

  // Holds sales-45
  it('asks for shares only where there is something beside the commission', () => {
    const { unmount } = renderInApp(<CommissionCard onHelp={jest.fn()} sale={aSale()} isAdmin />);
    expect(screen.queryByText('Loading shares')).not.toBeInTheDocument();
    unmount();
    const more = renderInApp(
      <CommissionCard onHelp={jest.fn()} sale={aSale({}, { hasBeside: true })} isAdmin />,
    );
    expect(screen.getByText('Loading shares')).toBeInTheDocument();
    expect(screen.getByText('To pay Theo Lindqvist')).toBeInTheDocument();
    more.unmount();
  });

  it('owes nothing for a cancelled commission, and copes with one that is out of sight', () => {
    const { unmount } = renderInApp(
      <CommissionCard
        onHelp={jest.fn()}
        sale={aSale({}, { commission: { ...commission, status: 'cancelled' } })}
        isAdmin
      />,
    );
    expect(screen.getByText('Nothing to pay').parentElement).toHaveTextContent('$0.00');
    expect(screen.getByText(/cancelled alone: the sale stands/)).toBeInTheDocument();
    unmount();
    renderInApp(<CommissionCard onHelp={jest.fn()} sale={aSale({}, { commission: null })} isAdmin />);
    expect(screen.getByText(/not visible to you/)).toBeInTheDocument();
  });
});

describe('the history', () => {
  it('tells who changed what, and when, with the status changes of the commission in between', () => {
    const entry = anEntry({
      previousData: { totalAmount: 3150 },
      newData: { totalAmount: 3275 },
      changedFields: ['total_amount'],
    });
    const earlier = anEntry({
      id: idOf('entry-0'),
      changeType: 'create',
      code: 'created',
      createdAt: '2026-11-18T16:20:00+00:00',
    });
    const history = {
      entries: [entry, earlier],
      commission: [aCommissionStatusChange()],
      payments: [],
      penalty: null,
      corrections: [],
      names: {},
    };
    renderAt(<Timeline label="History" items={historyItems(history, 'USD', 'UTC')} />);
    const [statusChange, item, created] = within(screen.getByRole('list', { name: 'History' })).getAllByRole(
      'listitem',
    );
    expect(statusChange).toHaveTextContent('Commission became Funds received');
    expect(created).toHaveTextContent('Theo Lindqvist created the sale');
    expect(item).toHaveTextContent('Theo Lindqvist edited 1 field');
    expect(item).toHaveTextContent('Total $3,150 $3,275');
    expect(item).toHaveTextContent('2:11 PM');
  });
});

describe('the history of a sale of a closed month', () => {
  // Holds commissions-45
  it('tells what a correction changed, to the cent, and when it is booked', () => {
    const correction = {
      id: 'correction-1',
      kind: 'amounts',
      postedOn: '2026-06-01',
      totalBefore: 1000,
      totalAfter: 2000,
      commissionBefore: 100,
      commissionAfter: 200,
      createdAt: '2026-06-03T14:11:00+00:00',
    } as const;
    const history = {
      entries: [],
      commission: [],
      payments: [],
      penalty: null,
      corrections: [correction],
      names: {},
    };
    renderAt(<Timeline label="History" items={historyItems(history, 'USD', 'UTC')} />);
    const item = screen.getByRole('listitem');
    expect(item).toHaveTextContent('Correction of a closed month: other amounts');
    expect(item).toHaveTextContent('Total $1,000.00 $2,000.00');
    expect(item).toHaveTextContent('Commission $100.00 $200.00');
    expect(item).toHaveTextContent('Booked Jun 1, 2026');
  });
});

describe('the head of the page', () => {
  it('shows totals without cents and the days to departure', () => {
    renderAt(<SaleHero sale={aSale()} isAdmin steps={[]} today="2026-11-21" />);
    const hero = screen.getByRole('region', { name: 'Sale at a glance' });
    expect(hero).toHaveTextContent('Total$3,275');
    expect(hero).toHaveTextContent('Commission$36011%');
    expect(hero).toHaveTextContent('52 days away');
  });

  it('gives agents their share, with the gross commission beside it', () => {
    renderAt(<SaleHero sale={aSale()} isAdmin={false} steps={[]} today="2026-11-21" />);
    expect(screen.getByRole('region', { name: 'Sale at a glance' })).toHaveTextContent(
      'Your share$216of $360 gross',
    );
  });

  it('asks before a status change, and refuses what is out of reach', async () => {
    const onStatusChange = jest.fn();
    const { unmount } = renderInApp(
      <SaleActions
        sale={aSale()}
        onStatusChange={onStatusChange}
        onRecordPayment={jest.fn()}
        onHelp={jest.fn()}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }));
    await userEvent.click(screen.getByRole('button', { name: 'Change status' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Cancel sale' }));
    expect(onStatusChange.mock.calls).toEqual([['paid'], ['cancelled']]);
    unmount();

    renderInApp(
      <SaleActions
        sale={aSale({ cancelled: true })}
        onStatusChange={onStatusChange}
        onRecordPayment={jest.fn()}
        onHelp={jest.fn()}
      />,
    );
    expect(screen.queryByRole('button', { name: 'Mark as paid' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Change status' }));
    const item = screen.getByRole('menuitem', { name: /Mark as paid/ });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveTextContent('Cancellation is final.');
    await userEvent.click(item);
    expect(onStatusChange).toHaveBeenCalledTimes(2);
  });

  // Holds sales-47
  it('copies the address of the sale', async () => {
    // The pretended user has a clipboard.
    const user = userEvent.setup();
    renderInApp(
      <SaleActions
        sale={aSale()}
        onStatusChange={jest.fn()}
        onRecordPayment={jest.fn()}
        onHelp={jest.fn()}
      />,
      '/sales?page=2',
    );
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(`http://localhost/sales/${aSale().id}`);
  });
});
