import { command } from '@paperplane/shared/contract';
import { useToasts } from '@paperplane/shared/platform';
import { idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contract } from '../contract';
import { aCommission } from '../testing/factories';
import { CommissionDetails } from './commission-details';

const NOTHING = { payout: null, statement: null, void: null, recalls: [] };

const Said = () => useToasts().map(({ id, title }) => <p key={id}>{title}</p>);

it('releases a held commission, and says how much the agent can be paid of it', async () => {
  const asked: unknown[] = [];
  pretendDatabase({ ...contract, release_commission: { answer: command({}) } }, (name, args) => {
    if (name !== 'release_commission') return [];
    asked.push(args);
    return { success: true };
  });
  const commission = aCommission({ amount: 11_400, rate: 13 }, { id: idOf('c1'), agentAmount: 889.2 });
  const hold = { reason: 'Waiting for their letter', by: 'Margaret Vale', at: '2027-02-03T08:52:00Z' };
  renderSignedIn(
    <>
      <CommissionDetails
        commission={commission}
        record={{
          data: { history: { entries: [], names: {} }, deposits: [], payout: { ...NOTHING, hold } },
          failed: false,
          onRetry: jest.fn(),
        }}
        currency="USD"
        timeZone="UTC"
        isAdmin
        onHelp={jest.fn()}
        onOpen={jest.fn()}
      />
      <Said />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Release' }));
  expect(await screen.findByText(/AZC-47902 is released/)).toHaveTextContent('$889.20');
  expect(asked).toEqual([{ commission_id: idOf('c1') }]);
});
