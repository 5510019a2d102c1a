import { randomUUID } from 'node:crypto';
import { asCaller, attempt, type Caller } from '../support/claims';
import { sql } from '../support/database';
import { api, createTestAgency, untyped, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

const logo = (where: TestAgency = agency, extension = 'webp') =>
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
      expect(await add(agency[who], logo(agency, extension))).toBe('added');
    }
  });

  test.each<[string, () => [Caller, string, string?]]>([
    ['somebody without a session', () => ['anon', logo()]],
    ['an agent', () => [agency.agent, logo()]],
    ['an inactive person', () => [agency.inactive, logo()]],
    ['an admin of another organization', () => [otherAgency.admin, logo()]],
    ['an owner in another organization', () => [agency.owner, logo(otherAgency)]],
    [
      'an admin’s logo of the organization',
      () => [agency.admin, `${agency.organizationId}/${randomUUID()}.png`],
    ],
    ['a folder beside', () => [agency.admin, logo().replace('/vendors/', '/vendor/')]],
    ['a deeper folder', () => [agency.admin, logo().replace('/vendors/', '/vendors/more/')]],
    ['a name that can be guessed', () => [agency.admin, `${agency.organizationId}/vendors/logo.png`]],
    ['a drawing', () => [agency.admin, logo(agency, 'svg')]],
    ['a page', () => [agency.admin, logo(agency, 'png.html')]],
    ['a path that climbs', () => [agency.admin, `${logo()}/../../x.png`]],
    ['another bucket', () => [agency.admin, logo(), 'avatars']],
  ])('%s is refused', async (_what, forged) => {
    expect(await add(...forged())).toBe('42501');
  });

  test('admins list and remove those of their organization, and replace none', async () => {
    const [own, foreign] = [logo(), logo(otherAgency)];
    for (const name of [own, foreign]) {
      await sql(`insert into storage.objects (bucket_id, name) values ('logos', $1)`, [name]);
    }
    const listed = async (caller: Caller) =>
      (
        (await attempt<{ name: string }>(caller, 'select name from storage.objects')) as { name: string }[]
      ).map(({ name }) => name);
    expect(await listed(agency.admin)).toEqual([own]);
    expect(await listed(agency.owner)).toEqual([own]);
    for (const who of [agency.agent, agency.inactive, 'anon'] as const) expect(await listed(who)).toEqual([]);
    expect(await listed(otherAgency.admin)).toEqual([foreign]);
    expect(
      await attempt(agency.admin, `update storage.objects set name = name || 'x' returning name`),
    ).toEqual([]);
    const removed = (caller: Caller) =>
      asCaller(
        caller,
        async (client) => (await client.query('delete from storage.objects returning name')).rows,
        { 'storage.allow_delete_query': 'true' },
      );
    expect(await removed(agency.agent)).toEqual([]);
    expect(await removed(agency.admin)).toEqual([{ name: own }]);
  });

  test('an admin who is demoted, deactivated or signed out elsewhere adds no more', async () => {
    const freshAgency = await createTestAgency();
    expect(await add(freshAgency.admin, logo(freshAgency))).toBe('added');
    await sql(`update public.users set role = 'agent' where id = $1`, [freshAgency.admin.id]);
    expect(await add(freshAgency.admin, logo(freshAgency))).toBe('42501');
    await sql('delete from auth.sessions where user_id = $1', [freshAgency.owner.id]);
    expect(await add(freshAgency.owner, logo(freshAgency))).toBe('42501');
  });
});

describe('through Storage', () => {
  // Fresh ones: the folders are empty.
  beforeAll(async () => {
    [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  });
  const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
  const picture = new Blob([PIXEL], { type: 'image/webp' });
  const upload = async (person: Person, name: string, body: Blob = picture, options: object = {}) =>
    (await person.api.storage.from('logos').upload(name, body, { contentType: body.type, ...options })).error;

  test('an admin uploads a logo, a vendor shows it, everybody with its name sees it, the admin removes it', async () => {
    const name = logo();
    expect(await upload(agency.admin, name)).toBeNull();
    const { error } = await untyped(agency.admin.api, 'vendors')
      .update({ logo_url: name })
      .eq('id', agency.vendorId);
    expect(error).toBeNull();
    const { data } = await agency.agent.api
      .from('vendors')
      .select('logo_url')
      .eq('id', agency.vendorId)
      .single();
    expect(data).toEqual({ logo_url: name });
    const bucket = agency.admin.api.storage.from('logos');
    const address = bucket.getPublicUrl(name).data.publicUrl;
    const shown = await fetch(address);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const folder = `${agency.organizationId}/vendors`;
    expect((await bucket.list(folder)).data?.map((file) => `${folder}/${file.name}`)).toEqual([name]);
    for (const other of [agency.agent, agency.inactive, otherAgency.owner]) {
      expect((await other.api.storage.from('logos').list(folder)).data).toEqual([]);
      await other.api.storage.from('logos').remove([name]);
      expect((await other.api.storage.from('logos').createSignedUrl(name, 60)).data).toBeNull();
    }
    expect((await fetch(address)).status).toBe(200);
    expect((await bucket.remove([name])).data).toHaveLength(1);
    expect((await fetch(address)).status).not.toBe(200);
  });

  test.each<[string, () => [Person, string]]>([
    ['agents', () => [agency.agent, logo()]],
    ['inactive people', () => [agency.inactive, logo()]],
    ['another organization', () => [otherAgency.admin, logo()]],
    ['somebody else’s folder', () => [agency.admin, logo(otherAgency)]],
    ['nobody', () => [{ ...agency.admin, api: api() }, logo()]],
  ])('%s: refused, and nothing is left behind', async (_what, forged) => {
    const [person, name] = forged();
    expect((await upload(person, name))?.message).toMatch(/row-level security/i);
    expect(await sql('select 1 from storage.objects where name = $1', [name])).toEqual([]);
  });

  test('nothing is replaced or moved under its name, and only pictures of at most 2 MB come in', async () => {
    const name = logo();
    expect(await upload(agency.admin, name)).toBeNull();
    expect(await upload(agency.owner, name)).not.toBeNull();
    expect(await upload(agency.admin, name, picture, { upsert: true })).not.toBeNull();
    const bucket = agency.admin.api.storage.from('logos');
    expect((await bucket.move(name, logo(otherAgency))).error).not.toBeNull();
    expect((await bucket.copy(name, logo(otherAgency))).error).not.toBeNull();
    for (const body of [
      new Blob(['<script>1</script>'], { type: 'text/html' }),
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }),
      new Blob([Buffer.alloc(2 * 1024 * 1024 + 1)], { type: 'image/webp' }),
    ]) {
      expect(await upload(agency.admin, logo(), body)).not.toBeNull();
    }
    // A name that promises a picture does not make a page one.
    const page = new Blob(['<script>1</script>'], { type: 'text/html' });
    expect(await upload(agency.admin, logo(agency, 'png'), page)).not.toBeNull();
  });
});
