import { render, screen } from '@testing-library/react';
import { aCommission, aPayment } from '../testing/factories';
import { PaymentRecord } from './payment-record';

const rowOf = (term: string) => screen.getByText(term, { selector: 'dt' }).parentElement;

function show(payment = aPayment(), commission = aCommission({ agentPaid: true }), currency = 'USD') {
  render(
    <PaymentRecord
      commission={commission}
      payment={payment}
      organization={{ name: 'Blue Fleet Travel', currency, timeZone: 'UTC' }}
      printedBy="Priya Raman"
    />,
  );
}

describe('PaymentRecord', () => {
  it('says who paid whom how much, how and for what, to the cent', () => {
    show();
    const record = screen.getByRole('article', { name: 'Payment record' });
    expect(record).toHaveTextContent('Blue Fleet Travel');
    expect(record).toHaveTextContent('$889.20 paid to Priya Raman on Nov 21, 2026');
    expect(rowOf('Payment method')).toHaveTextContent('Bank transfer');
    expect(rowOf('Reference')).toHaveTextContent('PAY-2026-1121-07');
    expect(rowOf('Recorded')).toHaveTextContent('Nov 21, 2026 by Marisol Vega');
    expect(rowOf('Booking reference')).toHaveTextContent('AZC-47902');
    expect(rowOf('Commission')).toHaveTextContent('$1,482.00');
    expect(rowOf('Agent’s split')).toHaveTextContent('60%');
    expect(rowOf('Paid to the agent')).toHaveTextContent('$889.20');
    expect(record).toHaveTextContent(/Printed .+ by Priya Raman/);
  });

  it('carries the notes, and does without a sale and a recorder out of sight', () => {
    show(
      aPayment({ notes: 'Second half by check', createdBy: null }),
      aCommission({}, { sale: null }),
      'EUR',
    );
    expect(rowOf('Paid to the agent')).toHaveTextContent('€889.20');
    expect(rowOf('Notes')).toHaveTextContent('Second half by check');
    expect(rowOf('Recorded')).toHaveTextContent(/2026$/);
    expect(screen.queryByText('Booking reference')).not.toBeInTheDocument();
  });
});
