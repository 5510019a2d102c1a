import { processError } from '@paperplane/shared/domain';
import { loginFailure, loginProblems } from './login-rules';

const TEXT = 'Please enter both email and password';

// docs/product/platform.md, Validation texts
// Holds platform-175
test.each([
  [{ email: '', password: '' }, { email: TEXT }],
  [{ email: ' ', password: 'x' }, { email: TEXT }],
  [{ email: 'a@b.co', password: '' }, { password: TEXT }],
  [{ email: 'a@b.co', password: 'x' }, {}],
])('login with %j is missing %j', (typed, problems) => {
  expect(loginProblems({ ...typed, rememberMe: false })).toEqual(problems);
});

// docs/product/platform.md, Error catalogue
// Holds platform-165
test.each([
  [
    { code: 'invalid_credentials', message: 'Invalid login credentials', status: 400 },
    'Invalid email or password. Please try again.',
  ],
  [{ message: 'Failed to fetch' }, 'Network connection issue. Please check your internet connection.'],
  [{ message: 'slow down', status: 429 }, 'Too many attempts. Wait a few minutes, then try again.'],
  [{ message: 'boom', status: 500 }, 'Server error. Please try again later.'],
])('a sign-in refused with %j says so', (error, message) => {
  expect(loginFailure(processError(error, 'Auth/SignIn'))).toBe(message);
});
