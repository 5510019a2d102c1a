import { randomUUID } from 'node:crypto';
import {
  at,
  newsOf,
  post,
  read,
  RECORD_TYPES,
  recordsOf,
  tryPost,
  words,
  type ConversationAnswer,
  type RecordType,
} from '../support/conversations';
import { attempt } from '../support/claims';
import { sql, sqlOne } from '../support/database';
import { createMember, createTestAgency, untyped, type TestAgency } from '../support/test-agency';

const ROLES = ['owner', 'admin', 'agent', 'rival', 'inactive'] as const;
const READERS: Record<RecordType, readonly string[]> = {
  sales: ['owner', 'admin', 'agent'],
  commissions: ['owner', 'admin', 'agent'],
  customers: ['owner', 'admin', 'agent', 'rival'],
  vendors: ['owner', 'admin'],
};
const NO_RECORD = 'This record does not exist.';
const NO_MESSAGE = 'This message does not exist.';

let agency: TestAgency;
let otherAgency: TestAgency;
let records: Record<RecordType, string>;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  records = await recordsOf(agency);
});

const page = async (...args: Parameters<typeof read>): Promise<ConversationAnswer> => {
  const answer = await read(...args);
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
};
const newSale = async () => ({ type: 'sales', id: (await agency.sale()).id }) as const;
const edit = async (person: TestAgency['agent'], id: string, body: string) =>
  (await person.api.rpc('edit_message', { message_id: id, body })).error?.message ?? null;
const remove = async (person: TestAgency['agent'], id: string) =>
  (await person.api.rpc('delete_message', { message_id: id })).error?.message ?? null;

describe.each(RECORD_TYPES)('on %s', (type) => {
  const record = () => ({ type, id: records[type] });
  const everybody = () =>
    ROLES.flatMap((role) => [
      { who: role, person: agency[role], may: READERS[type].includes(role) },
      { who: `other ${role}`, person: otherAgency[role], may: false },
    ]);

  test('who sees the record reads, writes and is counted; nobody else, in whatever way', async () => {
    const id = await post(agency.owner, record(), `Secret of ${type}`);
    for (const { who, person, may } of everybody()) {
      const rows = await person.api.from('communications').select('body', { count: 'exact' }).eq('id', id);
      const mark = await person.api.rpc('mark_conversation_read', { message_id: id });
      const wrote = await tryPost(person, record(), `From ${who}`);
      const replied = await tryPost(person, record(), `Reply of ${who}`, id);
      const answer = await read(person, record());
      expect({ who, count: rows.count, body: rows.data?.[0]?.body }).toEqual({
        who,
        count: may ? 1 : 0,
        body: may ? `Secret of ${type}` : undefined,
      });
      expect([who, mark.error?.message]).toEqual([who, may ? undefined : NO_MESSAGE]);
      expect([who, wrote, replied]).toEqual([who, ...(may ? [null, null] : [NO_RECORD, NO_RECORD])]);
      expect([
        who,
        typeof answer === 'string' ? answer : answer.readers.map((reader) => reader.id).sort(),
      ]).toEqual([who, may ? READERS[type].map((role) => agency[role as 'owner'].id).sort() : NO_RECORD]);
    }
  });

  test('nobody changes another’s message, and admins alone delete it', async () => {
    for (const { who, person, may } of everybody()) {
      const id = await post(agency.owner, record(), 'Mine');
      const mayDelete = may && ['owner', 'admin'].includes(who);
      expect([who, await edit(person, id, 'Theirs')]).toEqual([
        who,
        who === 'owner' ? null : may ? 'Only its author can change a message.' : NO_MESSAGE,
      ]);
      expect([who, await remove(person, id)]).toEqual([
        who,
        mayDelete ? null : may ? 'Only its author and admins can delete a message.' : NO_MESSAGE,
      ]);
    }
  });

  // Holds security-9
  test('a mention reaches whoever sees the record, and is refused for all others', async () => {
    for (const { who, person, may } of everybody()) {
      const refusal = await tryPost(agency.owner, record(), `Ask ${at(person)}`);
      expect([who, refusal]).toEqual([
        who,
        may ? null : 'Only people who may see this record can be mentioned.',
      ]);
      const id = await post(agency.owner, record(), 'Ask');
      expect([who, await edit(agency.owner, id, `Ask ${at(person)}`)]).toEqual([who, refusal]);
      const news = await newsOf(person);
      expect([who, news.some(({ communication_id }) => communication_id === id)]).toEqual([
        who,
        may && who !== 'owner',
      ]);
    }
  });
});

