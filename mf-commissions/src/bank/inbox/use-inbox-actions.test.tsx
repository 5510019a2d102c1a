import { fireEvent, screen, waitFor } from '@testing-library/react';
import { answerOf, idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { contract } from '../contract';
import { bankRow } from '../testing/bank-factories';
import { useInboxActions } from './use-inbox-actions';

const GROUP = idOf('group');
const rows = ['a', 'b', 'c', 'd'].map((name) => bankRow({ id: idOf(name), version: 3 }));
const offer = jest.fn();

function Desk() {
  const { acceptAll, isLeaving } = useInboxActions(offer);
  return (
    <>
      <button type="button" onClick={() => void acceptAll(rows, true)}>
        Accept
      </button>
      <output>{rows.filter(isLeaving).length} leave</output>
    </>
  );
}

interface Asked {
  transactions: { id: string }[];
  group_id?: string;
}

// Holds bank-79
test('what the database did not come to in time is asked for again, as the same act with one way back', async () => {
  const asked: Asked[] = [];
  pretendDatabase(contract, (name, args) => {
    if (name !== 'accept_bank_suggestions') return [];
    asked.push(args as Asked);
    return answerOf(
      contract.accept_bank_suggestions.answer,
      asked.length === 1
        ? {
            success: true,
            group_id: GROUP,
            accepted: [idOf('a')],
            skipped: [{ id: idOf('b'), why: 'This is not certain.', code: 'not_certain' }],
            more: true,
          }
        : { success: true, group_id: GROUP, accepted: [idOf('c'), idOf('d')] },
    );
  });
  renderSignedIn(<Desk />);
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(offer).toHaveBeenCalledTimes(1));
  expect(offer).toHaveBeenCalledWith({
    groupId: GROUP,
    text: expect.stringMatching(/^3 transactions matched: \$[\d,.]+ from .+ on \w+ \d+, \d{4}$/) as string,
  });
  expect(asked.map(({ transactions, group_id }) => [transactions.map(({ id }) => id), group_id])).toEqual([
    [['a', 'b', 'c', 'd'].map(idOf), undefined],
    [['c', 'd'].map(idOf), GROUP],
  ]);
  // The one that was left alone stays.
  expect(screen.getByText('3 leave')).toBeInTheDocument();
});
