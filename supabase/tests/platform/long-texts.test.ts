import { LIMITS } from '../../../shared/src/domain';
import { reportSqlError } from '../../local/src/index';
import { asCaller } from '../support/claims';
import { callsWithText, statementOf } from '../support/leak-scan-calls';
import { readCatalogue, type Catalogue } from '../support/leak-scan-catalogue';
import { createLeakScanFixture, type LeakScanFixture } from '../support/leak-scan-fixture';

/**
 * Texts that nobody types: megabytes in each argument that takes a text, of every function that signed-in people may call, found in the
 * catalogue. Each is answered as its beginning is, or refused; none takes the time of who asks.
 */
jest.setTimeout(300_000);

let catalogue: Catalogue;
let fixture: LeakScanFixture;
beforeAll(async () => {
  catalogue = await readCatalogue();
  fixture = await createLeakScanFixture();
});

/** What is looked for is cut before anything reads it: of these arguments it takes more to see that. */
const SEARCHES = /search|query/;

/** Much less than a call may take, and much more than these take among few rows. */
const MOST = '1s';

/** How a statement ends that took longer. */
const TIMED_OUT = '57014';

const ASKED = '(the text)';

/** A statement whose text is the setting `test.text`: the texts stay in the database. */
const withText = (statement: string) =>
  statement
    .replaceAll(`'{"${ASKED}"}'`, `array[current_setting('test.text')]`)
    .replaceAll(`'${ASKED}'`, `current_setting('test.text')`);

interface Outcome {
  /** Of an answer or an error, without ids and moments. */
  said: string;
  refused: boolean;
}

/** Functions and arguments that answer the text neither as its beginning nor with a refusal. */
async function astray(who: 'owner' | 'agent', repeated: string): Promise<string[]> {
  return asCaller(
    fixture.agency[who],
    async (client) => {
      const ask = async (statement: string, asked: string): Promise<Outcome> => {
        // Writing the text is not what is timed.
        await client.query(`savepoint asked; set local statement_timeout = 0`);
        await client.query(`select set_config('test.text', ${asked}, true)`);
        await client.query(`set local statement_timeout = '${MOST}'`);
        try {
          const { rows } = await client.query<{ said: string; refused: boolean }>(
            `select left(regexp_replace(left(answer::text, 3000), '[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.+]+', '', 'g'), 2000) as said,
               coalesce(to_jsonb(answer) ->> 'success' = 'false', false) as refused
             from (${statement} offset 0) a`,
          );
          return {
            said: JSON.stringify(rows.map(({ said }) => said)),
            refused: rows.some(({ refused }) => refused),
          };
        } catch (error) {
          const { code, message } = error as { code: string; message: string };
          const status = reportSqlError({ code, message })?.status ?? 400;
          return { said: `${code} ${message.slice(0, 200)}`, refused: status < 500 };
        } finally {
          await client.query('rollback to savepoint asked');
        }
      };
      const found: string[] = [];
      for (const call of callsWithText(fixture, catalogue, ASKED)) {
        const statement = withText(statementOf(call));
        const megabytes = SEARCHES.test(call.at ?? '') ? 8 : 1;
        const text = `repeat('${repeated}', ${(megabytes * 1024 * 1024) / Buffer.byteLength(repeated)})`;
        let long = await ask(statement, text);
        // A machine that stands still for a moment is not the function: what takes too long takes it each time.
        for (let n = 0; n < 2 && long.said.startsWith(TIMED_OUT); n += 1) long = await ask(statement, text);
        if (long.refused) continue;
        const short = await ask(statement, `left(${text}, ${LIMITS.search})`);
        if (long.said !== short.said)
          found.push(`${call.name} ${call.at}: ${long.said.slice(0, 150)} | ${short.said.slice(0, 150)}`);
      }
      return found;
    },
    { statement_timeout: MOST },
  );
}

// Holds platform-150, security-65
test.each([
  ['one word', 'x'],
  ['many words', 'vera x1 '],
  ['letters with accents', '\u00c9'],
])(
  '%s, as an owner and as an agent: answered as its beginning is, or refused, at once',
  async (_what, text) => {
    expect(await astray('owner', text)).toEqual([]);
    expect(await astray('agent', text)).toEqual([]);
  },
);

// Holds platform-150
test('a megabyte that many rows are compared with is read once, not once a row', async () => {
  await asCaller(
    fixture.agency.owner,
    async (client) => {
      for (let n = 0; n < 60; n += 1)
        await client.query(`select public.create_invitation($1, 'agent', 50, 'Vera', 'Quill')`, [
          `new${n}@agency.test`,
        ]);
      // A table of one page is read row for row, once that is known of it.
      await client.query('reset role; analyze public.invitations');
      await client.query(`select set_config('test.text', repeat('x', 1048576), true)`);
      await client.query(`set local statement_timeout = '${MOST}'`);
      const { rows } = await client.query<{ invited: boolean }>(
        `select public.check_invitation_email(current_setting('test.text')) as invited`,
      );
      expect(rows).toEqual([{ invited: false }]);
    },
    { statement_timeout: '20s' },
  );
});
