import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { idOf, renderSignedIn } from '@paperplane/shared/testing';
import { HoldLinesDialog } from '../batch/hold-lines-dialog';
import { UnfundedBanner } from '../batch/unfunded-banner';
import { aLine, aPayout } from '../testing/payout-factories';
import { VoidDialog } from './void-dialog';

// Holds payouts-77, platform-84
it('names amount, person and day before a payment is voided, and asks why at the field', async () => {
  const onClose = jest.fn();
  const by = { statementId: idOf('s1') };
  const payment = { by, amount: 1106.2, currency: 'USD', name: 'Kenji Watanabe', paidOn: '2027-01-08' };
  renderSignedIn(<VoidDialog payment={payment} onClose={onClose} />);
  const dialog = screen.getByRole('dialog', { name: 'Void $1,106.20?' });
  expect(dialog).toHaveTextContent('Paid to Kenji Watanabe on Jan 8, 2027');
  expect(dialog).toHaveTextContent('This cannot be undone.');
  await userEvent.click(
    screen.getByRole('button', { name: 'Void payment: $1,106.20 to Kenji Watanabe on Jan 8, 2027' }),
  );
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(
    expect.stringContaining('Say why. The agent reads it.') as string,
  );
  expect(onClose).not.toHaveBeenCalled();
});

// Holds payouts-62
it('says what vendors have not paid, and holds all of it in a draft', async () => {
  const record = aPayout({ unfunded: { count: 43, amount: 9314 } });
  const onHold = jest.fn();
  const { unmount } = renderSignedIn(<UnfundedBanner record={record} onHold={onHold} />);
  expect(screen.getByText('Not received from vendors: $9,314.00, 43 commissions')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Hold all of these' }));
  expect(onHold).toHaveBeenCalled();
  unmount();
  renderSignedIn(<UnfundedBanner record={record} />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('asks for one reason that the agents of all of them read', async () => {
  const lines = [aLine({ amount: 100.1 }), aLine({ id: idOf('l3'), agentId: idOf('a2'), amount: 0.2 })];
  renderSignedIn(<HoldLinesDialog id="b1" lines={lines} currency="USD" onClose={jest.fn()} />);
  expect(screen.getByRole('dialog', { name: 'Hold 2 commissions' })).toHaveTextContent(
    '$100.30 of 2 agents, not received from vendors',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Hold' }));
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(
    expect.stringContaining('Say why they are held. The agents read it.') as string,
  );
});
