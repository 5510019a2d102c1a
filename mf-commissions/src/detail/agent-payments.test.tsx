import { render, screen } from '@testing-library/react';
import { aCommission, aPayment } from '../testing/factories';
import { AgentPayments, whatIsNext } from './agent-payments';

const props = { receivedAt: '2026-11-17T14:24:00Z', timeZone: 'UTC', isAdmin: true };

describe('AgentPayments', () => {
  it('shows a payment to the cent, with method, reference, who recorded it and notes', () => {
    const payments = [aPayment({ notes: 'Second half by check' })];
    render(<AgentPayments commission={aCommission({ status: 'agent_paid', payments })} {...props} />);
    const payment = screen.getByRole('listitem');
    expect(payment).toHaveTextContent('$889.20');
    expect(payment).toHaveTextContent('Bank transfer · PAY-2026-1121-07 · by Marisol Vega');
    expect(payment).toHaveTextContent('Nov 21, 2026');
    expect(payment).toHaveTextContent('Second half by check');
  });

  it('says what comes first without payments', () => {
    render(<AgentPayments commission={aCommission()} {...props} />);
    expect(screen.getByRole('heading', { name: 'No payments yet' })).toBeInTheDocument();
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
  });
});

describe('whatIsNext', () => {
  const next = (changes: Parameters<typeof aCommission>[0], isAdmin = true) =>
    whatIsNext({ ...props, isAdmin, commission: aCommission(changes) });

  it.each([
    ['unpaid', 'The agent is paid once the funds are received.'],
    ['funds_received', 'Funds arrived on Nov 17. Record the payment once you have paid Priya.'],
    ['cancelled', 'This commission was cancelled, so nothing is paid.'],
  ] as const)('follows the status %s', (status, text) => {
    expect(next({ status })).toBe(text);
  });

  it('waits for the customer when the funds came first', () => {
    const { sale } = aCommission();
    expect(next({ sale: sale && { ...sale, status: 'booked' } })).toBe(
      'Funds arrived on Nov 17. The agent can be paid once the customer has paid this sale.',
    );
  });

  it('asks nothing of an agent', () => {
    expect(next({ status: 'funds_received' }, false)).not.toMatch(/Record/);
  });
});
