import { renderInApp } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import { LazyConfirmDialog } from './lazy-confirm-dialog';

it('asks once its code has arrived', async () => {
  const onConfirm = jest.fn();
  renderInApp(
    <LazyConfirmDialog
      title="Archive Elena?"
      confirmLabel="Archive"
      onConfirm={onConfirm}
      onCancel={jest.fn()}
    >
      They leave the list.
    </LazyConfirmDialog>,
  );
  expect(await screen.findByRole('alertdialog', { name: 'Archive Elena?' })).toBeInTheDocument();
  screen.getByRole('button', { name: 'Archive' }).click();
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
