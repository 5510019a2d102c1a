import { processError } from '@paperplane/shared/domain';
import { RESENT, resendFailure, resendProblem } from './resend-rules';

// docs/product/platform.md, Screen messages
// Holds platform-171, platform-183
test('the address is required, and the good news has its words', () => {
  expect(resendProblem(' ')).toBe('Email address is required');
  expect(resendProblem('a@b.co')).toBeNull();
  expect(RESENT).toBe('Confirmation email has been resent.');
});

// Holds platform-172
test.each([
  [{ message: 'boom', status: 500 }, 'Failed to resend confirmation email. Please try again.'],
  [
    { code: 'email_address_not_authorized', message: 'not authorized', status: 400 },
    'This installation cannot send mail to your address yet. Please tell whoever runs it that Auth needs its own mail server.',
  ],
  [{ message: 'once a minute', status: 429 }, 'Too many attempts. Wait a few minutes, then try again.'],
  [
    { message: 'Validation: enter a real address', code: 'validation_failed', status: 400 },
    'Validation: enter a real address',
  ],
  [{ message: 'Failed to fetch' }, 'Network connection issue. Please check your internet connection.'],
])('resending: %j', (error, message) => {
  expect(resendFailure(processError(error, 'Auth/ResendConfirmation'))).toBe(message);
});
