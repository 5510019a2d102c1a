import type { AppError } from '@paperplane/shared/domain';
import { signupFailure, signupProblems, type SignupValues } from './signup-rules';

const GOOD: SignupValues = {
  firstName: 'Marisol',
  lastName: 'Vega',
  organizationName: 'Harbour & Vale Travel',
  email: 'marisol@harbourvale.com',
  password: 'seaglass-42',
  passwordConfirmation: 'seaglass-42',
  terms: true,
};

const error = (more: Partial<AppError>): AppError => ({
  type: 'UNKNOWN',
  userMessage: 'An unexpected error occurred. Please try again later.',
  message: 'unknown',
  context: 'Auth/SignUp',
  ...more,
});

// docs/product/platform.md, Validation texts
describe('signupProblems', () => {
  it('finds nothing wrong with a good form', () => {
    expect(signupProblems(GOOD)).toEqual({});
  });

  // Holds platform-177
  it('asks for every field and the box', () => {
    const empty = { firstName: ' ', lastName: '', organizationName: '', email: '', password: '' };
    const problems = signupProblems({ ...empty, passwordConfirmation: '', terms: false });
    expect(Object.keys(problems).sort()).toEqual(Object.keys(GOOD).sort());
    expect(problems.terms).toBe('You must agree to the terms and conditions');
  });

  // Holds platform-178
  it.each([
    [{ passwordConfirmation: 'seaglas-42' }, { passwordConfirmation: 'Passwords do not match' }],
    [{ terms: false }, { terms: 'You must agree to the terms and conditions' }],
    [{ email: 'marisol' }, { email: 'Enter a full email address, like name@agency.com.' }],
    [{ organizationName: 'x'.repeat(201) }, { organizationName: 'Use at most 200 characters.' }],
    [{ firstName: 'x'.repeat(101) }, { firstName: 'Use at most 100 characters.' }],
  ])('signing up with %j is wrong in %j', (change, problems) => {
    expect(signupProblems({ ...GOOD, ...change })).toEqual(problems);
  });
});

// Shown live under the confirmation
// docs/product/platform.md, Screen messages
describe('signupFailure', () => {
  // Holds platform-168
  it.each([
    [
      { type: 'AUTH_WEAK_PASSWORD', userMessage: 'Password should be at least 6 characters.' },
      { field: 'password', message: 'Password should be at least 6 characters.' },
    ],
    [
      { type: 'AUTH_EMAIL_IN_USE' },
      {
        field: 'email',
        message: 'This email is already registered. Please use a different email or sign in.',
      },
    ],
    [
      { message: 'duplicate key value violates unique constraint "users_pkey"' },
      {
        field: 'email',
        message: 'This email is already registered. Please use a different email or sign in.',
      },
    ],
    [{}, { message: 'Registration failed. Please try again.' }],
    [
      { message: 'A user with this address already exists' },
      {
        field: 'email',
        message: 'This email is already registered. Please use a different email or sign in.',
      },
    ],
  ] as [Partial<AppError>, object][])('a sign-up refused with %j says so', (facts, shown) => {
    expect(signupFailure(error(facts))).toEqual(shown);
  });

  // Holds platform-169
  it.each(['42501', 'PGRST202', '42883'])('tells a developer about migrations on %s', (code) => {
    expect(signupFailure(error({ code })).message).toContain('run the migrations');
  });

  it('adds what helps when the network is away', () => {
    const userMessage = 'Network connection issue. Please check your internet connection.';
    expect(signupFailure(error({ type: 'NETWORK', userMessage }))).toEqual({
      message: 'Registration failed. Please try again.',
      detail: userMessage,
    });
  });
});
