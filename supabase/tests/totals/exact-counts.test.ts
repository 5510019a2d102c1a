import { backend } from '../support/backend';
import { database } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** Estimates are made from everybody's rows: they are refused however the wish for one is written. */
let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const REFUSED = 'Ask for an exact count: an estimate would be made from rows that are not yours.';

/** What a header line can carry; the last two arrive as one line. */
const OVER_HTTP: [string, string][] = [
  ['plain', 'count=planned'],
  ['estimated', 'count=estimated'],
  ['a tab behind the sign', 'count=\tplanned'],
  ['tabs and blanks all around', '\t count \t=\t planned\t '],
  ['a blank of another alphabet', 'count=\u00a0planned'],
  ['capitals', 'Count=PLANNED'],
  ['quotes', 'count="planned"'],
  ['behind others', 'return=minimal, count=planned'],
  ['behind a semicolon', 'return=minimal;count=planned'],
  ['without blanks', 'return=minimal,count=\tplanned,missing=default'],
  ['after an exact one', 'count=exact, count=planned'],
  ['a word nobody knows', 'count=guessed'],
];

async function status(prefer: string): Promise<number> {
  const { data } = await agency.agent.api.auth.getSession();
  const answer = await fetch(
    `${backend.apiUrl}/rest/v1/sales?agent_id=eq.${agency.rival.id}&select=id&limit=1`,
    {
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${data.session?.access_token ?? ''}`,
        prefer,
      },
    },
  );
  return answer.status;
}

// Holds security-6
test.each(OVER_HTTP)('an estimate is refused: %s', async (_, prefer) => {
  expect(await status(prefer)).toBe(400);
});

test.each([
  'count=exact',
  'COUNT = exact',
  'return=minimal',
  'count=\texact, missing=default',
  'x-count=planned',
  '',
])('what asks for no estimate passes: %j', async (prefer) => {
  expect([200, 206]).toContain(await status(prefer));
});

/** The function as PostgREST calls it; hosted, a header is what the last proxy let through. */
async function refusal(headers: object): Promise<string | null> {
  const client = await database();
  await client.query('begin');
  try {
    await client.query("select set_config('request.headers', $1, true)", [JSON.stringify(headers)]);
    await client.query('set local role authenticated');
    await client.query('select api_requests.check_request()');
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('rollback');
  }
}

test('blanks that HTTP cannot carry, and other headers', async () => {
  for (const blank of ['\v', '\f', '\n', '\r', '\u00a0', '\ufeff', '\u2003', ''])
    expect([blank, await refusal({ prefer: `count=${blank}planned` })]).toEqual([blank, REFUSED]);
  expect(await refusal({ accept: 'count=planned' })).toBeNull();
  expect(await refusal({})).toBeNull();
});
