import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '@paperplane/shared/testing';
import type { CommissionPayout } from '../commission-types';
import { aCommission, aPayment } from '../testing/factories';
import { AgentPayments } from './agent-payments';

const NOVEMBER = { name: 'November 2026', state: 'paid', status: 'paid', plannedOn: null } as const;

const NOTHING: CommissionPayout = { hold: null, payout: null, statement: null, void: null, recalls: [] };
const RECALL = {
  amount: 212.4,
  note: 'The cruise was cancelled',
  noteFact: null,
  at: '2026-12-02T08:00:00Z',
  payout: null,
};

type Props = Parameters<typeof AgentPayments>[0];

function show(
  payments: Props['commission']['payments'],
  payout: Partial<CommissionPayout> = {},
  more: Partial<Props> = {},
) {
  const props = { onCorrect: jest.fn(), onVoid: jest.fn(), onRecall: jest.fn(), onRelease: jest.fn() };
  renderAt(
    <AgentPayments
      commission={aCommission({ agentPaid: payments.length > 0 }, { payments })}
      payout={{ ...NOTHING, ...payout }}
      currency="USD"
      timeZone="UTC"
      isAdmin
      {...props}
      {...more}
    />,
  );
  return props;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('AgentPayments', () => {
  it('shows a payment to the cent, with method, reference, who recorded it and notes', () => {
    show([aPayment({ notes: 'Second half by check' })]);
    const payment = screen.getByRole('listitem');
    expect(payment).toHaveTextContent('$889.20');
    expect(payment).toHaveTextContent('Bank transfer · PAY-2026-1121-07 · by Marisol Vega');
    expect(payment).toHaveTextContent('Nov 21, 2026');
    expect(payment).toHaveTextContent('Second half by check');
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('says what comes first without payments', () => {
    show([]);
    expect(screen.getByRole('heading', { name: 'No payments yet' })).toBeInTheDocument();
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Take back' })).not.toBeInTheDocument();
  });

  it('lets admins correct a payment, and nobody else', async () => {
    const { onCorrect } = show([aPayment()]);
    await press('Correct payment');
    expect(onCorrect).toHaveBeenCalledWith(expect.objectContaining({ id: 'p1' }));
  });

  it('lets admins void a single payment; what a payout paid is voided on its statement', async () => {
    const { onVoid } = show([aPayment()]);
    await press('Void payment');
    expect(onVoid).toHaveBeenCalledWith(expect.objectContaining({ id: 'p1' }));
    cleanup();
    show([aPayment()], { payout: { ...NOVEMBER, id: 'b1' } });
    expect(screen.queryByRole('button', { name: 'Void payment' })).not.toBeInTheDocument();
  });

  // Holds payouts-78
  it('says of a payment that came back since when and why, to its agent as well', () => {
    const came = { voidedOn: '2026-12-02', reason: 'Account closed', by: 'Marisol Vega' };
    for (const isAdmin of [true, false]) {
      show([aPayment()], { void: came }, { isAdmin });
      expect(screen.getByText('Voided on Dec 2, 2026: Account closed')).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Void payment' })).not.toBeInTheDocument();
      cleanup();
    }
  });

  it('lets an agent read only', () => {
    show([aPayment()], {}, { isAdmin: false });
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Print payment record',
    ]);
  });

  it('links the payout and the statement that a payment came with', () => {
    show([aPayment()], {
      payout: { ...NOVEMBER, id: 'b1' },
      statement: { id: 's1', number: '2026-11-07' },
    });
    expect(screen.getByRole('link', { name: 'November 2026 payout' })).toHaveAttribute(
      'href',
      '/commissions/payouts/b1',
    );
    expect(screen.getByRole('link', { name: 'Statement 2026-11-07' })).toHaveAttribute(
      'href',
      '/commissions/statements/s1',
    );
  });

  it('says for when a payout is planned', () => {
    show([], { payout: { ...NOVEMBER, state: 'scheduled', status: 'scheduled', plannedOn: '2026-11-27' } });
    expect(screen.getByText('Planned for Nov 27')).toBeInTheDocument();
  });

  it('leads an agent to the statement, and not to the payout of all', () => {
    show(
      [aPayment()],
      { payout: NOVEMBER, statement: { id: 's1', number: '2026-11-07' } },
      { isAdmin: false },
    );
    expect(screen.getAllByRole('link')).toEqual([screen.getByRole('link', { name: 'Statement 2026-11-07' })]);
  });

  it('says that it is held and why; admins release it', async () => {
    const hold = { reason: 'Waiting for their letter', by: 'Margaret Vale', at: '2027-02-03T08:52:00Z' };
    const { onRelease } = show([], { hold });
    expect(screen.getByText('Margaret Vale: Waiting for their letter')).toBeInTheDocument();
    await press('Release');
    expect(onRelease).toHaveBeenCalled();
  });

  it('lets an agent read why it is held, and no more', () => {
    const hold = { reason: 'Waiting for their letter', by: 'Margaret Vale', at: '2027-02-03T08:52:00Z' };
    show([], { hold }, { isAdmin: false });
    expect(screen.getByText('Margaret Vale: Waiting for their letter')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('shows what was taken back with its reason, and takes back what is left', async () => {
    const { onRecall } = show([aPayment()], { recalls: [RECALL] });
    const [, recall] = screen.getAllByRole('listitem');
    expect(recall).toHaveTextContent('−$212.40');
    expect(recall).toHaveTextContent('Taken back, waits for the next payout: The cruise was cancelled');
    await press('Take back');
    expect(onRecall).toHaveBeenCalled();
  });

  it('tells what the vendor took back from its code', () => {
    const params = { vendor: 'Northwind Rail', on: '2026-12-01' };
    show([aPayment()], {
      recalls: [{ ...RECALL, note: 'In other words', noteFact: { code: 'vendor_took_back', params } }],
    });
    expect(
      screen.getByText(/next payout: Northwind Rail took commission back on December 1, 2026/),
    ).toBeInTheDocument();
  });

  it('offers nothing to take back when all of it was', () => {
    show([aPayment()], { recalls: [{ ...RECALL, amount: 889.2, payout: 'December 2026' }] });
    expect(screen.getByText(/with the December 2026 payout/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Take back' })).not.toBeInTheDocument();
  });
});
