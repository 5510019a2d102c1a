import { idOf, renderSignedIn, shownOf } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contract } from '../contract';
import { ComparedLines } from './compared-lines';

const { wrapped } = contract.get_vendor_statement.answer;
const { item } = wrapped.entries.lines;
const line = (kind: 'agrees' | 'missing', number: number, booking: string) =>
  shownOf(item, {
    kind,
    line: number,
    reference: booking,
    amount: 90,
    ours: kind === 'agrees' ? 90 : null,
    commission: kind === 'agrees' ? { commissionId: idOf(booking), bookingReference: booking } : null,
  });

it('shows the lines of one kind alone, and all again', async () => {
  const statement = {
    ...shownOf(wrapped, {}),
    lines: [line('agrees', 1, 'ABC123'), line('missing', 2, 'ABC456')],
  };
  renderSignedIn(<ComparedLines statement={statement} />);
  const kinds = within(screen.getByRole('group', { name: 'Lines' }));
  const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(headings()).toHaveLength(2);
  await userEvent.click(kinds.getByRole('button', { name: 'Agrees 1' }));
  expect(headings()).toEqual([expect.stringContaining('Agrees')]);
  await userEvent.click(kinds.getByRole('button', { name: 'All 2' }));
  expect(headings()).toHaveLength(2);
});
