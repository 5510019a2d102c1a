import { renderInApp } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import { LateConfirm } from './late-confirm';

it('asks once its code has arrived', async () => {
  const onConfirm = jest.fn();
  renderInApp(
    <LateConfirm title="Archive Elena?" confirmLabel="Archive" onConfirm={onConfirm} onCancel={jest.fn()}>
      They leave the list.
    </LateConfirm>,
  );
  expect(await screen.findByRole('alertdialog', { name: 'Archive Elena?' })).toBeInTheDocument();
  screen.getByRole('button', { name: 'Archive' }).click();
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
