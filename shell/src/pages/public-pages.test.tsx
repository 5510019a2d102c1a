import { connect } from '@paperplane/shared/platform';
import { renderInApp } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { ConfigProvider } from '../config/config-context';
import EmailConfirmationPage from './email-confirmation/email-confirmation-page';
import InactivePage from './inactive/inactive-page';
import LandingPage from './landing/landing-page';
import PrivacyPage from './legal/privacy-page';
import TermsPage from './legal/terms-page';
import LoginPage from './login/login-page';
import CreatePasswordPage from './password/create-password-page';

const CONFIG = {
  supabaseUrl: 'http://auth.test',
  supabaseKey: 'key',
  supportEmail: 'help@paperplane.test',
  legalEmail: 'legal@paperplane.test',
  analyticsUrl: '',
  landingClaims: { agencies: 'Two', agenciesText: 'agencies to try it with' },
} as const;

/** What Auth, which is outside the product, says to everything; `null` for nothing: the line is lost. */
const auth = { status: 200 as number | null, body: {} as object };

beforeAll(() => connect(CONFIG));

beforeEach(() => {
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
  Object.assign(auth, { status: 200, body: {} });
  globalThis.fetch = () =>
    auth.status === null
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve({
          ok: auth.status < 400,
          status: auth.status,
          headers: new Map(),
          json: () => Promise.resolve(auth.body),
        } as unknown as Response);
});

const show = (page: ReactElement, address = '/') =>
  renderInApp(<ConfigProvider config={CONFIG}>{page}</ConfigProvider>, address);
const expectLink = (name: string, href: string) =>
  expect(screen.getAllByRole('link', { name })[0]).toHaveAttribute('href', href);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const titles = (region: string, level?: number) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('heading', { level })
    .map(({ textContent }) => textContent);

// docs/product/platform.md, Landing page
// Holds platform-85, platform-87
it('leads from the landing page to sign-up and log-in, past finance flow, features and claims', () => {
  show(<LandingPage />);
  expectLink('Log in', '/login');
  for (const name of ['Sign up!', 'Get Started', 'Sign up for free']) expectLink(name, '/signup');
  expect(titles('From bank deposit to agent payout in four steps', 3)).toEqual([
    'Transactions',
    'Auto Matching',
    'Commissions',
    'Agent Payments',
  ]);
  expect(titles('The whole agency, one quiet workspace', 3)).toEqual(
    expect.arrayContaining([
      'Commission tracking',
      'Document management',
      'Reports',
      'Customer profiles',
      'Sales tracking',
      'Team management',
      'Team messaging',
    ]),
  );
  expect(screen.getByRole('region', { name: 'Sign up' })).toHaveTextContent('Twoagencies to try it with');
  expect(screen.getByRole('main')).toHaveTextContent('and matches the money when it lands.');
  expect(screen.getByRole('main')).not.toHaveTextContent('Coming soon');
});

// docs/product/platform.md, Legal pages
// Holds platform-89, platform-90
it.each([
  [
    'Terms of Service',
    <TermsPage key="terms" />,
    ['at least 30 days before', 'over the age of 16', 'State of Delaware'],
  ],
  ['Privacy Policy', <PrivacyPage key="privacy" />, ['over the age of 16']],
])('%s: today’s date, two addresses and what they say', (title, page, texts) => {
  jest.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  show(page);
  jest.useRealTimers();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  expect(screen.getByText('Last updated: Nov 21, 2026')).toBeVisible();
  expectLink('legal@paperplane.test', 'mailto:legal@paperplane.test');
  expectLink('help@paperplane.test', 'mailto:help@paperplane.test');
  for (const text of texts) expect(screen.getByRole('main')).toHaveTextContent(text);
});

// docs/product/platform.md, Inactive page
// Holds platform-88
it('tells somebody who was deactivated so, with the way out', () => {
  show(<InactivePage />, '/inactive');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Account Inactive');
  expect(screen.getByText('Access Restricted.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

// docs/product/tenancy.md, Email confirmation
// Holds tenancy-6
it('sends the confirmation again, to the address it knows', async () => {
  show(<EmailConfirmationPage />, '/email-confirmation?email=nora%40quist.test');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Verification Required');
  expect(screen.getByText('nora@quist.test')).toBeVisible();
  expectLink('Back to log in', '/login');
  await press('Resend Confirmation Email');
  expect(await screen.findByText('Confirmation email has been resent.')).toBeVisible();
});

it('asks for the address it does not know, and says when nothing was sent', async () => {
  show(<EmailConfirmationPage />, '/email-confirmation');
  await press('Resend Confirmation Email');
  const email = screen.getByLabelText('Email');
  expect(email).toHaveAccessibleDescription('Email address is required');
  expect(email).toHaveFocus();
  await userEvent.type(email, 'nora@quist.test');
  Object.assign(auth, { status: 500 });
  await press('Resend Confirmation Email');
  expect(await screen.findByText('Failed to resend confirmation email. Please try again.')).toBeVisible();
});

// docs/product/tenancy.md, Invitations
// Holds tenancy-44
it('says what went wrong where an account is set up without an invitation', async () => {
  show(<CreatePasswordPage />, '/create-password');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Set up your account');
  expect(await screen.findByRole('alert')).toHaveTextContent('Error setting up your account');
});

// docs/product/platform.md, Screen messages
// Holds platform-166
it('says that there were too many attempts to sign in, and keeps what was typed', async () => {
  Object.assign(auth, {
    status: 429,
    body: { code: 429, error_code: 'over_request_rate_limit', msg: 'Limit' },
  });
  show(<LoginPage />, '/login');
  await userEvent.type(screen.getByLabelText('Email'), 'nora@quist.test');
  await userEvent.type(screen.getByLabelText('Password'), 'guess');
  await press('Log in');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Too many attempts. Wait a few minutes, then try again.',
  );
  expect(screen.getByLabelText('Email')).toHaveValue('nora@quist.test');
  expect(screen.getByRole('button', { name: 'Log in' })).toBeEnabled();
});

// Holds platform-167
it.each([
  ['no network', null, 'Network connection issue. Please check your internet connection.'],
  ['a server that fails', 500, 'Server error. Please try again later.'],
])('says that there was %s at the log-in, and keeps what was typed', async (_what, status, text) => {
  // Auth's client warns of what it could not reach.
  jest.spyOn(console, 'error').mockReturnValue();
  Object.assign(auth, { status });
  show(<LoginPage />, '/login');
  await userEvent.type(screen.getByLabelText('Email'), 'nora@quist.test');
  await userEvent.type(screen.getByLabelText('Password'), 'seaglass-42');
  await press('Log in');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('Password')).toHaveValue('seaglass-42');
});
