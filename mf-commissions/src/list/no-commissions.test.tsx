import { screen } from '@testing-library/react';
import { renderAt } from '@paperplane/shared/testing';
import { NoCommissions } from './no-commissions';

describe('NoCommissions', () => {
  it('starts at a sale when there is nothing at all', () => {
    renderAt(<NoCommissions status={null} page={1} />);
    expect(screen.getByRole('heading', { name: 'No commissions yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Create sale' })).toHaveAttribute('href', '/sales/create');
  });

  it('names the status that has none and clears the filter', () => {
    renderAt(<NoCommissions status="agent_paid" page={1} />);
    expect(screen.getByRole('heading', { name: 'No commissions are “Agent paid”' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Clear filters' })).toHaveAttribute('href', '/commissions');
  });

  it('leads back from behind the last page, with the filter kept', () => {
    renderAt(<NoCommissions status="unpaid" page={9} />);
    expect(screen.getByRole('link', { name: 'Go to the first page' })).toHaveAttribute(
      'href',
      '/commissions?status=unpaid',
    );
  });
});
