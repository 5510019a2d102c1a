import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { idOf, renderSignedIn } from '@paperplane/shared/testing';
import type { Payout } from '../payout-types';
import { aPayout } from '../testing/payout-factories';
import { HandOverDialog } from './hand-over-dialog';
import { ReopenDialog } from './reopen-dialog';

const show = (payout: Partial<Payout['payout']>) =>
  renderSignedIn(<ReopenDialog record={aPayout({}, payout)} onClose={jest.fn()} />);
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Back to draft' }));
const BANK = 'Does the bank have the payment file?';

it('asks why, and of no file where none was made', async () => {
  show({ status: 'scheduled' });
  await submit();
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(
    expect.stringContaining('Say why it is taken back.') as string,
  );
  expect(screen.queryByLabelText(BANK)).not.toBeInTheDocument();
});

// Holds payouts-47
it('asks whether the bank has a file that was made; if so it stays', async () => {
  show({ status: 'scheduled', file: { format: 'nacha', at: '2027-02-03T10:00:00Z', by: 'Margaret Vale' } });
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Wrong day');
  await submit();
  expect(screen.getByLabelText(BANK)).toHaveAccessibleDescription(
    expect.stringContaining('Say whether the bank has the file.') as string,
  );
  await userEvent.selectOptions(screen.getByLabelText(BANK), 'yes');
  await submit();
  expect(screen.getByLabelText(BANK)).toHaveAccessibleDescription(
    expect.stringContaining('If the bank has it, only a void is possible after it is paid.') as string,
  );
});

it('hands a draft over to who can approve it, and says what that means', () => {
  const person = { lastName: 'Vale', avatarUrl: null, changes: [] };
  const record = aPayout(
    {
      approvers: [
        { ...person, id: idOf('u2'), firstName: 'Grace', canApprove: false },
        { ...person, id: idOf('u3'), firstName: 'Daniel', canApprove: true },
        { ...person, id: idOf('u9'), firstName: 'Margaret', canApprove: false },
      ],
    },
    { needsOtherPerson: true },
  );
  renderSignedIn(<HandOverDialog record={record} onClose={jest.fn()} />);
  expect(screen.getByRole('combobox', { name: 'To' })).toHaveDisplayValue('Daniel Vale');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Grace Vale',
    'Daniel Vale',
  ]);
  expect(screen.getByRole('dialog', { name: 'Hand over' })).toHaveTextContent(
    'You stand for what is in this payout now',
  );
});
