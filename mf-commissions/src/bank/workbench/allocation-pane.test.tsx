import { renderSignedIn } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bankPart, bankRecord, bankSuggestion } from '../testing/bank-factories';
import { AllocationPane } from './allocation-pane';
import { balanceOf } from './draft';
import { useWorkbench } from './use-workbench';

/** Of a deposit of $250.00 a commission takes $100.00. */
const record = bankRecord({ suggestions: [bankSuggestion([bankPart('CR-1')])] });

function Shown() {
  const workbench = useWorkbench(record);
  const balance = balanceOf(workbench.draft, record.transaction.amount);
  return <AllocationPane {...{ record, workbench, balance }} currency="USD" />;
}

beforeEach(() => localStorage.clear());

it('takes a fee once, and leaves the rest unclaimed', async () => {
  renderSignedIn(<Shown />);
  expect(screen.getByText('Left to place')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Fee/ }));
  await userEvent.type(screen.getByLabelText('Fee'), '12');
  expect(screen.queryByRole('button', { name: /^Fee/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Leave the rest unclaimed/ }));
  expect(screen.getByText('Balanced')).toBeInTheDocument();
});
