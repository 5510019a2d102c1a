import { fireEvent, screen } from '@testing-library/react';
import { renderInApp } from '@paperplane/shared/testing';
import { ToastOutlet } from '../layout/toasts/toast-outlet';
import type { AppUpdates } from './app-updates';
import { UpdateNotice } from './update-notice';

function show(answer: 'reloads' | 'waits' = 'reloads') {
  let offered = true;
  let changed = () => undefined as void;
  const hide = () => {
    offered = false;
    changed();
  };
  const updates = {
    subscribe: (listener: () => void) => {
      changed = listener;
      return () => undefined;
    },
    offered: () => offered,
    update: jest.fn(() => {
      hide();
      return answer;
    }),
    dismiss: jest.fn(hide),
  };
  renderInApp(
    <ToastOutlet>
      <UpdateNotice updates={updates as unknown as AppUpdates} />
    </ToastOutlet>,
  );
  return updates;
}

const button = (name: string) => screen.getByRole('button', { name });

// docs/product/platform.md, Update notice
// Holds platform-33
it('says that a new version is available, with two ways to answer', () => {
  show();
  expect(screen.getByRole('status')).toHaveTextContent('A new version is available');
  expect(screen.getAllByRole('button').map((each) => each.textContent || each.ariaLabel)).toEqual([
    'Update',
    'Close',
  ]);
});

// Update reloads the app with the new version
it('updates, and is gone', () => {
  const updates = show();
  fireEvent.click(button('Update'));
  expect(updates.update).toHaveBeenCalled();
  expect(screen.queryByText('A new version is available')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});

// Holds platform-35
it('says why nothing happens while something is unsaved', () => {
  show('waits');
  fireEvent.click(button('Update'));
  expect(screen.getByRole('status')).toHaveTextContent(
    'It loads when your work on this page is saved or discarded.',
  );
});

// Hidden on Update or Close
it('goes with its close icon', () => {
  const updates = show();
  fireEvent.click(button('Close'));
  expect(updates.dismiss).toHaveBeenCalled();
  expect(screen.queryByRole('status')).toBeNull();
});
