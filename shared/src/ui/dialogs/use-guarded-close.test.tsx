import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from './dialog';
import { useGuardedClose, type GuardedCloseOptions } from './use-guarded-close';

const onClose = jest.fn();
const onDiscard = jest.fn();
beforeEach(() => jest.resetAllMocks());

function Guarded(options: Partial<GuardedCloseOptions>) {
  const { requestClose, question } = useGuardedClose({
    dirty: true,
    busy: false,
    onClose,
    onDiscard,
    ...options,
  });
  return (
    <Dialog title="Note" onCloseRequest={requestClose}>
      <input aria-label="Text" />
      {question}
    </Dialog>
  );
}

const close = () => userEvent.click(screen.getByRole('button', { name: 'Close' }));
const question = () => screen.queryByRole('alertdialog', { name: 'Discard what you typed?' });

it('asks before typed text is lost, and keeps it when told so', async () => {
  render(<Guarded />);
  await close();
  expect(question()).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(question()).not.toBeInTheDocument();
  await close();
  expect(onDiscard).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(onDiscard).toHaveBeenCalledTimes(1);
});

it('closes at once with nothing typed, and not at all while saving', async () => {
  const { rerender } = render(<Guarded busy />);
  await close();
  expect(onClose).not.toHaveBeenCalled();
  rerender(<Guarded dirty={false} />);
  await close();
  expect(question()).not.toBeInTheDocument();
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('holds back another page until it has been asked about', async () => {
  const held = { leave: jest.fn(), stay: jest.fn() };
  render(<Guarded leaving={held} />);
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(held.stay).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(held.leave).toHaveBeenCalledTimes(1);
  expect(onDiscard).toHaveBeenCalledTimes(1);
  expect(onClose).not.toHaveBeenCalled();
});

it('has the browser ask before the tab goes away, only while something is typed', () => {
  const { rerender } = render(<Guarded />);
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  rerender(<Guarded dirty={false} />);
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
});
