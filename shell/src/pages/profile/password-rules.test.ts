import { processError } from '@paperplane/shared/domain';
import {
  CURRENT_MISSING,
  CURRENT_WRONG,
  passwordProblems,
  passwordRefusal,
  SAME_PASSWORD,
} from './password-rules';

const good = { currentPassword: 'old-one', password: 'new-one', passwordConfirmation: 'new-one' };

// At least 6 characters, and both alike
test.each([
  [{}, {}],
  [{ password: 'six-ok', passwordConfirmation: 'six-ok' }, {}],
  [{ currentPassword: '' }, { currentPassword: CURRENT_MISSING }],
  [
    { password: '', passwordConfirmation: '' },
    { password: 'Password is required', passwordConfirmation: 'Please confirm your password' },
  ],
  [
    { password: 'short', passwordConfirmation: 'short' },
    { password: 'Password must be at least 6 characters long' },
  ],
  [{ passwordConfirmation: 'new-two' }, { passwordConfirmation: 'Passwords do not match' }],
])('%j is wrong in %j', (changes, problems) => {
  expect(passwordProblems({ ...good, ...changes })).toEqual(problems);
});

test.each([
  ['current_password_invalid', { field: 'currentPassword', message: CURRENT_WRONG }],
  ['current_password_required', { field: 'currentPassword', message: CURRENT_MISSING }],
  ['same_password', { field: 'password', message: SAME_PASSWORD }],
  ['over_request_rate_limit', null],
])('the refusal %s shows at %j', (code, shown) => {
  const error = processError(
    { name: 'AuthApiError', message: 'no', code, status: 400 },
    'Auth/UpdatePassword',
  );
  expect(passwordRefusal(error)).toEqual(shown);
});