test('tables are read only, by everybody', async () => {
  const sale = await newSale();
  const id = await post(agency.agent, sale, 'Words');
  const tables = ['communications', 'communication_mentions', 'communication_reads'];
  for (const person of [agency.owner, agency.agent, otherAgency.owner]) {
    for (const table of tables) {
      const results = await Promise.all([
        untyped(person.api, table).insert({ organization_id: agency.organizationId }),
        untyped(person.api, table)
          .update({ organization_id: agency.organizationId })
          .neq('organization_id', id),
        untyped(person.api, table).delete().neq('organization_id', id),
      ]);
      expect(results.map(({ error }) => error?.code)).toEqual(['42501', '42501', '42501']);
    }
  }
  expect(await attempt('anon', 'select * from public.communications')).toBe('42501');
});

test('a record of others, one that does not exist and a type that is none are refused alike', async () => {
  const missing = await read(agency.agent, { type: 'sales', id: randomUUID() });
  const [foreign, unknown] = [
    await read(otherAgency.owner, { type: 'sales', id: records.sales }),
    await read(agency.owner, { type: 'invitations' as RecordType, id: records.sales }),
  ];
  expect([missing, foreign, unknown]).toEqual([NO_RECORD, NO_RECORD, NO_RECORD]);
  expect(await edit(agency.rival, randomUUID(), 'x')).toBe(NO_MESSAGE);
});

// Holds security-8
test('an agent who loses the sale loses its words, also by old ids, and whoever gets it has them', async () => {
  const sale = await newSale();
  const id = await post(agency.agent, sale, 'Cabin 7114');
  const reply = await post(agency.admin, sale, `Fine ${at(agency.agent)}`, id);
  await agency.admin.api.from('sales').update({ agent_id: agency.rival.id }).eq('id', sale.id);
  expect(await words(agency.agent, sale)).toBe(NO_RECORD);
  const rows = await agency.agent.api.from('communications').select('id').in('id', [id, reply]);
  expect(rows.data).toEqual([]);
  const mentions = await agency.agent.api
    .from('communication_mentions')
    .select('*')
    .eq('communication_id', reply);
  expect(mentions.data).toEqual([]);
  expect([await edit(agency.agent, id, 'x'), await remove(agency.agent, id)]).toEqual([
    NO_MESSAGE,
    NO_MESSAGE,
  ]);
  expect(await words(agency.rival, sale)).toEqual(['Cabin 7114', `Fine ${at(agency.agent)}`]);
  // They hear no more of the thread they wrote in, and what they heard carries no words.
  await post(agency.admin, sale, 'And now', id);
  const news = (await newsOf(agency.agent)).filter(({ commentable_id }) => commentable_id === sale.id);
  expect(news.map(({ type, message }) => [type, message])).toEqual([
    ['mention', 'admin Test mentioned you on a sale.'],
  ]);
});

test('a member who leaves is not offered, not told and reads no more; what they wrote stays', async () => {
  const leaver = await createMember(agency.organizationId, 'admin');
  const sale = await newSale();
  const id = await post(leaver, sale, 'I was here');
  await agency.owner.api.rpc('set_member_active', { member_id: leaver.id, active: false });
  expect(await words(leaver, sale)).toBe(NO_RECORD);
  expect(await tryPost(leaver, sale, 'Still here')).toBe(NO_RECORD);
  const { readers, messages } = await page(agency.agent, sale);
  expect(readers.map((reader) => reader.id)).not.toContain(leaver.id);
  expect(messages).toMatchObject([{ author_id: leaver.id, body: 'I was here' }]);
  expect(await tryPost(agency.agent, sale, `Ask ${at(leaver)}`)).toMatch(/^Only people/);
  await post(agency.agent, sale, 'Gone', id);
  expect(await newsOf(leaver)).toEqual([]);
});

test('a reply tells whoever wrote in the thread once; a mention takes its place', async () => {
  const sale = await newSale();
  const first = await post(agency.agent, sale, 'One');
  const second = await post(agency.admin, sale, 'Two', first);
  const third = await post(agency.owner, sale, `Three ${at(agency.admin)} ${at(agency.admin)}`, second);
  const news = async (person: TestAgency['agent']) =>
    (await newsOf(person))
      .filter((row) => row.commentable_id === sale.id)
      .map((row) => [row.type, row.communication_id]);
  expect(await news(agency.agent)).toEqual([
    ['reply', second],
    ['reply', third],
  ]);
  expect(await news(agency.admin)).toEqual([['mention', third]]);
  expect(await news(agency.owner)).toEqual([]);
});

