import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { connect } from '@paperplane/shared/platform';
import { renderAt } from '@paperplane/shared/testing';
import SignupPage from './signup-page';

beforeEach(() => {
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
  renderAt(<SignupPage />, '/signup');
});

const field = (label: string) => screen.getByLabelText(label);

// docs/product/tenancy.md, Sign-up
// Holds tenancy-1
test('asks for everything by name and links to the legal pages and the login page', () => {
  const names = [
    'firstName',
    'lastName',
    'organizationName',
    'email',
    'password',
    'passwordConfirmation',
    'terms',
  ];
  for (const name of names) expect(document.getElementsByName(name)).toHaveLength(1);
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(expect.arrayContaining(['/terms-of-service', '/privacy-policy', '/login']));
});

// A mismatch is shown live under the confirmation
// Holds platform-179
test('says while one types whether the passwords match', async () => {
  await userEvent.type(field('Password'), 'seaglass');
  await userEvent.type(field('Password confirmation'), 'seagl');
  expect(field('Password confirmation')).toHaveAccessibleDescription('Passwords do not match');
  await userEvent.type(field('Password confirmation'), 'ass');
  expect(field('Password confirmation')).toHaveAccessibleDescription('Passwords match');
});

// docs/product/platform.md, Validation texts
test('a submit shows what is missing, at each field, and goes to the first', async () => {
  await userEvent.type(field('First name'), 'Marisol');
  await userEvent.click(screen.getByRole('button', { name: 'Create agency' }));
  expect(field('Last name')).toHaveAccessibleDescription('Enter a last name.');
  expect(field('Last name')).toHaveFocus();
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(
    'You must agree to the terms and conditions',
  );
  expect(field('First name')).toHaveValue('Marisol');
  await userEvent.type(field('Last name'), 'Vega');
  expect(field('Last name')).not.toHaveAccessibleDescription();
});

// Sign-up: known passwords are Auth's to refuse; the field has the catalogue's text
// Holds tenancy-3
test('a password that is known is refused at its field, and what was typed stays', async () => {
  connect({
    supabaseUrl: 'http://auth.test',
    supabaseKey: 'key',
    supportEmail: '',
    legalEmail: '',
    analyticsUrl: '',
    landingClaims: {},
  });
  const body = {
    code: 422,
    error_code: 'weak_password',
    msg: 'Password is known to be weak',
    weak_password: { reasons: ['pwned'] },
  };
  globalThis.fetch = () =>
    Promise.resolve({
      ok: false,
      status: 422,
      headers: new Map(),
      json: () => Promise.resolve(body),
    } as unknown as Response);
  const typed = ['First name', 'Last name', 'Organization name', 'Email'];
  for (const label of typed) await userEvent.type(field(label), label === 'Email' ? 'a@b.co' : 'Q');
  await userEvent.type(field('Password'), '123456');
  await userEvent.type(field('Password confirmation'), '123456');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Create agency' }));
  await waitFor(() =>
    expect(field('Password')).toHaveAccessibleDescription(
      'The password is too weak. Please use a stronger password. At least 6 characters, and none that is widely used.',
    ),
  );
  expect(field('Password')).toHaveFocus();
  expect(field('Email')).toHaveValue('a@b.co');
});
