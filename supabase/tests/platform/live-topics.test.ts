import { attempt, type Caller } from '../support/claims';
import { database, sql } from '../support/database';
import { saleRow } from '../support/sales';
import { createMember, createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

/** What Realtime asks when somebody joins: is there a message of this topic that they may read? */
async function mayJoin(caller: Caller, topic: string, extension = 'broadcast'): Promise<boolean> {
  await sql(`insert into realtime.messages (topic, extension, private) values ($1, $2, true)`, [
    topic,
    extension,
  ]);
  const rows = await attempt(
    caller,
    'select 1 from realtime.messages where topic = realtime.topic() and extension = $1',
    [extension],
    { 'realtime.topic': topic },
  );
  return Array.isArray(rows) && rows.length > 0;
}

const mySelf = (who: keyof typeof people) => `user:${people[who]().id}`;
const people = {
  owner: () => agency.owner,
  admin: () => agency.admin,
  agent: () => agency.agent,
  inactive: () => agency.inactive,
};
const kinds = ['owner', 'admin', 'agent', 'inactive'] as const;

test.each(kinds)('%s joins their own topic, and nobody else’s', async (who) => {
  const person = people[who]();
  expect(await mayJoin(person, mySelf(who))).toBe(true);
  for (const other of [agency.rival, otherAgency.owner])
    expect(await mayJoin(person, `user:${other.id}`)).toBe(false);
  for (const topic of ['user:', 'user:%', 'room:1', `USER:${person.id}`, `user:${person.id} `, '']) {
    expect([topic, await mayJoin(person, topic)]).toEqual([topic, false]);
  }
  // Who is online is nobody's business either.
  expect(await mayJoin(person, mySelf(who), 'presence')).toBe(false);
});

test.each([
  ['owner', true],
  ['admin', true],
  ['agent', false],
  ['inactive', false],
] as const)('%s joins the topic of the organization: %s', async (who, expected) => {
  const person = people[who]();
  expect(await mayJoin(person, `org:${agency.organizationId}`)).toBe(expected);
  expect(await mayJoin(person, `org:${otherAgency.organizationId}`)).toBe(false);
});

test('somebody without a session joins nothing, nor does a revoked one', async () => {
  expect(await mayJoin('anon', mySelf('agent'))).toBe(false);
  const person = await createMember(agency.organizationId, 'admin');
  expect(await mayJoin(person, `user:${person.id}`)).toBe(true);
  await sql('delete from auth.sessions where user_id = $1', [person.id]);
  expect(await mayJoin(person, `user:${person.id}`)).toBe(false);
  expect(await mayJoin(person, `org:${agency.organizationId}`)).toBe(false);
});

test('an admin who is deactivated loses the topic of the organization', async () => {
  const person = await createMember(agency.organizationId, 'admin');
  await sql('update public.users set is_active = false where id = $1', [person.id]);
  expect(await mayJoin(person, `org:${agency.organizationId}`)).toBe(false);
});

test.each(kinds)('%s sends nothing: only the database does', async (who) => {
  const person = people[who]();
  const send = (topic: string) =>
    attempt(
      person,
      `insert into realtime.messages (topic, extension, event, payload, private) values ($1, 'broadcast', 'changed', '{}', true)`,
      [topic],
      { 'realtime.topic': topic },
    );
  expect(await send(mySelf(who))).toBe('42501');
  expect(await send(`user:${agency.rival.id}`)).toBe('42501');
  expect(await send(`org:${agency.organizationId}`)).toBe('42501');
  const update = await attempt(person, `update realtime.messages set payload = '{}' returning 1`, [], {
    'realtime.topic': mySelf(who),
  });
  expect(update).toEqual([]);
});

const sent = (topic: string) =>
  sql<{ event: string; private: boolean; tag: string; keys: string[] }>(
    `select event, private, payload ->> 'tag' as tag, array(select jsonb_object_keys(payload) order by 1) as keys
     from realtime.messages where topic = $1 and payload ? 'tag' order by inserted_at, tag`,
    [topic],
  );

// Holds security-7
test('a notification sends a tag to its reader, never a row', async () => {
  const own = await createTestAgency();
  await own.sale({ by: own.admin });
  const message = { event: 'changed', private: true, keys: ['id', 'tag'] };
  expect(await sent(`user:${own.agent.id}`)).toEqual([
    { ...message, tag: 'dashboard' },
    { ...message, tag: 'notifications' },
  ]);
  expect(await sent(`user:${own.admin.id}`)).toEqual([]);
  expect(await sent(`user:${own.rival.id}`)).toEqual([]);
});

test('deactivation and activation tell the person at once', async () => {
  const own = await createTestAgency();
  for (const active of [false, false, true]) {
    await own.owner.api.rpc('set_member_active', { member_id: own.agent.id, active });
  }
  expect((await sent(`user:${own.agent.id}`)).map(({ tag }) => tag)).toEqual([
    'account_changed',
    'account_changed',
  ]);
});

describe('whatever is wrong with live messages, the write goes through', () => {
  test.each([
    ['sending fails', 'alter table realtime.messages add constraint broken check (false) not valid'],
    ['there is no realtime at all', 'alter schema realtime rename to elsewhere'],
    ['the table is gone', 'alter table realtime.messages rename to elsewhere'],
  ])('when %s', async (_what, damage) => {
    const client = await database();
    await client.query('begin');
    try {
      await client.query(damage);
      await client.query(
        `insert into public.notifications (organization_id, user_id, type, message) values ($1, $2, 'mention', 'still here')`,
        [agency.organizationId, agency.agent.id],
      );
      await client.query('update public.users set is_active = false where id = $1', [agency.rival.id]);
      const { rows } = await client.query(`select 1 from public.notifications where message = 'still here'`);
      expect(rows).toHaveLength(1);
    } finally {
      await client.query('rollback');
    }
  });

  test('when somebody holds the table', async () => {
    const client = await database();
    await client.query('begin');
    try {
      await client.query('lock table realtime.messages in access exclusive mode');
      const started = performance.now();
      const sale = await agency.sale({ by: agency.admin });
      expect((await saleRow(sale.id)).agent_id).toBe(agency.agent.id);
      expect(performance.now() - started).toBeLessThan(8_000);
    } finally {
      await client.query('rollback');
    }
    expect(
      await sql('select 1 from public.notifications where user_id = $1 and type = $2', [
        agency.agent.id,
        'assignment',
      ]),
    ).toHaveLength(1);
  });
});
