import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DraftBanner } from './draft-banner';
import { LeaveDialog } from './leave-dialog';

describe('a draft that is back', () => {
  it('says from when it is and can be discarded', async () => {
    const onDiscard = jest.fn();
    render(<DraftBanner savedAt="2026-11-21T12:05:00Z" timeZone="UTC" onDiscard={onDiscard} />);
    expect(screen.getByRole('status')).toHaveTextContent(
      'What you typed until Nov 21, 12:05 PM is here again',
    );
    expect(screen.getByRole('status')).not.toHaveTextContent('changed since');
    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect(onDiscard).toHaveBeenCalled();
  });

  it('adds what else is to know', () => {
    render(
      <DraftBanner
        savedAt="2026-11-21T12:05:00Z"
        timeZone="UTC"
        note="The sale has changed since."
        onDiscard={() => undefined}
      />,
    );
    expect(screen.getByRole('status')).toHaveTextContent('The sale has changed since');
  });
});

test('leaving asks what is to become of what was typed; Esc stays', async () => {
  const [onStay, onKeep, onDiscard] = [jest.fn(), jest.fn(), jest.fn()];
  render(<LeaveDialog what="This sale" onStay={onStay} onKeep={onKeep} onDiscard={onDiscard} />);
  const dialog = screen.getByRole('alertdialog', { name: 'Leave without saving?' });
  expect(dialog).toHaveTextContent('This sale is not saved.');
  expect(within(dialog).getByRole('button', { name: 'Keep editing' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onStay).toHaveBeenCalledTimes(1);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep draft' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
  expect([onKeep.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 1]);
});
