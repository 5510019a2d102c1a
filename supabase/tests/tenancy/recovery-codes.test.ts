import { randomUUID } from 'node:crypto';
import { sql } from '../support/database';
import { asService, sendMail } from '../support/mail';
import { giveFactor, refusalOf, sessionIdOf, withCode } from '../support/second-factor';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let other: TestAgency;
beforeEach(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  for (const { owner } of [agency, other]) await giveFactor(owner);
});

async function codesOf(person: Person): Promise<string[]> {
  const { data, error } = await (await withCode(person)).rpc('make_recovery_codes');
  if (error) throw new Error(error.message);
  return data;
}

/** As the Edge Function asks for somebody whose token it was given. @returns the refusal's code, null for none */
const use = async (person: Person, code: string) =>
  refusalOf({
    data: await asService('use_recovery_code', {
      user_id: person.id,
      session_id: await sessionIdOf(person),
      code,
    }),
    error: null,
  });

const first = (codes: string[]) => codes[0] as string;

// Holds tenancy-19
test('are ten, of an alphabet without what is read as something else, and kept as hashes', async () => {
  const codes = await codesOf(agency.owner);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/);
  const kept = await sql<{ code_hash: string }>(
    'select code_hash from private.recovery_codes where user_id = $1',
    [agency.owner.id],
  );
  expect(kept).toHaveLength(10);
  for (const { code_hash } of kept) expect(code_hash).toMatch(/^\$2a\$08\$/);
  const { data } = await (await withCode(agency.owner)).rpc('get_second_factor');
  expect(data).toMatchObject({ recovery: { left: 10 } });
});

test('are for owners', async () => {
  await giveFactor(agency.admin);
  expect(refusalOf(await (await withCode(agency.admin)).rpc('make_recovery_codes'))).toBe(
    'recovery_codes_are_for_owners',
  );
});

// Holds tenancy-20
test('each works once, as it is or as it is typed; the old ones end with new ones', async () => {
  await sendMail();
  const old = await codesOf(agency.owner);
  const codes = await codesOf(agency.owner);
  expect(await use(agency.owner, first(old))).toBe('recovery_code_wrong');
  const kept = await sessionIdOf(agency.owner);
  await sql(
    `insert into auth.sessions (id, user_id, aal) values ('00000000-0000-4000-8000-000000000000', $1, 'aal2')`,
    [agency.owner.id],
  );
  expect(await use(agency.owner, ` ${first(codes).replace('-', '').toUpperCase()} `)).toBeNull();
  expect(await use(agency.owner, first(codes))).toBe('recovery_code_wrong');
  // The other sessions have ended, this one has not.
  expect(await sql('select id from auth.sessions where user_id = $1', [agency.owner.id])).toEqual([
    { id: kept },
  ]);
  const log = await sql<{ action: string }>(
    `select action from private.audit_log where organization_id = $1 and action like 'recovery%' order by id`,
    [agency.organizationId],
  );
  expect(log.map(({ action }) => action)).toEqual([
    'recovery_codes_made',
    'recovery_codes_made',
    'recovery_code_used',
  ]);
  expect(
    await sql(
      `select 1 from private.outgoing_mails where to_address = $1 and subject = 'A recovery code of your account was used'`,
      [agency.owner.email],
    ),
  ).toHaveLength(1);
});

// Holds security-58
test('that are wrong, used, of another tenant or of somebody who has none are answered alike', async () => {
  const mine = await codesOf(agency.owner);
  const theirs = await codesOf(other.owner);
  expect(await use(agency.owner, first(mine))).toBeNull();
  const answers = [
    await use(agency.owner, first(mine)),
    await use(agency.owner, first(theirs)),
    await use(agency.owner, '0000-0000'),
    await use(agency.agent, first(mine)),
    await use(agency.agent, ''),
  ];
  expect(new Set(answers)).toEqual(new Set(['recovery_code_wrong']));
  // Theirs was not used up by it.
  expect(await use(other.owner, first(theirs))).toBeNull();
});

test('no longer work for who is an owner no more, or is inactive', async () => {
  const [code, another] = await codesOf(agency.owner);
  await sql(
    `insert into public.users (id, organization_id, first_name, last_name, role)
    select id, $2, 'Second', 'Owner', 'owner' from auth.users where id = $1`,
    [await spare(), agency.organizationId],
  );
  await sql(`update public.users set role = 'admin' where id = $1`, [agency.owner.id]);
  expect(await use(agency.owner, code as string)).toBe('recovery_code_wrong');
  await sql(`update public.users set role = 'owner', is_active = false where id = $1`, [agency.owner.id]);
  expect(await use(agency.owner, another as string)).toBe('recovery_code_wrong');
});

async function spare(): Promise<string> {
  const id = randomUUID();
  await sql(
    `insert into auth.users (id, email, aud, role) values ($1, $2, 'authenticated', 'authenticated')`,
    [id, `${id}@agency.test`],
  );
  return id;
}

// Holds security-59
test('one that is tried twice at the same moment works once', async () => {
  const codes = await codesOf(agency.owner);
  const answers = await Promise.all([1, 2, 3, 4].map(() => use(agency.owner, first(codes))));
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  expect(
    await sql('select 1 from private.recovery_codes where user_id = $1 and used_at is not null', [
      agency.owner.id,
    ]),
  ).toHaveLength(1);
});

// Holds security-60
test('five tries in 15 minutes, counted also when they come at once; then not even the right one', async () => {
  const codes = await codesOf(agency.owner);
  const answers = await Promise.all(
    ['1', '2', '3', '4', '5', '6', '7', '8'].map((n) => use(agency.owner, `0000-000${n}`)),
  );
  expect(answers.filter((answer) => answer === 'recovery_code_wrong')).toHaveLength(5);
  expect(answers.filter((answer) => answer === 'recovery_tries_used')).toHaveLength(3);
  expect(await use(agency.owner, first(codes))).toBe('recovery_tries_used');
  // Somebody else's tries are their own.
  expect(await use(other.owner, 'wrong')).toBe('recovery_code_wrong');
  await sql(
    `update private.recovery_tries set tried_at = tried_at - interval '15 minutes' where user_id = $1`,
    [agency.owner.id],
  );
  expect(await use(agency.owner, first(codes))).toBeNull();
});

test('are for nobody to read, and used by the service alone', async () => {
  for (const person of [agency.owner, agency.agent]) {
    const client = person === agency.owner ? await withCode(person) : person.api;
    const given = { user_id: agency.owner.id, session_id: randomUUID(), code: 'x' };
    expect(refusalOf(await client.rpc('use_recovery_code', given))).toBe('42501');
  }
});
