import { randomUUID } from 'node:crypto';
import { countOf } from '../support/creates';
import { createsOfMoney } from '../support/creates-of-money';
import { createsOfRecords } from '../support/creates-of-records';
import { sql } from '../support/database';
import { createTestAgency, saleInput, type Person, type TestAgency } from '../support/test-agency';

/** Every create is done once for each key, however often it is sent (docs/product/platform.md, Nothing twice). */
let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

const getAgency = () => agency;
const CREATES = [...createsOfMoney(getAgency), ...createsOfRecords(getAgency)];

interface Answered {
  data: { success?: boolean } | null;
  error: { code: string; message: string; hint: string | null; details: string } | null;
}

const ask = async (by: Person, command: string, args: object) =>
  (await by.api.rpc(command as never, args as never)) as unknown as Answered;

const isRefused = ({ data, error }: Answered) => error !== null || data?.success === false;

const keyRows = (key: string) =>
  sql<{ user_id: string; answer: unknown }>(
    'select * from private.request_keys where key = private.hidden_key($1)',
    [key],
  );

describe.each(CREATES)('$command', ({ command, prepare, other, wrong, count, name }) => {
  // Holds platform-98
  test('is done once, and repeated with the same answer', async () => {
    const { by, args } = await prepare();
    const before = await count();
    const sent = { ...args, request_key: randomUUID() };
    const first = await ask(by, command, sent);
    expect(isRefused(first)).toBe(false);
    const again = await ask(by, command, sent);
    expect(again).toMatchObject({ data: first.data, error: null });
    expect(await count()).toBe(before + 1);
  });

  // Holds platform-99
  test('is done once when it is sent five times at once', async () => {
    const { by, args } = await prepare();
    const before = await count();
    const sent = { ...args, request_key: randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(by, command, sent)));
    expect(answers.filter(isRefused)).toEqual([]);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  // Holds platform-110
  test('is done once when the first one arrives last', async () => {
    const { by, args } = await prepare();
    const before = await count();
    const sent = { ...args, request_key: randomUUID() };
    const second = await ask(by, command, sent);
    // The first one was on its way for longer than its repetition and the next thing its author did.
    const next = await prepare();
    expect(isRefused(await ask(next.by, command, { ...next.args, request_key: randomUUID() }))).toBe(false);
    const late = await ask(by, command, sent);
    expect(late).toMatchObject({ data: second.data, error: null });
    expect(await count()).toBe(before + 2);
  });

  // Holds platform-100
  test('may be corrected with the same key after a refusal', async () => {
    const { by, args } = await prepare();
    const before = await count();
    const request_key = randomUUID();
    expect(isRefused(await ask(by, command, { ...wrong(args), request_key }))).toBe(true);
    expect((await keyRows(request_key)).filter(({ answer }) => answer !== null)).toEqual([]);
    expect(isRefused(await ask(by, command, { ...args, request_key }))).toBe(false);
    expect(await count()).toBe(before + 1);
  });

  // Holds platform-101
  test('says what was saved when something else is sent with its key', async () => {
    const { by, args } = await prepare();
    const request_key = randomUUID();
    expect(isRefused(await ask(by, command, { ...args, request_key }))).toBe(false);
    const before = await count();
    const changed = other(args);
    const { error } = await ask(by, command, { ...changed.args, request_key });
    expect(error).toMatchObject({
      code: 'P0001',
      hint: 'saved_already',
      message: `Saved already as ${name(args)}.`,
    });
    expect(JSON.parse(error?.details ?? '')).toMatchObject({ differs: [changed.differs] });
    expect(await count()).toBe(before);
  });

  // Holds platform-102
  test('knows a key as that of one person: with another one’s nothing is told', async () => {
    const { by, args } = await prepare();
    const sent = { ...args, request_key: randomUUID() };
    expect(isRefused(await ask(by, command, sent))).toBe(false);
    for (const person of [agency.owner, otherAgency.owner, agency.inactive]) {
      const answer = await ask(person, command, sent);
      expect(JSON.stringify(answer)).not.toContain('Saved already');
      // It was done anew for this person, or refused like any other request of theirs.
      const kept = await keyRows(sent.request_key);
      expect(kept.some(({ user_id, answer: own }) => user_id === person.id && own !== null)).toBe(
        !isRefused(answer),
      );
    }
  });

  // Holds platform-103
  test('forgets the key after 31 days', async () => {
    const { by, args } = await prepare();
    const request_key = randomUUID();
    const age = (days: string) =>
      sql(
        'update private.request_keys set created_at = now() - $2::interval where key = private.hidden_key($1)',
        [request_key, days],
      );
    expect(isRefused(await ask(by, command, { ...args, request_key }))).toBe(false);
    await age('30 days 23 hours');
    await sql('select private.forget_request_keys()');
    expect(await keyRows(request_key)).toHaveLength(1);
    await age('31 days 1 minute');
    await sql('select private.forget_request_keys()');
    expect(await keyRows(request_key)).toEqual([]);
  });
});

test('a request without a key is done each time, as by a form of before', async () => {
  const before = await countOf(getAgency, 'public.sales');
  for (let n = 0; n < 2; n += 1) {
    const { error } = await ask(agency.agent, 'create_sale', { sale: saleInput(agency) });
    expect(error).toBeNull();
  }
  expect(await countOf(getAgency, 'public.sales')).toBe(before + 2);
});

test('a sale that was given away is named to nobody it does not belong to', async () => {
  const sent = { sale: saleInput(agency, { booking_reference: 'GIVEN-1' }), request_key: randomUUID() };
  expect((await ask(agency.agent, 'create_sale', sent)).error).toBeNull();
  await sql("update public.sales set agent_id = $1 where booking_reference = 'GIVEN-1'", [agency.rival.id]);
  const other = { ...sent, sale: { ...sent.sale, notes: 'Other' } };
  const { error } = await ask(agency.agent, 'create_sale', other);
  expect(error).toMatchObject({ message: 'Saved already.' });
  expect(JSON.parse(error?.details ?? '')).toEqual({
    differs: ['notes'],
    code: 'saved_already',
    params: {},
  });
});

// Holds platform-104
test('what is kept is no word of what was typed, nor a hash that a guess could be compared with', async () => {
  const customer = { first_name: 'Secretname', last_name: 'Guessable', birthday: '1970-01-31' };
  const request_key = randomUUID();
  expect((await ask(agency.agent, 'create_customer', { customer, request_key })).error).toBeNull();
  const [kept] = await sql<{ row: string; guesses: string[] }>(
    `select k::text as row, array[
        encode(sha256(convert_to(k.key || $2::jsonb::text, 'UTF8')), 'hex'), encode(sha256(convert_to($2::jsonb::text, 'UTF8')), 'hex'),
        '"' || left(md5(k.key || '"1970-01-31"'), 4) || '"', '"' || left(md5('"1970-01-31"'), 4) || '"'] as guesses
     from private.request_keys k where k.key = private.hidden_key($1)`,
    [request_key, customer],
  );
  if (!kept) throw new Error('The key is not kept');
  expect(kept.row).not.toMatch(/Secretname|Guessable|1970/);
  for (const word of [...kept.guesses, request_key]) expect(kept.row).not.toContain(word);
});

// Holds platform-109
test('an erased customer is not written again by the form that is still open, and leaves no name with its key', async () => {
  const customer = { first_name: 'Gone', last_name: 'Forgotten' };
  const sent = { customer, request_key: randomUUID() };
  const first = await ask(agency.admin, 'create_customer', sent);
  const { id } = first.data as unknown as { id: string };
  const { error: refusal } = await agency.owner.api.rpc('erase_customer', {
    customer_id: id,
    confirmation: 'Gone Forgotten',
  });
  expect(refusal).toBeNull();
  expect(await ask(agency.admin, 'create_customer', sent)).toMatchObject({ data: { id }, error: null });
  const { error } = await ask(agency.admin, 'create_customer', {
    ...sent,
    customer: { ...customer, notes: 'x' },
  });
  expect(error?.hint).toBe('saved_already');
  expect(JSON.stringify(error)).not.toMatch(/Gone|Forgotten/);
});
