import { screen } from '@testing-library/react';
import { renderSignedIn } from '@paperplane/shared/testing';
import type { Dashboard, Payable } from './dashboard';
import { PayableCard } from './payable-card';

const NOTHING: Payable = { now: { count: 0, amount: 0 }, expected: { count: 0, amount: 0 }, rows: [] };
const TIER = { from: 50_000, split: 67, missing: 8720 };

function show(tier: Dashboard['nextTier'], data: Payable = NOTHING) {
  const part = { data, error: null, retry: () => undefined, retrying: false };
  renderSignedIn(<PayableCard part={part} tier={tier} currency="USD" today="2027-02-03" />, 'agent');
}

it('says what is missing to the next tier, also where nothing waits to be paid', () => {
  show(TIER);
  expect(screen.getByText('To the next tier').parentElement).toHaveTextContent(
    'To the next tier$8,720for 67%',
  );
});

it.each([
  ['without tiers', undefined],
  ['when that part failed', { error: true } as const],
])('says nothing of it %s', (_when, tier) => {
  show(tier, { ...NOTHING, now: { count: 1, amount: 30 } });
  expect(screen.getByText('Ready to pay')).toBeVisible();
  expect(screen.queryByText('To the next tier')).toBeNull();
});
