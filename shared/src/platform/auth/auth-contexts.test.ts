/** @jest-environment jsdom */
import { connect } from '../api/client';
import {
  refreshSession,
  resendConfirmation,
  resetPasswordForEmail,
  signIn,
  signOut,
  signUp,
  updatePassword,
} from './auth-operations';
import { checkEmailVerification } from './email-verification';

const CONFIG = { supportEmail: '', legalEmail: '', analyticsUrl: '', landingClaims: {} };
const person = { email: 'nora@agency.test', password: 'flight-plan-26' };

const session = (expiresIn: number) => ({
  access_token: `head.${btoa(JSON.stringify({ session_id: 's1' }))}.signature`,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: expiresIn,
  expires_at: Math.floor(Date.now() / 1000) + expiresIn,
  user: { id: 'u1', email: person.email, user_metadata: {} },
});

/** Supabase, which is outside the product: it refuses whatever is not let through. */
let through: (url: string) => unknown;

class SomeHeaders extends Map<string, string> {
  constructor(from: Record<string, string> | Map<string, string> = {}) {
    super(from instanceof Map ? from : Object.entries(from));
  }
}

beforeAll(() => {
  globalThis.Headers = SomeHeaders as unknown as typeof Headers;
  globalThis.fetch = (input) => {
    const url = typeof input === 'string' ? input : (input as URL).href;
    const body = through(url);
    // Auth tries again for half a minute when the server fails at a refresh.
    const refusal = url.includes('grant_type=refresh_token') ? 400 : 500;
    const answer = body ?? { error_code: 'unexpected_failure', msg: 'no', code: 'XX000', message: 'no' };
    return Promise.resolve({
      ok: body !== undefined,
      status: body === undefined ? refusal : 200,
      headers: new Headers(),
      text: () => Promise.resolve(JSON.stringify(answer)),
      json: () => Promise.resolve(answer),
    } as Response);
  };
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key', ...CONFIG });
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  through = () => undefined;
});

const keep = (expiresIn: number) =>
  localStorage.setItem('paperplane.auth', JSON.stringify(session(expiresIn)));
const names = { firstName: 'Nora', lastName: 'Quist', organizationName: 'Quist Travel' };

// docs/product/platform.md, Error contexts
// Holds platform-162
it.each<[string, () => Promise<unknown>]>([
  ['Auth/SignUp', () => signUp({ ...person, ...names })],
  ['Auth/SignIn', () => signIn({ ...person, remember: true })],
  ['Auth/ResetPassword', () => resetPasswordForEmail(person.email)],
  ['Auth/RefreshSession', () => refreshSession('dead')],
  ['Auth/ResendConfirmation', () => resendConfirmation(person.email)],
  ['Auth/CheckEmailVerification', () => checkEmailVerification(person.email)],
])('a failure is tagged %s', async (context, operation) => {
  const result = await operation();
  expect(result).toMatchObject({ error: { context, userMessage: expect.any(String) as string } });
  expect(result).not.toMatchObject({ success: true });
});

// Holds platform-163
it.each<[string, () => Promise<unknown>]>([
  ['Auth/UpdatePassword', () => updatePassword({ password: 'seaglass-42' })],
  ['Auth/SignOut', () => signOut()],
])('a failure of somebody signed in is tagged %s', async (context, operation) => {
  keep(3600);
  expect(await operation()).toMatchObject({ success: false, error: { context } });
});

// Holds first-version-6
it('a sign-up that succeeds says that the address is to be confirmed', async () => {
  through = (url) => {
    if (url.includes('/signup'))
      return { id: 'u1', email: person.email, identities: [{ id: 'i1' }], user_metadata: {} };
    return url.includes('/rpc/') ? { success: true, organization_id: 'o1' } : undefined;
  };
  expect(await signUp({ ...person, ...names })).toEqual({ success: true, requiresEmailVerification: true });
});

// Holds platform-164
it('a user that cannot be loaded is tagged Auth/GetCurrentUser', async () => {
  through = (url) => (url.includes('grant_type=password') ? session(3600) : undefined);
  expect(await signIn({ ...person, remember: true })).toMatchObject({
    success: false,
    error: { context: 'Auth/GetCurrentUser', type: 'API_SERVER_ERROR' },
  });
});
