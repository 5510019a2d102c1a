import { randomUUID } from 'node:crypto';
import { asCaller, attempt, type Caller } from './support/claims';
import { sql } from './support/database';
import { createWorld, type Person, type World } from './support/world';

let world: World;
let abroad: World;
beforeAll(async () => {
  [world, abroad] = [await createWorld(), await createWorld()];
});

const avatar = (person: Person, where: World = world, extension = 'webp') =>
  `${where.organizationId}/${person.id}/${randomUUID()}.${extension}`;
const logo = (where: World = world, extension = 'png') =>
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
      expect(await add(world[who], 'avatars', avatar(world[who], world, extension))).toBe('added');
    }
  },
);

test.each<[string, () => [Caller, string, string]]>([
  ['somebody without a session', () => ['anon', 'avatars', avatar(world.agent)]],
  ['an inactive person', () => [world.inactive, 'avatars', avatar(world.inactive)]],
  ['an agent below a colleague', () => [world.agent, 'avatars', avatar(world.rival)]],
  ['an owner below an agent', () => [world.owner, 'avatars', avatar(world.agent)]],
  ['a person below another organization', () => [world.agent, 'avatars', avatar(world.agent, abroad)]],
  ['a person beside their folder', () => [world.agent, 'avatars', logo()]],
  ['a deeper folder', () => [world.agent, 'avatars', avatar(world.agent).replace(/\/(?=[^/]*$)/, '/more/')]],
  [
    'a name that can be guessed',
    () => [world.agent, 'avatars', `${world.organizationId}/${world.agent.id}/me.png`],
  ],
  ['a drawing', () => [world.agent, 'avatars', avatar(world.agent, world, 'svg')]],
  ['a page', () => [world.agent, 'avatars', avatar(world.agent, world, 'png.html')]],
  ['a path that climbs', () => [world.agent, 'avatars', `${avatar(world.agent)}/../../x.png`]],
  ['a second line', () => [world.agent, 'avatars', `x\n${avatar(world.agent)}`]],
  ['an agent’s logo', () => [world.agent, 'logos', logo()]],
  ['an admin’s logo', () => [world.admin, 'logos', logo()]],
  ['the logo of another organization', () => [world.owner, 'logos', logo(abroad)]],
  ['an avatar among the logos', () => [world.owner, 'logos', avatar(world.owner)]],
  ['no folder', () => [world.owner, 'logos', `${randomUUID()}.png`]],
])('%s is refused', async (_what, forged) => {
  expect(await add(...forged())).toBe('42501');
});

test('only the owner adds a logo', async () => {
  expect(await add(world.owner, 'logos', logo())).toBe('added');
});

test('no bucket is made, and a revoked session adds nothing', async () => {
  expect(await attempt(world.owner, `insert into storage.buckets (id, name) values ('mine', 'mine')`)).toBe(
    '42501',
  );
  const other = await createWorld();
  await sql('delete from auth.sessions where user_id = $1', [other.owner.id]);
  expect(await add(other.owner, 'avatars', avatar(other.owner, other))).toBe('42501');
});

describe('with pictures there', () => {
  const names: Record<string, string> = {};
  beforeAll(async () => {
    Object.assign(names, {
      agent: avatar(world.agent),
      rival: avatar(world.rival),
      logo: logo(),
      abroad: logo(abroad),
    });
    for (const [whose, name] of Object.entries(names)) {
      const bucket = whose === 'agent' || whose === 'rival' ? 'avatars' : 'logos';
      await sql('insert into storage.objects (bucket_id, name) values ($1, $2)', [bucket, name]);
    }
  });

  test.each<[string, () => Caller, string[]]>([
    ['agent', () => world.agent, ['agent']],
    ['rival', () => world.rival, ['rival']],
    ['admin', () => world.admin, []],
    ['owner', () => world.owner, ['logo']],
    ['inactive', () => world.inactive, []],
    ['foreign owner', () => abroad.owner, ['abroad']],
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
  expect(await show(world.agent, avatar(world.agent))).toBeUndefined();
  expect(await show(world.agent, null)).toBeUndefined();
  for (const path of [avatar(world.rival), logo(), 'https://evil.test/x.png', 'javascript:alert(1)', '']) {
    expect(await show(world.agent, path)).toContain('users_avatar_url_format');
  }
  const brand = async (path: string) =>
    (await world.owner.api.from('organizations').update({ logo_url: path }).eq('id', world.organizationId))
      .error?.message;
  expect(await brand(logo())).toBeUndefined();
  for (const path of [logo(abroad), 'https://evil.test/x.png']) {
    expect(await brand(path)).toContain('organizations_logo_url_format');
  }
});
