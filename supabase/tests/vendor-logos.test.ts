import { randomUUID } from 'node:crypto';
import { asCaller, attempt, type Caller } from './support/claims';
import { sql } from './support/database';
import { api, createWorld, untyped, type Person, type World } from './support/world';

let world: World;
let abroad: World;
beforeAll(async () => {
  [world, abroad] = [await createWorld(), await createWorld()];
});

const logo = (where: World = world, extension = 'webp') =>
  `${where.organizationId}/vendors/${randomUUID()}.${extension}`;

describe('the policies', () => {
  const add = async (caller: Caller, name: string, bucket = 'logos') => {
    const rows = await attempt(
      caller,
      'insert into storage.objects (bucket_id, name) values ($1, $2) returning name',
      [bucket, name],
    );
    return Array.isArray(rows) ? 'added' : rows;
  };

  test.each(['owner', 'admin'] as const)('%s adds a vendor’s logo in every format', async (who) => {
    for (const extension of ['jpg', 'jpeg', 'png', 'webp']) {
      expect(await add(world[who], logo(world, extension))).toBe('added');
    }
  });

  test.each<[string, () => [Caller, string, string?]]>([
    ['somebody without a session', () => ['anon', logo()]],
    ['an agent', () => [world.agent, logo()]],
    ['an inactive person', () => [world.inactive, logo()]],
    ['an admin of another organization', () => [abroad.admin, logo()]],
    ['an owner in another organization', () => [world.owner, logo(abroad)]],
    [
      'an admin’s logo of the organization',
      () => [world.admin, `${world.organizationId}/${randomUUID()}.png`],
    ],
    ['a folder beside', () => [world.admin, logo().replace('/vendors/', '/vendor/')]],
    ['a deeper folder', () => [world.admin, logo().replace('/vendors/', '/vendors/more/')]],
    ['a name that can be guessed', () => [world.admin, `${world.organizationId}/vendors/logo.png`]],
    ['a drawing', () => [world.admin, logo(world, 'svg')]],
    ['a page', () => [world.admin, logo(world, 'png.html')]],
    ['a path that climbs', () => [world.admin, `${logo()}/../../x.png`]],
    ['another bucket', () => [world.admin, logo(), 'avatars']],
  ])('%s is refused', async (_what, forged) => {
    expect(await add(...forged())).toBe('42501');
  });

  test('admins list and remove those of their organization, and replace none', async () => {
    const [own, foreign] = [logo(), logo(abroad)];
    for (const name of [own, foreign]) {
      await sql(`insert into storage.objects (bucket_id, name) values ('logos', $1)`, [name]);
    }
    const listed = async (caller: Caller) =>
      (
        (await attempt<{ name: string }>(caller, 'select name from storage.objects')) as { name: string }[]
      ).map(({ name }) => name);
    expect(await listed(world.admin)).toEqual([own]);
    expect(await listed(world.owner)).toEqual([own]);
    for (const who of [world.agent, world.inactive, 'anon'] as const) expect(await listed(who)).toEqual([]);
    expect(await listed(abroad.admin)).toEqual([foreign]);
    expect(
      await attempt(world.admin, `update storage.objects set name = name || 'x' returning name`),
    ).toEqual([]);
    const removed = (caller: Caller) =>
      asCaller(
        caller,
        async (client) => (await client.query('delete from storage.objects returning name')).rows,
        { 'storage.allow_delete_query': 'true' },
      );
    expect(await removed(world.agent)).toEqual([]);
    expect(await removed(world.admin)).toEqual([{ name: own }]);
  });

  test('an admin who is demoted, deactivated or signed out elsewhere adds no more', async () => {
    const home = await createWorld();
    expect(await add(home.admin, logo(home))).toBe('added');
    await sql(`update public.users set role = 'agent' where id = $1`, [home.admin.id]);
    expect(await add(home.admin, logo(home))).toBe('42501');
    await sql('delete from auth.sessions where user_id = $1', [home.owner.id]);
    expect(await add(home.owner, logo(home))).toBe('42501');
  });
});

describe('through Storage', () => {
  // Fresh ones: the folders are empty.
  beforeAll(async () => {
    [world, abroad] = [await createWorld(), await createWorld()];
  });
  const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
  const picture = new Blob([PIXEL], { type: 'image/webp' });
  const upload = async (person: Person, name: string, body: Blob = picture, options: object = {}) =>
    (await person.api.storage.from('logos').upload(name, body, { contentType: body.type, ...options })).error;

  test('an admin uploads a logo, a vendor shows it, everybody with its name sees it, the admin removes it', async () => {
    const name = logo();
    expect(await upload(world.admin, name)).toBeNull();
    const { error } = await untyped(world.admin.api, 'vendors')
      .update({ logo_url: name })
      .eq('id', world.vendorId);
    expect(error).toBeNull();
    const { data } = await world.agent.api
      .from('vendors')
      .select('logo_url')
      .eq('id', world.vendorId)
      .single();
    expect(data).toEqual({ logo_url: name });
    const bucket = world.admin.api.storage.from('logos');
    const address = bucket.getPublicUrl(name).data.publicUrl;
    const shown = await fetch(address);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const folder = `${world.organizationId}/vendors`;
    expect((await bucket.list(folder)).data?.map((file) => `${folder}/${file.name}`)).toEqual([name]);
    for (const other of [world.agent, world.inactive, abroad.owner]) {
      expect((await other.api.storage.from('logos').list(folder)).data).toEqual([]);
      await other.api.storage.from('logos').remove([name]);
      expect((await other.api.storage.from('logos').createSignedUrl(name, 60)).data).toBeNull();
    }
    expect((await fetch(address)).status).toBe(200);
    expect((await bucket.remove([name])).data).toHaveLength(1);
    expect((await fetch(address)).status).not.toBe(200);
  });

  test.each<[string, () => [Person, string]]>([
    ['agents', () => [world.agent, logo()]],
    ['inactive people', () => [world.inactive, logo()]],
    ['another organization', () => [abroad.admin, logo()]],
    ['somebody else’s folder', () => [world.admin, logo(abroad)]],
    ['nobody', () => [{ ...world.admin, api: api() }, logo()]],
  ])('%s: refused, and nothing is left behind', async (_what, forged) => {
    const [person, name] = forged();
    expect((await upload(person, name))?.message).toMatch(/row-level security/i);
    expect(await sql('select 1 from storage.objects where name = $1', [name])).toEqual([]);
  });

  test('nothing is replaced or moved under its name, and only pictures of at most 2 MB come in', async () => {
    const name = logo();
    expect(await upload(world.admin, name)).toBeNull();
    expect(await upload(world.owner, name)).not.toBeNull();
    expect(await upload(world.admin, name, picture, { upsert: true })).not.toBeNull();
    const bucket = world.admin.api.storage.from('logos');
    expect((await bucket.move(name, logo(abroad))).error).not.toBeNull();
    expect((await bucket.copy(name, logo(abroad))).error).not.toBeNull();
    for (const body of [
      new Blob(['<script>1</script>'], { type: 'text/html' }),
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }),
      new Blob([Buffer.alloc(2 * 1024 * 1024 + 1)], { type: 'image/webp' }),
    ]) {
      expect(await upload(world.admin, logo(), body)).not.toBeNull();
    }
    // A name that promises a picture does not make a page one.
    const page = new Blob(['<script>1</script>'], { type: 'text/html' });
    expect(await upload(world.admin, logo(world, 'png'), page)).not.toBeNull();
  });
});
