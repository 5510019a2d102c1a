import { screen } from '@testing-library/react';
import { connect } from '@paperplane/shared/platform';
import { renderSignedIn } from '@paperplane/shared/testing';
import { HeadTabs } from './head-tabs';

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  globalThis.Headers ??= Map as unknown as typeof Headers;
  globalThis.fetch = (input) => {
    const { pathname, searchParams } = new URL(input as string);
    asked.push(`${pathname} ${searchParams.get('status')}`);
    const headers = new Map([['content-range', '*/7']]);
    return Promise.resolve({ ok: true, status: 200, headers, text: () => '' } as unknown as Response);
  };
  const texts = { supportEmail: '', legalEmail: '', analyticsUrl: '', landingClaims: {} };
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key', ...texts });
});

it.each(['commissions', 'bank', 'payouts'] as const)(
  'says what waits at the bank, seen from %s',
  async (current) => {
    renderSignedIn(<HeadTabs current={current} />);
    expect(await screen.findByRole('link', { name: 'Bank 7 to review' })).toBeVisible();
    expect(asked).toEqual(['/rest/v1/bank_transactions in.(open,suggested)']);
  },
);

it('asks for nothing of the bank for an agent', () => {
  renderSignedIn(<HeadTabs current="commissions" />, 'agent');
  expect(screen.getByRole('link', { name: 'My payouts' })).toBeVisible();
  expect(asked).toEqual([]);
});