describe('a message', () => {
  test('is changed for 15 minutes and marked; who is mentioned by it is told once', async () => {
    const sale = await newSale();
    const id = await post(agency.agent, sale, `Hello ${at(agency.admin)}`);
    expect(
      await edit(agency.agent, id, `Hello again ${at(agency.admin)} and ${at(agency.owner)}`),
    ).toBeNull();
    const row = await sqlOne<{ edited_at: Date | null }>(
      'select edited_at from public.communications where id = $1',
      [id],
    );
    expect(row.edited_at).not.toBeNull();
    const told = await sql('select user_id from public.notifications where communication_id = $1', [id]);
    expect(told).toHaveLength(2);
    await sql(
      `update public.communications set created_at = created_at - interval '15 minutes' where id = $1`,
      [id],
    );
    expect(await edit(agency.agent, id, 'Too late')).toBe('A message can be changed for 15 minutes.');
  });

  test('leaves a trace when deleted, and takes its words, mentions and news along', async () => {
    const sale = await newSale();
    const id = await post(agency.agent, sale, `Oops ${at(agency.admin)}`);
    await post(agency.owner, sale, 'Reply', id);
    expect(await remove(agency.agent, id)).toBeNull();
    expect(await edit(agency.agent, id, 'Back')).toBe('This message was deleted.');
    expect(await words(agency.admin, sale)).toEqual([null, 'Reply']);
    expect((await page(agency.admin, sale)).count).toBe(1);
    const left = await sql(
      `select 1 from public.notifications where communication_id = $1
       union all select 1 from public.communication_mentions where communication_id = $1`,
      [id],
    );
    expect(left).toEqual([]);
  });

  test.each([
    ['empty', ' \n '],
    ['invisible', '\u200b'],
    ['5,001 characters', 'x'.repeat(5001)],
  ])('is refused when it is %s', async (_what, body) => {
    const sale = await newSale();
    expect(await tryPost(agency.agent, sale, body)).toMatch(/communications_body_/);
    expect(await tryPost(agency.agent, sale, 'x'.repeat(5000))).toBeNull();
  });

  test('is written once, however often it is sent, and nobody takes another’s id', async () => {
    const sale = await newSale();
    const id = await post(agency.agent, sale, 'Once');
    expect(await tryPost(agency.agent, sale, 'Once', undefined, id)).toBeNull();
    expect(await words(agency.agent, sale)).toEqual(['Once']);
    expect(await tryPost(agency.admin, sale, 'Mine now', undefined, id)).toMatch(/does not exist/);
    expect(
      await tryPost(otherAgency.owner, { type: 'customers', id: otherAgency.customerId }, 'x', undefined, id),
    ).toMatch(/does not exist/);
  });

  // Holds platform-121
  test('is written once when it is sent five times at once', async () => {
    const sale = await newSale();
    const id = randomUUID();
    const answers = [1, 2, 3, 4, 5].map(() => tryPost(agency.agent, sale, 'Once', undefined, id));
    expect(await Promise.all(answers)).toEqual([null, null, null, null, null]);
    expect(await words(agency.agent, sale)).toEqual(['Once']);
  });

  // Holds platform-120
  test('with the id of another one is refused, and the first one stands', async () => {
    const [sale, other] = [await newSale(), await newSale()];
    const id = await post(agency.agent, sale, 'First');
    const thread = await post(agency.agent, sale, 'Thread');
    const refusal = async (record: typeof sale, body: string, reply_to?: string) => {
      const { error } = await agency.agent.api.rpc('post_message', {
        message_id: id,
        commentable_type: record.type,
        commentable_id: record.id,
        body,
        ...(reply_to && { reply_to }),
      });
      expect(error).toMatchObject({
        hint: 'saved_already',
        message: 'Saved already as a message of yours.',
      });
      return (JSON.parse(error?.details ?? '') as { differs: string[] }).differs;
    };
    expect(await refusal(sale, 'Second')).toEqual(['body']);
    expect(await refusal(other, 'First')).toEqual(['record']);
    expect(await refusal(sale, 'First', thread)).toEqual(['reply_to']);
    expect(await words(agency.agent, sale)).toEqual(['First', 'Thread']);
    expect(await words(agency.agent, other)).toEqual([]);
    expect(await remove(agency.agent, id)).toBeNull();
    expect(await refusal(sale, 'First')).toEqual(['body']);
  });

  test('replies to a message of the same record only', async () => {
    const [sale, other] = [await newSale(), await newSale()];
    const id = await post(agency.agent, other, 'Elsewhere');
    expect(await tryPost(agency.agent, sale, 'Here', id)).toBe(NO_MESSAGE);
  });

  test('mentions twenty people and not more, and what is no mention stays text', async () => {
    const record = { type: 'customers', id: agency.customerId } as const;
    const many = Array.from({ length: 21 }, () => `<@${randomUUID()}>`).join(' ');
    expect(await tryPost(agency.agent, record, many)).toBe('A message can mention 20 people.');
    expect(await tryPost(agency.agent, record, '<@nobody> <script>alert(1)</script>')).toBeNull();
  });
});

