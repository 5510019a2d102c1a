import { NoMatch } from '@paperplane/shared/records';
import { cleanup, screen } from '@testing-library/react';
import { renderAt, renderSignedIn } from '@paperplane/shared/testing';
import { FirstCommission } from './no-commissions';

it('starts at a sale when there is nothing at all', () => {
  renderSignedIn(<FirstCommission />);
  expect(screen.getByRole('heading', { name: 'No commissions yet' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Create sale' })).toHaveAttribute('href', '/sales/create');
});

// Holds commissions-64
it('leads admins to penalties and bonuses, which may be there without a sale, and nobody else', () => {
  renderSignedIn(<FirstCommission />, 'admin');
  expect(screen.getByRole('link', { name: 'Other commissions' })).toHaveAttribute(
    'href',
    '/commissions/other',
  );
  cleanup();
  renderSignedIn(<FirstCommission />, 'agent');
  expect(screen.queryByRole('link', { name: 'Other commissions' })).not.toBeInTheDocument();
});

it('leads out of a filter that nothing matches', () => {
  renderAt(
    <NoMatch title="No commissions are “Agent paid”" text="Nothing matches." clearTo="/commissions" />,
  );
  expect(screen.getByRole('heading', { name: 'No commissions are “Agent paid”' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Clear filters' })).toHaveAttribute('href', '/commissions');
});
