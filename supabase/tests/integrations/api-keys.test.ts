import { createHash } from 'node:crypto';
import { tokenFor } from '../support/token';
import { backend } from '../support/backend';
import { makeKey, revokeKey, runAs, service, type MadeKey } from '../support/api-keys';
import { sql, sqlOne } from '../support/database';
import { giveFactor, refusalOf, withCode } from '../support/second-factor';
import { api, createTestAgency, untyped, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let other: TestAgency;
let key: MadeKey;
beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  key = await makeKey(agency, ['sales:read']);
});

const begin = async (secret: string) => {
  const { data, error } = await service().rpc('begin_api_request', {
    key_hash: createHash('sha256').update(secret).digest('hex'),
    address: '203.0.113.77',
  });
  if (error) throw new Error(error.message);
  return data as { key_id: string; allowed: boolean; remaining: number; reset: number } | null;
};

const keysOf = async ({ owner }: TestAgency) => {
  const { data, error } = await owner.api.rpc('get_api_keys');
  if (error) throw new Error(error.message);
  return (data as unknown as { keys: Record<string, unknown>[] }).keys;
};

// Holds integrations-1
test('a key is shown once, with 160 random bits, and only its hash is kept', async () => {
  expect(key.key).toMatch(/^ppk_[0-9a-f]{4}_[0-9a-f]{40}$/);
  const [row] = await sql<{ row: string }>(
    'select to_jsonb(k)::text as row from private.api_keys k where id = $1',
    [key.id],
  );
  expect(row?.row).not.toContain(key.key.slice(9));
  const listed = (await keysOf(agency)).find(({ id }) => id === key.id);
  expect(listed).toMatchObject({
    prefix: key.key.slice(0, 8),
    scopes: ['sales:read'],
    created_by: 'owner Test',
    revoked_at: null,
  });
  expect(JSON.stringify(listed)).not.toContain(key.key.slice(9));
});

// Holds integrations-2
test('the same request makes one key, and says it once', async () => {
  const request = {
    name: 'Booking desk',
    scopes: ['sales:read'],
    request_key: '5b1f6a52-1a65-4c7c-9d0e-0a8f6f1f2c11',
  };
  const first = await agency.owner.api.rpc('create_api_key', request);
  const again = await agency.owner.api.rpc('create_api_key', request);
  expect(first.data).toMatchObject({ success: true, key: expect.stringMatching(/^ppk_/) as string });
  expect(again.data).toMatchObject({ success: true, id: (first.data as { id: string }).id, key: null });
  expect(refusalOf(await agency.owner.api.rpc('create_api_key', { ...request, scopes: ['bank:read'] }))).toBe(
    'saved_already_as',
  );
});

// Holds integrations-3
test.each([
  ['no name', { name: ' ​ ' }, 'name', 'api_key_name_missing'],
  ['a name that another one has', { name: 'TAKEN' }, 'name', 'api_key_name_taken'],
  ['a name too long', { name: 'x'.repeat(61) }, 'name', 'text_too_long'],
  ['no scope', { scopes: [] }, 'scopes', 'api_key_scopes_missing'],
  ['a scope that there is none', { scopes: ['payouts:write'] }, 'scopes', 'api_key_scopes_missing'],
  ['a scope that is nothing', { scopes: [null] }, 'scopes', 'api_key_scopes_missing'],
  ['a day that is over', { expires_on: '2020-01-01' }, 'expires_on', 'api_key_expiry_wrong'],
  ['a day too far away', { expires_on: '2100-01-01' }, 'expires_on', 'api_key_expiry_wrong'],
])('a key with %s is refused at its field', async (_what, words, field, code) => {
  await agency.owner.api.rpc('create_api_key', { name: 'Taken', scopes: ['sales:read'] });
  const { data } = await agency.owner.api.rpc('create_api_key', {
    name: 'Fine',
    scopes: ['sales:read'],
    ...(words as object),
  });
  expect(data).toMatchObject({ success: false, field, code });
});

// Holds integrations-4
test('nobody but an owner makes or revokes keys, admins see them, and making one asks for a code', async () => {
  expect(refusalOf(await agency.admin.api.rpc('get_api_keys'))).toBeNull();
  for (const person of [agency.agent, agency.inactive])
    expect(refusalOf(await person.api.rpc('get_api_keys'))).toBe('42501');
  for (const person of [agency.admin, agency.agent, agency.inactive]) {
    expect(refusalOf(await person.api.rpc('create_api_key', { name: 'Mine', scopes: ['sales:read'] }))).toBe(
      '42501',
    );
    expect(refusalOf(await person.api.rpc('revoke_api_key', { key_id: key.id }))).toBe('42501');
  }
  expect(refusalOf(await other.owner.api.rpc('revoke_api_key', { key_id: key.id }))).toBe(
    'api_key_not_found',
  );
  expect((await begin(key.key))?.key_id).toBe(key.id);

  const careful = await createTestAgency();
  await giveFactor(careful.owner);
  const old = await withCode(careful.owner, 16);
  expect(refusalOf(await old.rpc('create_api_key', { name: 'Mine', scopes: ['sales:read'] }))).toBe(
    'step_up_required',
  );
  const fresh = await withCode(careful.owner);
  expect(refusalOf(await fresh.rpc('create_api_key', { name: 'Mine', scopes: ['sales:read'] }))).toBeNull();
});

