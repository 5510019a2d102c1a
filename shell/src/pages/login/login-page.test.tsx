import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { connect } from '@paperplane/shared/platform';
import { renderAt } from '@paperplane/shared/testing';
import LoginPage from './login-page';

const CONFIG = { supportEmail: '', legalEmail: '', analyticsUrl: '', landingClaims: {} };

/** Auth's server, which is outside the product. */
let answer: { status: number; body: object };

beforeAll(() => connect({ supabaseUrl: 'http://auth.test', supabaseKey: 'key', ...CONFIG }));

beforeEach(() => {
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
  globalThis.fetch = () =>
    Promise.resolve({
      ok: answer.status < 400,
      status: answer.status,
      headers: new Map(),
      json: () => Promise.resolve(answer.body),
    } as unknown as Response);
  renderAt(<LoginPage />, '/login');
});

const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }));

// docs/product/platform.md, Validation texts
test('both fields are asked for, at the first one that is empty, and it takes the focus', async () => {
  await submit();
  expect(email()).toHaveAccessibleDescription('Please enter both email and password');
  expect(email()).toHaveFocus();
  await userEvent.type(email(), 'a@b.co');
  await submit();
  expect(email()).not.toHaveAccessibleDescription();
  expect(password()).toHaveAccessibleDescription('Please enter both email and password');
  expect(password()).toHaveFocus();
});

// docs/product/platform.md, Error catalogue
test('a refused sign-in says so and keeps what was typed', async () => {
  answer = { status: 400, body: { error_code: 'invalid_credentials', msg: 'Invalid login credentials' } };
  await userEvent.type(email(), 'a@b.co');
  await userEvent.type(password(), 'seaglass-42');
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password. Please try again.');
  expect(email()).toHaveValue('a@b.co');
  expect(password()).toHaveValue('seaglass-42');
});

// docs/product/tenancy.md, Sign-in
// Holds tenancy-8
test('the ways on', () => {
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
    'href',
    '/reset-password',
  );
  expect(screen.getByRole('link', { name: 'Create your agency' })).toHaveAttribute('href', '/signup');
  expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeInTheDocument();
});
