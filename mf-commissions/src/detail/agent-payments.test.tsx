import { fireEvent, render, screen } from '@testing-library/react';
import { aCommission, aPayment } from '../testing/factories';
import { AgentPayments } from './agent-payments';

const props = { isAdmin: true, onCorrect: () => undefined };

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

  it('lets admins correct a payment, and nobody else', () => {
    const onCorrect = jest.fn();
    const commission = aCommission({ status: 'agent_paid', payments: [aPayment()] });
    const { rerender } = render(<AgentPayments commission={commission} isAdmin onCorrect={onCorrect} />);
    fireEvent.click(screen.getByRole('button', { name: 'Correct payment' }));
    expect(onCorrect).toHaveBeenCalledWith(expect.objectContaining({ id: 'p1' }));
    rerender(<AgentPayments commission={commission} isAdmin={false} onCorrect={onCorrect} />);
    expect(screen.queryByRole('button', { name: 'Correct payment' })).not.toBeInTheDocument();
  });
});
