import { randomUUID } from 'node:crypto';
import { asCaller, attempt, type Caller } from '../support/claims';
import { sql } from '../support/database';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

const avatar = (person: Person, where: TestAgency = agency, extension = 'webp') =>
  `${where.organizationId}/${person.id}/${randomUUID()}.${extension}`;
const logo = (where: TestAgency = agency, extension = 'png') =>
  `${where.organizationId}/${randomUUID()}.${extension}`;

const ADD = 'insert into storage.objects (bucket_id, name) values ($1, $2) returning name';
const add = async (caller: Caller, bucket: string, name: string) => {
  const rows = await attempt(caller, ADD, [bucket, name]);
  return Array.isArray(rows) ? 'added' : rows;
};

test('two public buckets take pictures of at most 2 MB', async () => {
  const picture = {
    public: true,
    file_size_limit: '2097152',
    allowed_mime_types: ['image/jpeg', 'image/png', 'image/webp'],
  };
  expect(
    await sql('select id, public, file_size_limit, allowed_mime_types from storage.buckets order by id'),
  ).toEqual(
    expect.arrayContaining([
      { id: 'avatars', ...picture },
      { id: 'logos', ...picture },
    ]),
  );
});

test.each(['owner', 'admin', 'agent'] as const)(
  '%s adds a picture of their own in every format',
  async (who) => {
    for (const extension of ['jpg', 'jpeg', 'png', 'webp']) {
      expect(await add(agency[who], 'avatars', avatar(agency[who], agency, extension))).toBe('added');
    }
  },
);

test.each<[string, () => [Caller, string, string]]>([
  ['somebody without a session', () => ['anon', 'avatars', avatar(agency.agent)]],
  ['an inactive person', () => [agency.inactive, 'avatars', avatar(agency.inactive)]],
  ['an agent below a colleague', () => [agency.agent, 'avatars', avatar(agency.rival)]],
  ['an owner below an agent', () => [agency.owner, 'avatars', avatar(agency.agent)]],
  ['a person below another organization', () => [agency.agent, 'avatars', avatar(agency.agent, otherAgency)]],
  ['a person beside their folder', () => [agency.agent, 'avatars', logo()]],
  [
    'a deeper folder',
    () => [agency.agent, 'avatars', avatar(agency.agent).replace(/\/(?=[^/]*$)/, '/more/')],
  ],
  [
    'a name that can be guessed',
    () => [agency.agent, 'avatars', `${agency.organizationId}/${agency.agent.id}/me.png`],
  ],
  ['a drawing', () => [agency.agent, 'avatars', avatar(agency.agent, agency, 'svg')]],
  ['a page', () => [agency.agent, 'avatars', avatar(agency.agent, agency, 'png.html')]],
  ['a path that climbs', () => [agency.agent, 'avatars', `${avatar(agency.agent)}/../../x.png`]],
  ['a second line', () => [agency.agent, 'avatars', `x\n${avatar(agency.agent)}`]],
  ['an agent’s logo', () => [agency.agent, 'logos', logo()]],
  ['an admin’s logo', () => [agency.admin, 'logos', logo()]],
  ['the logo of another organization', () => [agency.owner, 'logos', logo(otherAgency)]],
  ['an avatar among the logos', () => [agency.owner, 'logos', avatar(agency.owner)]],
  ['no folder', () => [agency.owner, 'logos', `${randomUUID()}.png`]],
])('%s is refused', async (_what, forged) => {
  expect(await add(...forged())).toBe('42501');
});

test('only the owner adds a logo', async () => {
  expect(await add(agency.owner, 'logos', logo())).toBe('added');
});

test('no bucket is made, and a revoked session adds nothing', async () => {
  expect(await attempt(agency.owner, `insert into storage.buckets (id, name) values ('mine', 'mine')`)).toBe(
    '42501',
  );
  const other = await createTestAgency();
  await sql('delete from auth.sessions where user_id = $1', [other.owner.id]);
  expect(await add(other.owner, 'avatars', avatar(other.owner, other))).toBe('42501');
});

describe('with pictures there', () => {
  const names: Record<string, string> = {};
  beforeAll(async () => {
    Object.assign(names, {
      agent: avatar(agency.agent),
      rival: avatar(agency.rival),
      logo: logo(),
      otherAgency: logo(otherAgency),
    });
    for (const [whose, name] of Object.entries(names)) {
      const bucket = whose === 'agent' || whose === 'rival' ? 'avatars' : 'logos';
      await sql('insert into storage.objects (bucket_id, name) values ($1, $2)', [bucket, name]);
    }
  });

  test.each<[string, () => Caller, string[]]>([
    ['agent', () => agency.agent, ['agent']],
    ['rival', () => agency.rival, ['rival']],
    ['admin', () => agency.admin, []],
    ['owner', () => agency.owner, ['logo']],
    ['inactive', () => agency.inactive, []],
    ['foreign owner', () => otherAgency.owner, ['otherAgency']],
    ['anon', () => 'anon', []],
  ])('%s lists, changes and removes own files only', async (_who, caller, own) => {
    const expected = own.map((whose) => names[whose]);
    const listed = await attempt<{ name: string }>(caller(), 'select name from storage.objects');
    expect((listed as { name: string }[]).map(({ name }) => name)).toEqual(expected);
    expect(await attempt(caller(), `update storage.objects set name = name || 'x' returning name`)).toEqual(
      [],
    );
    const removed = await asCaller(
      caller(),
      async (client) =>
        (await client.query<{ name: string }>('delete from storage.objects returning name')).rows,
      { 'storage.allow_delete_query': 'true' },
    );
    expect(removed.map(({ name }) => name)).toEqual(expected);
  });
});

test('a person shows only a file of their own folder, an organization only its own', async () => {
  const show = async (person: Person, path: string | null) =>
    (await person.api.from('users').update({ avatar_url: path }).eq('id', person.id)).error?.message;
  expect(await show(agency.agent, avatar(agency.agent))).toBeUndefined();
  expect(await show(agency.agent, null)).toBeUndefined();
  for (const path of [avatar(agency.rival), logo(), 'https://evil.test/x.png', 'javascript:alert(1)', '']) {
    expect(await show(agency.agent, path)).toContain('users_avatar_url_format');
  }
  const brand = async (path: string) =>
    (await agency.owner.api.from('organizations').update({ logo_url: path }).eq('id', agency.organizationId))
      .error?.message;
  expect(await brand(logo())).toBeUndefined();
  for (const path of [logo(otherAgency), 'https://evil.test/x.png']) {
    expect(await brand(path)).toContain('organizations_logo_url_format');
  }
});
