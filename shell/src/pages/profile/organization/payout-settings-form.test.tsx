import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PayoutSettingsForm } from './payout-settings-form';

const OFF = { holdUntil: 'off', minimumAmount: 0, secondApproval: false, paidOn: 'expected' } as const;

function show(saved: Parameters<typeof PayoutSettingsForm>[0]['saved'] = OFF) {
  const onSave = jest.fn();
  render(
    <PayoutSettingsForm
      saved={saved}
      money={{ currency: 'USD' }}
      busy={false}
      failure={null}
      onSave={onSave}
    />,
  );
  return onSave;
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save payout settings' }));
const minimum = () => screen.getByRole('textbox', { name: 'Smallest payment' });

it('saves when agents are paid, from which sum on, and that two people look at it', async () => {
  const onSave = show();
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'An agent can be paid' }),
    'When the money is here and travel has ended',
  );
  await userEvent.type(minimum(), '1,250.5');
  await userEvent.click(screen.getByRole('checkbox', { name: 'A second person approves' }));
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: /Of a short payment agents get/ }),
    'Their share of what was received',
  );
  await save();
  expect(onSave).toHaveBeenCalledWith({
    holdUntil: 'return',
    minimumAmount: 1250.5,
    secondApproval: true,
    paidOn: 'received',
  });
});

it('shows what is saved, and takes an emptied minimum for none', async () => {
  const onSave = show({
    holdUntil: 'departure',
    minimumAmount: 25,
    secondApproval: true,
    paidOn: 'received',
  });
  expect(screen.getByRole('combobox', { name: 'An agent can be paid' })).toHaveValue('departure');
  expect(screen.getByRole('combobox', { name: /Of a short payment/ })).toHaveValue('received');
  expect(screen.getByRole('checkbox')).toBeChecked();
  expect(minimum()).toHaveValue('25');
  await userEvent.clear(minimum());
  await save();
  expect(onSave).toHaveBeenCalledWith({
    holdUntil: 'departure',
    minimumAmount: 0,
    secondApproval: true,
    paidOn: 'received',
  });
});

it.each([
  ['-5', 'Enter an amount of 0 or more.'],
  ['1000001', 'Enter an amount of at most $1,000,000.00.'],
  ['lots', 'Enter an amount like 1,482.50.'],
])('does not save a minimum of %s', async (typed, message) => {
  const onSave = show();
  await userEvent.type(minimum(), typed);
  await save();
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  expect(onSave).not.toHaveBeenCalled();
});
