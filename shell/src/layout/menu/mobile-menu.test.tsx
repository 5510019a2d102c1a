import { renderInApp } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MobileMenu } from './mobile-menu';

const OWNER = { firstName: 'Margaret', lastName: 'Vale', role: 'owner' } as const;
const SALES = { path: '/sales', label: 'Sales', access: 'user', order: 1 } as const;

it.each(['Sales', 'Notifications 3', 'Your Profile', 'Agency settings'])(
  'closes after a click on %s',
  async (name) => {
    renderInApp(<MobileMenu tabs={[SALES]} unread={3} />, '/', OWNER);
    await userEvent.click(screen.getByRole('button', { name: /Open menu/ }));
    await userEvent.click(await screen.findByRole('link', { name }));
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: /Open menu/ })).toHaveAttribute('aria-expanded', 'false');
  },
);
