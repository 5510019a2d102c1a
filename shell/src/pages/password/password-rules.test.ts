import { processError } from '@paperplane/shared/domain';
import { MOVE_ON, resetFailure, resetProblems, setupFailure, setupProblems } from './password-rules';

const both = (password: string, passwordConfirmation = password) => ({ password, passwordConfirmation });

// docs/product/platform.md, Validation texts
// Holds platform-181
test.each([
  [both(''), { password: 'Please enter and confirm your new password' }],
  [both('secret', ''), { passwordConfirmation: 'Please enter and confirm your new password' }],
  [both('secret', 'secrets'), { passwordConfirmation: 'Passwords do not match' }],
  [both('five5'), { password: 'Password must be at least 6 characters long' }],
  [both('sixsix'), {}],
])('reset %j', (typed, problems) => {
  expect(resetProblems(typed)).toEqual(problems);
});

// docs/product/platform.md, Validation texts
// Holds platform-182
test.each([
  [both(''), { password: 'Password is required', passwordConfirmation: 'Please confirm your password' }],
  [both('seven77'), { password: 'Password must be at least 8 characters' }],
  [both('eight888', 'eight'), { passwordConfirmation: 'Passwords do not match' }],
  [both('eight888'), {}],
])('create %j', (typed, problems) => {
  expect(setupProblems({ firstName: 'Milo', lastName: 'Reyes', ...typed })).toEqual(problems);
});

test('an account needs a name', () => {
  const problems = setupProblems({ firstName: ' ', lastName: 'x'.repeat(500), ...both('eight888') });
  expect(problems).toEqual({
    firstName: 'Enter a first name.',
    lastName: expect.stringMatching(/^Use at most \d+ characters\.$/) as string,
  });
});

// docs/product/platform.md, Screen messages
// Holds platform-173
test.each([
  [
    { message: 'nonsense', status: 400, name: 'AuthApiError' },
    'Failed to update password. Please try again.',
  ],
  [{ message: 'boom', status: 500 }, 'An error occurred. Please try again later.'],
  [{ message: 'Failed to fetch' }, 'Network connection issue. Please check your internet connection.'],
  [{ message: 'slow down', status: 429 }, 'Too many attempts. Wait a few minutes, then try again.'],
])('updating the password: %j', (error, text) => {
  expect(resetFailure(processError(error, 'Auth/UpdatePassword'))).toBe(text);
});

// Holds platform-174
test.each([
  [{ message: 'boom', status: 500 }, 'An error occurred while setting up your account'],
  [
    { message: 'This invitation has expired. Please ask for a new one.', code: 'P0001' },
    'This invitation has expired. Please ask for a new one.',
  ],
])('setting up: %j', (error, text) => {
  expect(setupFailure(processError(error, 'Auth/AcceptInvitation'))).toBe(text);
});

// docs/product/platform.md, Constants and limits
// Holds platform-186
test('the page moves on after a second', () => {
  expect(MOVE_ON).toBe(1000);
});
