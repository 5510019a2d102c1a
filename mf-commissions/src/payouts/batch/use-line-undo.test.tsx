import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { idOf, renderSignedIn } from '@paperplane/shared/testing';
import { aBonus, aLine } from '../testing/payout-factories';
import { useLineUndo } from './use-line-undo';

const add = jest.fn((_: unknown) => Promise.resolve({}));
const release = jest.fn((_: unknown) => Promise.resolve({}));
const releaseShare = jest.fn((_: unknown) => Promise.resolve({}));
jest.mock('../payouts-api', () => ({
  useAddPayoutLinesMutation: () => [add, { isLoading: false }],
  useReleaseCommissionMutation: () => [release, { isLoading: false }],
  useReleaseShareMutation: () => [releaseShare, { isLoading: false }],
}));

const aShare = () => ({ ...aLine(), part: 'share' as const, commissionId: null, shareId: idOf('s1') });

function Page() {
  const { offer, notice } = useLineUndo('b1');
  return (
    <>
      <button onClick={() => offer('removed', aLine())}>Take out</button>
      <button onClick={() => offer('removed', aBonus())}>Take bonus out</button>
      <button onClick={() => offer('held', aLine())}>Hold</button>
      <button onClick={() => offer('removed', aShare())}>Take share out</button>
      <button onClick={() => offer('held', aShare())}>Hold share</button>
      {notice}
    </>
  );
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  renderSignedIn(<Page />);
});

// Holds payouts-107
it('puts back a commission that was taken out', async () => {
  await press('Take out');
  expect(screen.getByText('CR-30943 taken out of this payout: $357.00')).toBeInTheDocument();
  await press(/^Undo: /);
  expect(add).toHaveBeenCalledWith({ id: 'b1', commissionIds: [idOf('c1')], adjustmentIds: [] });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument());
});

it('puts back an adjustment by its line', async () => {
  await press('Take bonus out');
  expect(screen.getByText('Adjustment taken out of this payout: $150.00')).toBeInTheDocument();
  await press(/^Undo: /);
  expect(add).toHaveBeenLastCalledWith({ id: 'b1', commissionIds: [], adjustmentIds: [idOf('l2')] });
});

it('releases what was held', async () => {
  await press('Hold');
  expect(screen.getByText('CR-30943 is held: $357.00')).toBeInTheDocument();
  await press(/^Undo: /);
  expect(release).toHaveBeenCalledWith(idOf('c1'));
});

it('puts back and releases a share by itself, not the commission it is of', async () => {
  await press('Take share out');
  await press(/^Undo: /);
  expect(add).toHaveBeenLastCalledWith({
    id: 'b1',
    commissionIds: [],
    adjustmentIds: [],
    shareIds: [idOf('s1')],
  });
  await press('Hold share');
  await press(/^Undo: /);
  expect(releaseShare).toHaveBeenCalledWith(idOf('s1'));
});
