import { contract as known } from '@paperplane/shared/contract';
import { connect, type DatabaseContract, type FunctionsContract } from '@paperplane/shared/platform';
import { holdAnswer, takeBreaches } from './held-answers';
import { SomeHeaders } from './some-headers';

/** What an Edge Function says with a status that is no success. */
export class Refused {
  constructor(
    readonly status: number,
    readonly body: unknown = null,
  ) {}
}

let connected = false;

afterEach(() => expect(takeBreaches()).toEqual([]));

/**
 * Answers the functions and tables of the database, which is outside of what a component test is about. What a function never answers fails
 * the test.
 * @param room what the functions of the room answer; those of the platform are known
 * @param answer what a function says by its name and arguments, or a table by its name; or a promise of it; of an Edge Function also `Refused`
 * @param edge what the Edge Functions of the room answer
 */
export function pretendDatabase(
  room: DatabaseContract,
  answer: (name: string, args: unknown) => unknown,
  edge: FunctionsContract = {},
): void {
  const contract: DatabaseContract = { ...known, ...room };
  globalThis.Headers = SomeHeaders as unknown as typeof Headers;
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input as string);
    const name = pathname.split('/').at(-1) ?? '';
    const args: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    if (pathname.includes('/functions/')) return edgeAnswer(edge, name, args, answer(name, args));
    const said = answer(name, args);
    const text = async () => {
      const body = JSON.stringify(await said);
      if (pathname.includes('/rpc/'))
        holdAnswer(name, contract[name as keyof DatabaseContract], JSON.parse(body));
      return body;
    };
    return Promise.resolve({ ok: true, status: 200, headers: new Headers(), text } as unknown as Response);
  };
  // One client for all tests of a file: it asks whatever `fetch` is then.
  if (connected) return;
  connected = true;
  const texts = { supportEmail: '', legalEmail: '', analyticsUrl: '', landingClaims: {} };
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key', ...texts });
}

/** What an Edge Function says, held against the contract of its action. */
async function edgeAnswer(edge: FunctionsContract, name: string, args: unknown, answer: unknown) {
  const said = await answer;
  const [status, body] = said instanceof Refused ? [said.status, said.body] : [200, said];
  const { action = '' } = args as { action?: string };
  if (status === 200) holdAnswer(`${name} ${action}`, edge[name]?.[action], body);
  const headers = new Headers({ 'Content-Type': 'application/json' });
  return { ok: status === 200, status, headers, json: () => Promise.resolve(body) } as unknown as Response;
}