test('pages follow each other without gap or repetition, threads in their order', async () => {
  const sale = await newSale();
  const written: string[] = [];
  const threads: string[] = [];
  for (let n = 0; n < 12; n += 1) threads.push(await post(agency.agent, sale, `Thread ${n}`));
  for (const thread of threads) {
    written.push(thread);
    for (let n = 0; n < 9; n += 1) written.push(await post(agency.admin, sale, `Reply ${n}`, thread));
  }
  const latest = await page(agency.agent, sale);
  const middle = await page(agency.agent, sale, { before_id: latest.before_id ?? '' });
  const oldest = await page(agency.agent, sale, { before_id: middle.before_id ?? '' });
  expect([latest, middle, oldest].map(({ has_earlier }) => has_earlier)).toEqual([true, true, false]);
  const ids = [oldest, middle, latest].flatMap(({ messages }) => messages.map(({ id }) => id));
  expect(ids).toEqual(written);
  expect([latest.count, latest.messages.length]).toEqual([120, 50]);

  // A page that begins within a thread brings its first message.
  await post(agency.admin, sale, 'Reply 9', threads[7]);
  const [root, next] = (await page(agency.agent, sale)).messages;
  expect([root?.id, next?.thread_id]).toEqual([threads[7], threads[7]]);

  const linked = await page(agency.agent, sale, { from_id: threads[2] ?? '' });
  expect(linked.messages[0]?.id).toBe(threads[2]);
  expect(linked.messages).toHaveLength(101);
});

test('what is new is what others wrote since one has read, for oneself alone', async () => {
  const sale = await newSale();
  const first = await post(agency.agent, sale, 'First');
  expect((await page(agency.admin, sale)).read_at).toBeNull();
  await agency.admin.api.rpc('mark_conversation_read', { message_id: first });
  const second = await post(agency.agent, sale, 'Second');
  const { read_at: readAt } = await page(agency.admin, sale);
  await agency.admin.api.rpc('mark_conversation_read', { message_id: second });
  await agency.admin.api.rpc('mark_conversation_read', { message_id: first });
  const later = await page(agency.admin, sale);
  expect(new Date(later.read_at ?? 0).getTime()).toBeGreaterThan(new Date(readAt ?? 0).getTime());
  const own = await agency.admin.api.from('communication_reads').select('user_id');
  expect(new Set(own.data?.map(({ user_id }) => user_id))).toEqual(new Set([agency.admin.id]));
});

test('everybody who sees the record hears that something was written, and no word of it', async () => {
  const sale = await newSale();
  const before = await sqlOne<{ n: string }>('select count(*) as n from realtime.messages');
  await post(agency.agent, sale, 'Whispered words');
  const sent = await sql<{ topic: string; payload: unknown }>(
    'select topic, payload from realtime.messages order by inserted_at offset $1',
    [before.n],
  );
  const told = sent.filter(({ payload }) => JSON.stringify(payload).includes('conversation'));
  expect(told.map(({ topic }) => topic).sort()).toEqual(
    [agency.owner, agency.admin, agency.agent].map(({ id }) => `user:${id}`).sort(),
  );
  expect(JSON.stringify(sent)).not.toContain('Whispered');
  expect(JSON.stringify(told[0]?.payload)).toContain(`conversation sales ${sale.id}`);
});
