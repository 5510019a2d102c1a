import { renderAt } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TrackingCard } from './tracking-offer';

// Holds commissions-21
it('lets an owner confirm the first day of the import', async () => {
  const onConfirm = jest.fn();
  renderAt(<TrackingCard day="2026-10-01" busy={false} onConfirm={onConfirm} />);
  expect(screen.getByRole('region', { name: 'What vendors owe' })).toHaveTextContent(
    'what was due before counts as settled',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Track vendors’ payments from Oct 1, 2026' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('tells an admin that an owner can', () => {
  renderAt(<TrackingCard day="2026-10-01" busy={false} onConfirm={null} />);
  expect(screen.getByText('An owner can say so in the settings of the organization.')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
