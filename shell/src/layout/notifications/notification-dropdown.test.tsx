import { pretendDatabase, renderInApp } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NotificationDropdown } from './notification-dropdown';

const OPENED = {
  id: 'n1',
  type: 'system',
  code: null,
  params: {},
  message: 'Sums were wrong.',
  is_read: true,
  created_at: '2026-11-21T09:00:00Z',
  commentable_type: 'reports',
  commentable_id: null,
  communication_id: null,
};

it.each(['View all notifications', /Sums were wrong/])('closes after a click on %s', async (name) => {
  pretendDatabase({}, (table) => (table === 'notifications' ? [OPENED] : []));
  const onDone = jest.fn();
  renderInApp(<NotificationDropdown userId="u9" unread={0} onDone={onDone} />, '/', { id: 'u9' });
  await userEvent.click(await screen.findByRole('link', { name }));
  expect(onDone).toHaveBeenCalledTimes(1);
});
