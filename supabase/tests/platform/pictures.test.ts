import { randomUUID } from 'node:crypto';
import { api, createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

/** The smallest picture there is. */
const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
const picture = new Blob([PIXEL], { type: 'image/webp' });

const own = (person: Person, ofAgency: TestAgency = agency) =>
  `${ofAgency.organizationId}/${person.id}/${randomUUID()}.webp`;
const upload = async (person: Person, bucket: string, name: string, body: Blob = picture) =>
  (await person.api.storage.from(bucket).upload(name, body, { contentType: body.type })).error;

test('a person uploads, shows, lists and removes their own picture', async () => {
  const name = own(agency.agent);
  expect(await upload(agency.agent, 'avatars', name)).toBeNull();
  const bucket = agency.agent.api.storage.from('avatars');
  const { error } = await agency.agent.api
    .from('users')
    .update({ avatar_url: name })
    .eq('id', agency.agent.id);
  expect(error).toBeNull();
  // Everybody may look at it who knows its name.
  const shown = await fetch(bucket.getPublicUrl(name).data.publicUrl);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const folder = name.slice(0, name.lastIndexOf('/'));
  expect((await bucket.list(folder)).data?.map((file) => `${folder}/${file.name}`)).toEqual([name]);
  for (const other of [agency.rival, agency.owner, otherAgency.owner]) {
    expect((await other.api.storage.from('avatars').list(folder)).data).toEqual([]);
    await other.api.storage.from('avatars').remove([name]);
  }
  expect((await fetch(bucket.getPublicUrl(name).data.publicUrl)).status).toBe(200);
  expect((await bucket.remove([name])).data).toHaveLength(1);
  expect((await bucket.list(folder)).data).toEqual([]);
});

test.each<[string, () => [Person, string, string]]>([
  ['inactive people', () => [agency.inactive, 'avatars', own(agency.inactive)]],
  ['a colleague’s folder', () => [agency.agent, 'avatars', own(agency.rival)]],
  [
    'another organization',
    () => [agency.owner, 'logos', `${otherAgency.organizationId}/${randomUUID()}.webp`],
  ],
  ['a logo by an admin', () => [agency.admin, 'logos', `${agency.organizationId}/${randomUUID()}.webp`]],
  ['nobody', () => [{ ...agency.agent, api: api() }, 'avatars', own(agency.agent)]],
])('%s: refused', async (_what, forged) => {
  expect((await upload(...forged()))?.message).toMatch(/row-level security/i);
});

test('nothing is replaced under its name, and only pictures of at most 2 MB come in', async () => {
  const name = own(agency.agent);
  expect(await upload(agency.agent, 'avatars', name)).toBeNull();
  expect(await upload(agency.agent, 'avatars', name)).not.toBeNull();
  const replaced = await agency.agent.api.storage
    .from('avatars')
    .upload(name, picture, { contentType: 'image/webp', upsert: true });
  expect(replaced.error).not.toBeNull();
  const page = new Blob(['<script>1</script>'], { type: 'text/html' });
  expect(await upload(agency.agent, 'avatars', own(agency.agent), page)).not.toBeNull();
  const big = new Blob([PIXEL, Buffer.alloc(2 * 1024 * 1024 + 1)], { type: 'image/webp' });
  expect(await upload(agency.agent, 'avatars', own(agency.agent), big)).not.toBeNull();
});

test('the owner’s logo', async () => {
  expect(await upload(agency.owner, 'logos', `${agency.organizationId}/${randomUUID()}.webp`)).toBeNull();
});

test('foreign, inactive and unknown people list nothing and remove nothing, in either bucket', async () => {
  const [face, sign] = [own(agency.agent), `${agency.organizationId}/${randomUUID()}.webp`];
  expect(await upload(agency.agent, 'avatars', face)).toBeNull();
  expect(await upload(agency.owner, 'logos', sign)).toBeNull();
  const vendor = `${agency.organizationId}/vendors/${randomUUID()}.webp`;
  expect(await upload(agency.admin, 'logos', vendor)).toBeNull();
  const strangers: Person[] = [
    otherAgency.owner,
    otherAgency.agent,
    agency.inactive,
    { ...agency.agent, api: api() },
    // A colleague, as far as somebody else's face goes.
    agency.rival,
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
