import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { commissionStatusOptions, type CommissionStatus, type SaleStatus } from '@paperplane/shared/domain';
import { StatusChoices } from './status-choices';

function show(current: CommissionStatus, sale: SaleStatus) {
  const onChoose = jest.fn();
  render(<StatusChoices options={commissionStatusOptions(current, sale)} value={null} onChoose={onChoose} />);
  return onChoose;
}

describe('StatusChoices', () => {
  it('offers all but cancelled, the illegal ones disabled with the reason', () => {
    show('funds_received', 'paid');
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
      'unpaid',
      'funds_received',
      'agent_paid',
    ]);
    expect(screen.getByRole('radio', { name: /^Unpaid/ })).toBeDisabled();
    expect(screen.getByText('Funds received cannot return to Unpaid.')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Agent paid' })).toBeEnabled();
  });

  it('offers only cancelled for a cancelled commission', () => {
    show('cancelled', 'cancelled');
    expect(screen.getByRole('radio', { name: /^Cancelled/ })).toBeDisabled();
    expect(screen.getAllByRole('radio')).toHaveLength(1);
  });

  it('tells which one was chosen', async () => {
    const onChoose = show('funds_received', 'paid');
    await userEvent.click(screen.getByText('Agent paid'));
    expect(onChoose).toHaveBeenCalledWith('agent_paid');
  });

  it('ties an error to the group', () => {
    render(
      <StatusChoices
        options={[]}
        value={null}
        onChoose={() => {}}
        error="Choose one of the listed statuses."
      />,
    );
    expect(screen.getByRole('group', { name: 'Status' })).toHaveAccessibleDescription(
      'Choose one of the listed statuses.',
    );
  });
});
