import { CODED } from '../support/coded';
import { sql } from '../support/database';
import {
  accept,
  expire,
  invitationRow,
  invite,
  memberRow,
  newAddress,
  createInvitee,
} from '../support/invitations';
import { api, createAccount, createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

async function invited(extra: object = {}, by: Person = agency.owner) {
  const person = await createInvitee();
  const invitationId = await invite(by, person.email, extra);
  return { person, invitationId };
}

test('an invited person sees who invites them, joins with the agreed role and split, and the inviter is told', async () => {
  const { person, invitationId } = await invited({ role: 'admin', commission_split: 45 });
  const preview = await person.api.rpc('invitation_preview');
  expect(preview.data).toMatchObject({
    invitation_id: invitationId,
    organization_name: 'Agency',
    inviter_name: 'owner Test',
    role: 'admin',
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
  });
  // Before that, nothing of the organization can be read.
  expect((await person.api.from('users').select('id')).data).toEqual([]);
  expect((await person.api.from('invitations').select('id')).data).toEqual([]);

  expect(await accept(person.api, { first_name: ' Ada ' })).toEqual({
    success: true,
    organization_id: agency.organizationId,
  });
  expect(await memberRow(person.id)).toEqual([
    {
      organization_id: agency.organizationId,
      email: person.email,
      first_name: 'Ada',
      last_name: 'Byrne',
      role: 'admin',
      is_active: true,
      commission_split: '45.00',
    },
  ]);
  expect((await invitationRow(invitationId)).accepted_at).not.toBeNull();
  expect((await person.api.rpc('invitation_preview')).data).toBeNull();
  expect((await person.api.from('customers').select('id')).data).toHaveLength(1);
  const { data: told } = await agency.owner.api
    .from('notifications')
    .select('type, message, commentable_type, commentable_id')
    .eq('commentable_id', person.id);
  expect(told).toEqual([
    {
      type: 'invitation',
      message: 'Ada Byrne accepted your invitation and joined as admin.',
      commentable_type: 'team',
      commentable_id: person.id,
    },
  ]);
});

test('a link used twice, or five times at once, joins once', async () => {
  const { person } = await invited();
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(person.api)));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(await accept(person.api)).toEqual({
    success: false,
    ...CODED,
    error: 'You already belong to an organization.',
    field: null,
  });
  expect(
    await sql(`select 1 from public.notifications where type = 'invitation' and commentable_id = $1`, [
      person.id,
    ]),
  ).toHaveLength(1);
});

test('joining and creating an organization at the same moment end in one of them', async () => {
  const { person } = await invited();
  const create = () =>
    person.api.rpc('create_organization_with_owner', {
      org_name: 'Mine',
      user_id: person.id,
      user_first_name: 'Ada',
      user_last_name: 'Byrne',
    });
  expect((await create()).data).toEqual({
    success: false,
    ...CODED,
    error: 'You are invited to an organization. Please accept the invitation from your e-mail.',
    field: null,
  });
  await Promise.all([accept(person.api), create(), create()]);
  expect(await memberRow(person.id)).toMatchObject([
    { organization_id: agency.organizationId, role: 'agent' },
  ]);
});

test('a fresh sign-up of an invited address is sent to its invitation', async () => {
  const email = newAddress();
  await invite(agency.admin, email);
  const id = await createAccount(email, { confirmed: false });
  const { data } = await api().rpc('create_organization_with_owner', {
    org_name: 'Mine',
    user_id: id,
    user_first_name: 'Ada',
    user_last_name: 'Byrne',
  });
  expect(data).toMatchObject({ success: false });
  expect(await memberRow(id)).toEqual([]);
});

test.each<[string, (id: string) => Promise<unknown>, string]>([
  ['expired', expire, 'This invitation has expired. Please ask for a new one.'],
  [
    'withdrawn',
    async (id) => agency.admin.api.rpc('revoke_invitation', { invitation_id: id }),
    'This invitation was withdrawn. Please ask for a new one.',
  ],
  [
    'accepted',
    (id) => sql('update public.invitations set accepted_at = now() where id = $1', [id]),
    'This invitation has already been accepted.',
  ],
])('an invitation that is %s is shown to nobody and accepted by nobody', async (_state, change, error) => {
  const { person, invitationId } = await invited();
  await change(invitationId);
  expect((await person.api.rpc('invitation_preview')).data).toBeNull();
  expect(await accept(person.api)).toEqual({ success: false, ...CODED, error, field: null });
  expect(await memberRow(person.id)).toEqual([]);
});

