import type { AppError } from '@paperplane/shared/domain';
import { addressProblems, addressRefusal, addressWaits } from './address-rules';

const OWN = 'nora@agency.test';
const NEW = 'nora@new.test';

it('asks for another address and the password', () => {
  expect(addressProblems({ email: '', currentPassword: '' }, OWN)).toEqual({
    email: 'Enter an email address.',
    currentPassword: 'Enter your current password.',
  });
  expect(addressProblems({ email: ' Nora@Agency.test ', currentPassword: 'x' }, OWN)).toEqual({
    email: 'This is your address already.',
  });
  expect(addressProblems({ email: NEW, currentPassword: 'x' }, OWN)).toEqual({});
});

it.each([
  [{ code: 'invalid_credentials' }, 'currentPassword', 'This is not your current password.'],
  [{ code: 'P0001', field: 'email', userMessage: 'Taken.' }, 'email', 'Taken.'],
  [{ code: 'email_exists', userMessage: 'Taken.' }, 'email', 'Taken.'],
])('a refusal %j stands at the field %s', (error, field, message) => {
  expect(addressRefusal(error as unknown as AppError)).toEqual({ field, message });
});

it('any other failure stands over the form', () =>
  expect(addressRefusal({ type: 'NETWORK' } as AppError)).toBeNull());

// Holds tenancy-71
it.each<[('current' | 'new')[], string, string]>([
  [['current', 'new'], `Confirm ${NEW} at both addresses`, 'nothing changes'],
  [['new'], `${OWN} is confirmed, one link is missing`, `sent to ${NEW}`],
  [['current'], `${NEW} is confirmed, one link is missing`, `sent to ${OWN}`],
  [[], `The links for ${NEW} have expired`, OWN],
])('where %j is missing it says what and where', (waitsFor, title, text) => {
  const said = addressWaits({ email: NEW, askedAt: '2026-11-26T10:00:00Z', waitsFor }, OWN);
  expect(said.title).toBe(title);
  expect(said.text).toContain(text);
});
