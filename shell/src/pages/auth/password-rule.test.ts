import fs from 'node:fs';
import path from 'node:path';
import { LIMITS, processError } from '@paperplane/shared/domain';
import { weakPassword } from './password-rule';

const RULE = 'At least 6 characters, and none that is widely used.';

// Holds tenancy-40
test.each([
  [
    { message: 'Password should be at least 10 characters.', code: 'weak_password', status: 422 },
    'Password should be at least 10 characters.',
  ],
  [
    { message: 'Password is known to be weak', code: 'weak_password', reasons: ['pwned'], status: 422 },
    `The password is too weak. Please use a stronger password. ${RULE}`,
  ],
  [{ message: 'Failed to fetch' }, null],
])('at the password field after %j', (error, text) => {
  expect(weakPassword(processError(error, 'Auth/UpdatePassword'), LIMITS.passwordMinReset)).toBe(text);
});

test('the hint asks for what Auth asks for', () => {
  const config = fs.readFileSync(path.join(__dirname, '../../../../supabase/config.toml'), 'utf8');
  expect(config).toContain(`minimum_password_length = ${LIMITS.passwordMinReset}\n`);
});

// Holds tenancy-41
test('no page asks for a new password without saying the rule', () => {
  const pages = path.join(__dirname, '..');
  const asking = fs
    .readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .filter((name) => fs.readFileSync(path.join(pages, name), 'utf8').includes('"new-password"'));
  expect(asking).toEqual(['auth/new-password.tsx']);
});
