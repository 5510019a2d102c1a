import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import {
  expire,
  invitationRow,
  invite,
  newAddress,
  createInvitee,
  type Outcome,
} from '../support/invitations';
import { api, createTestAgency, untyped, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

const invitationsTo = (email: string) =>
  sql('select id from public.invitations where email = lower($1)', [email]);

test('an admin invites an agent: address in lower case, default split, seven days', async () => {
  const email = newAddress();
  const { data, error } = await agency.admin.api
    .from('invitations')
    .insert({ email: `  ${email.toUpperCase()} ` })
    .select()
    .single();
  expect(error).toBeNull();
  expect(data).toMatchObject({
    organization_id: agency.organizationId,
    email,
    role: 'agent',
    commission_split: 100,
    invited_by: agency.admin.id,
    accepted_at: null,
    revoked_at: null,
  });
  const days = (Date.parse(data?.expires_at ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);
});

test('an owner invites an admin with a split of their own, an admin does not', async () => {
  const email = newAddress();
  await expect(invite(agency.admin, email, { role: 'admin' })).rejects.toThrow(
    'P0001: Only an owner can invite an admin.',
  );
  const id = await invite(agency.owner, email, { role: 'admin', commission_split: 72.5 });
  expect(await sqlOne('select role, commission_split from public.invitations where id = $1', [id])).toEqual({
    role: 'admin',
    commission_split: '72.50',
  });
});

test.each(['agent', 'inactive', 'nobody'] as const)(
  '%s invites nobody and reads no invitation',
  async (who) => {
    await invite(agency.owner, newAddress());
    const client = who === 'nobody' ? api() : agency[who].api;
    const email = newAddress();
    const insert = await client.from('invitations').insert({ email, role: 'agent' });
    expect(insert.error?.code).toBe('42501');
    expect(await invitationsTo(email)).toEqual([]);
    const read = await client.from('invitations').select('*', { count: 'exact' });
    if (who === 'nobody') expect(read.error?.code).toBe('42501');
    else expect([read.data, read.count]).toEqual([[], 0]);
  },
);

test('an agent learns nothing about members from inviting them', async () => {
  const { error } = await agency.agent.api.from('invitations').insert({ email: agency.rival.email });
  expect(error?.code).toBe('42501');
});

test('admins read the invitations of their organization only', async () => {
  const id = await invite(agency.admin, newAddress());
  const foreign = await invite(otherAgency.admin, newAddress());
  const { data } = await agency.admin.api
    .from('invitations')
    .select('id, inviter:users!invitations_invited_by_fkey(first_name)')
    .in('id', [id, foreign]);
  expect(data).toEqual([{ id, inviter: { first_name: 'admin' } }]);
});

test.each([
  ['organization_id', () => otherAgency.organizationId],
  ['invited_by', () => agency.owner.id],
  ['expires_at', () => '2199-01-01'],
  ['accepted_at', () => '2026-01-01'],
  ['id', () => '00000000-0000-4000-8000-000000000001'],
])('nobody sets %s', async (column, value) => {
  const email = newAddress();
  const insert = await untyped(agency.owner.api, 'invitations').insert({ email, [column]: value() });
  expect([insert.status, insert.error?.code]).toEqual([403, '42501']);
  const id = await invite(agency.owner, email);
  const update = await untyped(agency.owner.api, 'invitations')
    .update({ [column]: value() })
    .eq('id', id);
  expect([update.status, update.error?.code]).toEqual([403, '42501']);
  const removal = await agency.owner.api.from('invitations').delete().eq('id', id);
  expect(removal.error?.code).toBe('42501');
});

test.each<[string, object, string]>([
  ['an owner', { role: 'owner' }, 'invitations_role_known'],
  ['no address', { email: 'somebody' }, 'invitations_email_format'],
  ['an endless address', { email: `${'x'.repeat(250)}@x.test` }, 'invitations_email_length'],
  ['a split over 100', { commission_split: 100.5 }, 'invitations_commission_split_range'],
])('%s cannot be invited', async (_what, extra, constraint) => {
  await expect(invite(agency.owner, newAddress(), extra)).rejects.toThrow(constraint);
});

test('a member is not invited again, not even an inactive one; members of other organizations can be', async () => {
  await expect(invite(agency.admin, agency.agent.email)).rejects.toThrow(
    'This person is already in your organization.',
  );
  await expect(invite(agency.admin, ` ${agency.inactive.email.toUpperCase()} `)).rejects.toThrow(
    'This person is in your organization, but inactive. Activate them instead.',
  );
  // Nothing tells whether an address is known elsewhere.
  expect(await invite(agency.admin, otherAgency.agent.email)).toMatch(/^[0-9a-f-]{36}$/);
});

test('one open invitation an address and organization, also when two admins invite at once', async () => {
  const email = newAddress();
  const answers = await Promise.allSettled([
    invite(agency.admin, email),
    invite(agency.owner, email),
    invite(otherAgency.admin, email),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  await expect(invite(agency.owner, email)).rejects.toThrow('invitations_pending_email_key');
});

test('one that has run out or was withdrawn makes way for a new one', async () => {
  const email = newAddress();
  const first = await invite(agency.admin, email);
  await expire(first);
  const second = await invite(agency.admin, email);
  expect((await invitationRow(first)).revoked_at).not.toBeNull();
  await agency.admin.api.rpc('revoke_invitation', { invitation_id: second });
  await invite(agency.admin, email);
  expect(await invitationsTo(email)).toHaveLength(3);
});

describe.each(['revoke_invitation', 'renew_invitation'] as const)('%s', (name) => {
  const call = async (who: TestAgency['admin'], id: string) => {
    const { data, error } = await who.api.rpc(name, { invitation_id: id });
    if (error) throw error;
    return data as unknown as Outcome;
  };

  test('is for admins of the organization, and invitations of admins for owners', async () => {
    const id = await invite(agency.admin, newAddress());
    const forAdmin = await invite(agency.owner, newAddress(), { role: 'admin' });
    const before = [await invitationRow(id), await invitationRow(forAdmin)];
    for (const person of [agency.agent, agency.inactive]) {
      expect(await call(person, id)).toEqual({
        success: false,
        ...CODED,
        error: 'You do not have permission to manage invitations.',
      });
    }
    expect(await call(otherAgency.owner, id)).toEqual({
      success: false,
      ...CODED,
      error: 'This invitation does not exist.',
    });
    expect(await call(agency.admin, forAdmin)).toEqual({
      success: false,
      ...CODED,
      error: 'Only an owner can manage invitations of admins.',
    });
    expect((await api().rpc(name, { invitation_id: id })).error?.code).toBe('42501');
    expect([await invitationRow(id), await invitationRow(forAdmin)]).toEqual(before);
    expect(await call(agency.owner, forAdmin)).toEqual({ success: true, error: null });
    expect(await call(agency.owner, id)).toEqual({ success: true, error: null });
  });

  test('leaves accepted and withdrawn ones as they are', async () => {
    const [accepted, revoked] = [
      await invite(agency.admin, newAddress()),
      await invite(agency.admin, newAddress()),
    ];
    await sql('update public.invitations set accepted_at = now() where id = $1', [accepted]);
    await sql('update public.invitations set revoked_at = now() where id = $1', [revoked]);
    expect(await call(agency.admin, accepted)).toMatchObject({
      error: 'This invitation has already been accepted.',
    });
    expect(await call(agency.admin, revoked)).toMatchObject({ error: 'This invitation was withdrawn.' });
  });
});

test('renewing gives seven days again, also to one that has run out, and the renewer stands for it', async () => {
  const id = await invite(agency.admin, newAddress());
  await expire(id);
  await agency.owner.api.rpc('renew_invitation', { invitation_id: id });
  const row = await invitationRow(id);
  expect(row.invited_by).toBe(agency.owner.id);
  expect((row.expires_at.getTime() - Date.now()) / 86_400_000).toBeGreaterThan(6.9);
});

test('whoever is deactivated or demoted takes their open invitations along', async () => {
  const own = await createTestAgency();
  const [byAdmin, byOwner] = [await invite(own.admin, newAddress()), await invite(own.owner, newAddress())];
  await own.owner.api.rpc('set_member_active', { member_id: own.admin.id, active: false });
  expect((await invitationRow(byAdmin)).revoked_at).not.toBeNull();
  expect((await invitationRow(byOwner)).revoked_at).toBeNull();
});

test('check_invitation_email says yes or no to anybody, and nothing else', async () => {
  const email = newAddress();
  const check = async (client = api(), address: string | null = email) =>
    (await client.rpc('check_invitation_email', { invitation_email: address as string })).data;
  expect(await check()).toBe(false);
  const id = await invite(agency.admin, email);
  expect(await check()).toBe(true);
  expect(await check(api(), ` ${email.toUpperCase()}`)).toBe(true);
  expect(await check((await createInvitee()).api)).toBe(true);
  expect(await check(api(), `%${email.slice(3)}`)).toBe(false);
  expect(await check(api(), null)).toBe(false);
  await expire(id);
  expect(await check()).toBe(false);
});
