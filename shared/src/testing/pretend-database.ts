import { connect } from '@paperplane/shared/platform';
import { SomeHeaders } from './some-headers';

let connected = false;

/**
 * Answers the functions and tables of the database, which is outside of what a component test is about.
 * @param answer what a function says by its name and arguments, or a table by its name; or a promise of it
 */
export function pretendDatabase(answer: (name: string, args: unknown) => unknown): void {
  globalThis.Headers = SomeHeaders as unknown as typeof Headers;
  globalThis.fetch = (input, init) => {
    const name = new URL(input as string).pathname.split('/').at(-1) ?? '';
    const said = answer(name, typeof init?.body === 'string' ? JSON.parse(init.body) : null);
    const text = async () => JSON.stringify(await said);
    return Promise.resolve({ ok: true, status: 200, headers: new Headers(), text } as unknown as Response);
  };
  // One client for all tests of a file: it asks whatever `fetch` is then.
  if (connected) return;
  connected = true;
  const texts = { supportEmail: '', legalEmail: '', analyticsUrl: '', landingClaims: {} };
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key', ...texts });
}