test('an expired one that is renewed works again', async () => {
  const { person, invitationId } = await invited();
  await expire(invitationId);
  await agency.admin.api.rpc('renew_invitation', { invitation_id: invitationId });
  expect(await accept(person.api)).toMatchObject({ success: true });
});

// Holds security-30
test('what an account says about itself authorises nothing', async () => {
  const { invitationId, person: victim } = await invited({ role: 'admin' });
  const thief = await createInvitee(newAddress(), {
    email: victim.email,
    email_verified: true,
    invitation_id: invitationId,
    organization_id: agency.organizationId,
    role: 'owner',
  });
  const { data } = await thief.api.rpc('invitation_preview');
  expect(data).toBeNull();
  for (const extra of [{}, { invitation_id: invitationId }]) {
    expect(await accept(thief.api, extra)).toEqual({
      success: false,
      ...CODED,
      error: 'There is no invitation for your email address.',
      field: null,
    });
  }
  expect(await memberRow(thief.id)).toEqual([]);
  expect((await invitationRow(invitationId)).accepted_at).toBeNull();
});

test('an address must be confirmed, the session alive, and somebody signed in', async () => {
  const { person } = await invited();
  await sql('update auth.users set email_confirmed_at = null where id = $1', [person.id]);
  expect(await accept(person.api)).toEqual({
    success: false,
    ...CODED,
    error: 'Please confirm your email address first.',
    field: null,
  });
  expect((await person.api.rpc('invitation_preview')).data).toBeNull();
  // Confirming it while the invitation waits ends the sessions of before.
  await sql('update auth.users set email_confirmed_at = now() where id = $1', [person.id]);
  expect(await accept(person.api)).toEqual({
    success: false,
    ...CODED,
    error: 'Please open the link in your invitation again.',
    field: null,
  });
  expect(await memberRow(person.id)).toEqual([]);
  await expect(accept(api())).rejects.toThrow('42501');
  expect((await api().rpc('invitation_preview')).error?.code).toBe('42501');
  expect(await memberRow(person.id)).toEqual([]);
});

test('a member of another organization stays there, an inactive one stays inactive', async () => {
  await invite(agency.admin, otherAgency.agent.email);
  expect(await accept(otherAgency.agent.api)).toMatchObject({ success: false });
  expect(await memberRow(otherAgency.agent.id)).toMatchObject([
    { organization_id: otherAgency.organizationId },
  ]);
  await invite(agency.admin, otherAgency.inactive.email);
  expect(await accept(otherAgency.inactive.api)).toMatchObject({ success: false });
  expect(await memberRow(otherAgency.inactive.id)).toMatchObject([{ is_active: false }]);
});

test('of two organizations the shown one is joined, whichever invited later', async () => {
  const { person, invitationId } = await invited();
  const later = await invite(otherAgency.owner, person.email);
  expect((await person.api.rpc('invitation_preview')).data).toMatchObject({ invitation_id: later });
  expect(await accept(person.api, { invitation_id: invitationId })).toEqual({
    success: true,
    organization_id: agency.organizationId,
  });
  expect((await invitationRow(later)).accepted_at).toBeNull();
});

test('an inviter who has left since vouches for nobody, even if the invitation slipped through', async () => {
  const own = await createTestAgency();
  const { person, invitationId } = await invited({}, own.admin);
  await sql('update public.users set is_active = false where id = $1', [own.admin.id]);
  await sql('update public.invitations set revoked_at = null where id = $1', [invitationId]);
  expect((await person.api.rpc('invitation_preview')).data).toBeNull();
  expect(await accept(person.api)).toMatchObject({
    error: 'This invitation is no longer valid. Please ask for a new one.',
  });
});

test('names are needed, and have their limits', async () => {
  const { person, invitationId } = await invited();
  expect(await accept(person.api, { last_name: '  ' })).toEqual({
    success: false,
    ...CODED,
    error: 'First and last name are missing',
    field: null,
  });
  await expect(accept(person.api, { first_name: 'x'.repeat(101) })).rejects.toThrow(
    'users_first_name_length',
  );
  expect((await invitationRow(invitationId)).accepted_at).toBeNull();
});

test('accepting and withdrawing at the same moment: one of them happens', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { person, invitationId } = await invited();
    const [joined, withdrawn] = await Promise.all([
      accept(person.api),
      agency.owner.api.rpc('revoke_invitation', { invitation_id: invitationId }),
    ]);
    expect([joined.success, (withdrawn.data as { success: boolean }).success].sort()).toEqual([false, true]);
    expect(await memberRow(person.id)).toHaveLength(joined.success ? 1 : 0);
  }
});