// Holds integrations-5, security-140
test('a revoked, expired or unknown key, and one of an agency that is being deleted, let nobody in, alike', async () => {
  const leaving = await createTestAgency();
  const [revoked, expired, deleted] = [
    await makeKey(leaving),
    await makeKey(leaving),
    await makeKey(leaving),
  ];
  for (const { key: secret } of [revoked, expired, deleted]) expect(await begin(secret)).not.toBeNull();
  await revokeKey(leaving.owner, revoked.id);
  await sql(`update private.api_keys set expires_on = current_date - 2 where id = $1`, [expired.id]);
  for (const { id, key: secret } of [revoked, expired]) {
    expect(await begin(secret)).toBeNull();
    // Nor where it was judged before.
    expect(await runAs(id, 'list_sales')).toMatchObject({ answer: null, code: 'api_key_unknown' });
  }
  await sql(
    `insert into private.agency_deletions (organization_id, accounts, counts) values ($1, '{}', '{}')`,
    [leaving.organizationId],
  );
  expect(await begin(deleted.key)).toBeNull();
  expect(await runAs(deleted.id, 'list_sales')).toMatchObject({ code: 'api_key_unknown' });
  await sql('delete from private.agency_deletions where organization_id = $1', [leaving.organizationId]);
  expect(await begin(`ppk_0000_${'0'.repeat(40)}`)).toBeNull();
});

// Holds integrations-8
test('its last use is kept with the network it came from, and its requests of a minute are counted', async () => {
  const counted = await makeKey(agency);
  const first = await begin(counted.key);
  expect(first).toMatchObject({ allowed: true, remaining: 299 });
  const listed = (await keysOf(agency)).find(({ id }) => id === counted.id);
  expect(listed).toMatchObject({ last_used_from: '203.0.113.0/24' });
  expect(Date.parse(String(listed?.['last_used_at']))).toBeGreaterThan(Date.now() - 60_000);
  await sql('update private.api_key_uses set window_requests = 299 where key_id = $1', [counted.id]);
  expect(await begin(counted.key)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await begin(counted.key)).toMatchObject({ allowed: false, remaining: 0 });
  await sql(
    `update private.api_key_uses set window_began_at = now() - interval '61 seconds' where key_id = $1`,
    [counted.id],
  );
  expect(await begin(counted.key)).toMatchObject({ allowed: true, remaining: 299 });
});

// Holds integrations-9, security-139
test('its member is nobody: no session, password or token makes it somebody', async () => {
  const account = await sqlOne<Record<string, unknown>>('select * from auth.users where id = $1', [key.id]);
  expect(account).toMatchObject({ email: null, phone: null, encrypted_password: '', last_sign_in_at: null });
  expect(await sql('select 1 from auth.identities where user_id = $1', [key.id])).toEqual([]);
  // Even with the installation's secret and a session put into the database.
  const { session_id } = await sqlOne<{ session_id: string }>(
    `insert into auth.sessions (id, user_id, aal) values (gen_random_uuid(), $1, 'aal1') returning id as session_id`,
    [key.id],
  );
  const forged = api(tokenFor(key.id, backend.jwtSecret, 3600, { session_id }));
  expect((await untyped(forged, 'sales').select('*')).data).toEqual([]);
  expect((await untyped(forged, 'customers').select('*')).data).toEqual([]);
  expect(refusalOf(await forged.rpc('get_unread_count'))).toBe('42501');
  await sql('delete from auth.sessions where user_id = $1', [key.id]);
  await expect(sql(`update public.users set is_active = true where id = $1`, [key.id])).rejects.toThrow(
    'users_role_integration_inactive',
  );
});

// Holds integrations-9
test('nobody meets it in the team, a picker, a count, a policy or an assignment', async () => {
  const { owner } = agency;
  const everywhere = [
    await owner.api.rpc('list_team', {}),
    await owner.api.rpc('list_team', { search: 'program' }),
    await owner.api.rpc('find_members_by_name', {}),
    await owner.api.rpc('find_members_by_name', { search: 'program' }),
    await agency.agent.api.rpc('find_members_by_name', { search: 'program' }),
    await owner.api.rpc('list_second_factors'),
    await owner.api.rpc('get_member_profile', { member_id: key.id }),
  ];
  expect(everywhere.filter(({ error }) => error)).toEqual([]);
  expect(JSON.stringify(everywhere)).not.toContain(key.id);
  for (const act of [
    owner.api.rpc('set_member_role', { member_id: key.id, role: 'admin' }),
    owner.api.rpc('set_member_split', { member_id: key.id, commission_split: 50 }),
    owner.api.rpc('set_member_active', { member_id: key.id, active: true }),
    owner.api.rpc('transfer_ownership', { member_id: key.id }),
  ])
    expect(refusalOf(await act)).toBe('member_not_found');
  const sale = {
    customer_id: agency.customerId,
    vendor_id: agency.vendorId,
    agent_id: key.id,
    booking_reference: 'FOR-A-PROGRAM',
    total_amount: 100,
  };
  const given = await owner.api.rpc('create_sale', { sale: sale as never });
  expect(refusalOf(given)).toBe('sale_field_missing');
  const shared = {
    ...sale,
    agent_id: agency.agent.id,
    co_sellers: [{ user_id: key.id, percent: 10, role: 'co_seller' }],
  };
  expect(refusalOf(await owner.api.rpc('create_sale', { sale: shared as never }))).toBe(
    'co_seller_not_member',
  );
  const adjustment = { agent_id: key.id, kind: 'bonus', amount: 5, note: 'For a program' };
  expect(refusalOf(await owner.api.rpc('add_payout_adjustment', adjustment))).toBe('agent_missing');
});

// Holds integrations-11
test('who made and revoked it stands in the audit log', async () => {
  const logged = await makeKey(agency);
  await revokeKey(agency.owner, logged.id);
  await revokeKey(agency.owner, logged.id);
  expect(
    await sql('select action, actor_id from private.audit_log where subject_id = $1 order by id', [
      logged.id,
    ]),
  ).toEqual(['api_key_made', 'api_key_revoked'].map((action) => ({ action, actor_id: agency.owner.id })));
});
