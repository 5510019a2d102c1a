import { randomUUID } from 'node:crypto';
import { api, createWorld, type Person, type World } from './support/world';

let world: World;
let abroad: World;
beforeAll(async () => {
  [world, abroad] = [await createWorld(), await createWorld()];
});

/** The smallest picture there is. */
const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
const picture = new Blob([PIXEL], { type: 'image/webp' });

const own = (person: Person, home: World = world) =>
  `${home.organizationId}/${person.id}/${randomUUID()}.webp`;
const upload = async (person: Person, bucket: string, name: string, body: Blob = picture) =>
  (await person.api.storage.from(bucket).upload(name, body, { contentType: body.type })).error;

test('a person uploads, shows, lists and removes their own picture', async () => {
  const name = own(world.agent);
  expect(await upload(world.agent, 'avatars', name)).toBeNull();
  const bucket = world.agent.api.storage.from('avatars');
  const { error } = await world.agent.api.from('users').update({ avatar_url: name }).eq('id', world.agent.id);
  expect(error).toBeNull();
  // Everybody may look at it who knows its name.
  const shown = await fetch(bucket.getPublicUrl(name).data.publicUrl);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const folder = name.slice(0, name.lastIndexOf('/'));
  expect((await bucket.list(folder)).data?.map((file) => `${folder}/${file.name}`)).toEqual([name]);
  for (const other of [world.rival, world.owner, abroad.owner]) {
    expect((await other.api.storage.from('avatars').list(folder)).data).toEqual([]);
    await other.api.storage.from('avatars').remove([name]);
  }
  expect((await fetch(bucket.getPublicUrl(name).data.publicUrl)).status).toBe(200);
  expect((await bucket.remove([name])).data).toHaveLength(1);
  expect((await bucket.list(folder)).data).toEqual([]);
});

test.each<[string, () => [Person, string, string]]>([
  ['inactive people', () => [world.inactive, 'avatars', own(world.inactive)]],
  ['a colleague’s folder', () => [world.agent, 'avatars', own(world.rival)]],
  ['another organization', () => [world.owner, 'logos', `${abroad.organizationId}/${randomUUID()}.webp`]],
  ['a logo by an admin', () => [world.admin, 'logos', `${world.organizationId}/${randomUUID()}.webp`]],
  ['nobody', () => [{ ...world.agent, api: api() }, 'avatars', own(world.agent)]],
])('%s: refused', async (_what, forged) => {
  expect((await upload(...forged()))?.message).toMatch(/row-level security/i);
});

test('nothing is replaced under its name, and only pictures of at most 2 MB come in', async () => {
  const name = own(world.agent);
  expect(await upload(world.agent, 'avatars', name)).toBeNull();
  expect(await upload(world.agent, 'avatars', name)).not.toBeNull();
  const replaced = await world.agent.api.storage
    .from('avatars')
    .upload(name, picture, { contentType: 'image/webp', upsert: true });
  expect(replaced.error).not.toBeNull();
  const page = new Blob(['<script>1</script>'], { type: 'text/html' });
  expect(await upload(world.agent, 'avatars', own(world.agent), page)).not.toBeNull();
  const disguised = new Blob(['<script>1</script>'], { type: 'image/webp' });
  expect(await upload(world.agent, 'avatars', own(world.agent), disguised)).not.toBeNull();
  const big = new Blob([PIXEL, Buffer.alloc(2 * 1024 * 1024 + 1)], { type: 'image/webp' });
  expect(await upload(world.agent, 'avatars', own(world.agent), big)).not.toBeNull();
});

test('the owner’s logo', async () => {
  expect(await upload(world.owner, 'logos', `${world.organizationId}/${randomUUID()}.webp`)).toBeNull();
});

test('foreign, inactive and unknown people list nothing and remove nothing, in either bucket', async () => {
  const [face, sign] = [own(world.agent), `${world.organizationId}/${randomUUID()}.webp`];
  expect(await upload(world.agent, 'avatars', face)).toBeNull();
  expect(await upload(world.owner, 'logos', sign)).toBeNull();
  const vendor = `${world.organizationId}/vendors/${randomUUID()}.webp`;
  expect(await upload(world.admin, 'logos', vendor)).toBeNull();
  const strangers: Person[] = [
    abroad.owner,
    abroad.agent,
    world.inactive,
    { ...world.agent, api: api() },
    // A colleague, as far as somebody else's face goes.
    world.rival,
  ];
  for (const { api: client } of strangers) {
    for (const [bucket, name] of [
      ['avatars', face],
      ['logos', sign],
      ['logos', vendor],
    ] as const) {
      const folder = name.slice(0, name.lastIndexOf('/'));
      expect((await client.storage.from(bucket).list(folder)).data ?? []).toEqual([]);
      expect((await client.storage.from(bucket).remove([name])).data ?? []).toEqual([]);
      expect(
        (await client.storage.from(bucket).move(name, `${folder}/${randomUUID()}.webp`)).error,
      ).not.toBeNull();
      const shown = await fetch(client.storage.from(bucket).getPublicUrl(name).data.publicUrl);
      expect(shown.status).toBe(200);
    }
  }
});
