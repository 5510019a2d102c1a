import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ReceiptPolicyForm } from './receipt-policy-form';

it('says what each choice means, what changing it does, and saves it on request', async () => {
  const onSave = jest.fn();
  render(<ReceiptPolicyForm saved="sale_paid" busy={false} failure={null} onSave={onSave} />);
  const group = screen.getByRole('group', { name: 'Commission counts as received' });
  expect(group).toHaveTextContent('A paid sale leaves its commission Unpaid until deposits pay it');
  expect(screen.getByRole('radio', { name: /^When the customer pays/ })).toBeChecked();
  expect(screen.queryByText(/keep the status/)).not.toBeInTheDocument();

  await userEvent.click(screen.getByRole('radio', { name: /^When a deposit is matched/ }));
  expect(screen.getByText(/without a receipt wait for one/)).toBeInTheDocument();
  expect(onSave).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Save commission setting' }));
  expect(onSave).toHaveBeenCalledWith('deposit_matched');
});
