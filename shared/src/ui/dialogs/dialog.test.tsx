import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '../actions/button';
import { ConfirmDialog } from './confirm-dialog';
import { Dialog } from './dialog';
import { StatusHelpDialog } from '../status/status-help-dialog';
import { TextField } from '../fields/text-field';

function Example({ onClose }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Record payment</Button>
      {open && (
        <Dialog
          title="Record payment"
          subtitle="Commission on AZC-47902"
          onCloseRequest={() => {
            onClose?.();
            setOpen(false);
          }}
          footer={<Button>Record $1,482.00 payment</Button>}
        >
          <TextField label="Amount" name="amount" />
        </Dialog>
      )}
    </>
  );
}

it('opens on its first field and gives the focus back on Esc', async () => {
  render(<Example />);
  const opener = screen.getByRole('button', { name: 'Record payment' });
  await userEvent.click(opener);
  const dialog = screen.getByRole('dialog', { name: 'Record payment' });
  expect(dialog).toHaveAccessibleDescription('Commission on AZC-47902');
  expect(screen.getByLabelText('Amount')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
});

it('asks its owner on every way out, and stays open when the owner says no', async () => {
  const onCloseRequest = jest.fn();
  render(
    <Dialog title="Edit" onCloseRequest={onCloseRequest}>
      text
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Edit' });
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.keyboard('{Escape}');
  const cancel = new Event('cancel', { cancelable: true });
  dialog.dispatchEvent(cancel);
  expect(cancel.defaultPrevented).toBe(true);
  expect(onCloseRequest).toHaveBeenCalledTimes(3);
  expect(dialog).toHaveAttribute('open');
});

it('confirms with the safe button focused', async () => {
  const [onConfirm, onCancel] = [jest.fn(), jest.fn()];
  render(
    <ConfirmDialog
      title="Cancel sale AZC-48210?"
      confirmLabel="Cancel sale"
      cancelLabel="Keep sale"
      error="Server error. Please try again later."
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      This is final.
    </ConfirmDialog>,
  );
  expect(screen.getByRole('alertdialog', { name: 'Cancel sale AZC-48210?' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Server error');
  expect(screen.getByRole('button', { name: 'Keep sale' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel sale' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledTimes(1);
});

it('cannot be left while it is at work', async () => {
  const onCancel = jest.fn();
  render(
    <ConfirmDialog title="Sure?" confirmLabel="Yes" busy onConfirm={jest.fn()} onCancel={onCancel}>
      text
    </ConfirmDialog>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onCancel).not.toHaveBeenCalled();
});

// Holds platform-197
it.each([
  ['sale', 'Sale statuses', ['Booked', 'Paid', 'Cancelled']],
  ['commission', 'Commission statuses', ['Unpaid', 'Funds received', 'Agent paid', 'Cancelled']],
] as const)('explains the statuses of a %s', async (kind, title, statuses) => {
  const onClose = jest.fn();
  render(<StatusHelpDialog kind={kind} onClose={onClose} />);
  expect(screen.getByRole('dialog', { name: title })).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent)).toEqual([
    ...statuses,
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  expect(onClose).toHaveBeenCalled();
});

it.each([
  ['sale_paid', 'Waiting for the sale to become Paid. The amount can change only while unpaid.'],
  ['deposit_matched', 'Waiting for the vendor’s deposit. The amount can change only while unpaid.'],
] as const)(
  'says of an unpaid commission what it waits for where it is received on %s',
  (receivedOn, text) => {
    render(<StatusHelpDialog kind="commission" receivedOn={receivedOn} onClose={() => undefined} />);
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(`Unpaid${text}`);
  },
);
