import { screen } from '@testing-library/react';
import { renderSignedIn } from '@paperplane/shared/testing';
import { HeadTabs } from './head-tabs';

// Holds payouts-111
it.each(['commissions', 'bank', 'payouts'] as const)(
  'says what waits at the bank, seen from %s',
  (current) => {
    renderSignedIn(<HeadTabs current={current} toReview={7} />);
    expect(screen.getByRole('link', { name: 'Bank 7 to review' })).toBeVisible();
  },
);

it.each([0, null, undefined])('says nothing where nothing waits, or it is not known: %s', (toReview) => {
  renderSignedIn(<HeadTabs current="commissions" toReview={toReview} />);
  expect(screen.getByRole('link', { name: 'Bank' })).toBeVisible();
});

it('shows an agent no bank', () => {
  renderSignedIn(<HeadTabs current="commissions" toReview={null} />, 'agent');
  expect(screen.getByRole('link', { name: 'My payouts' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Bank/ })).not.toBeInTheDocument();
});
