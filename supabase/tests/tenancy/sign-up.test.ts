import { randomUUID } from 'node:crypto';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import { api, createAccount, createMember, createTestAgency, signIn, type Api } from '../support/test-agency';

const address = () => `new.${randomUUID().slice(0, 8)}@agency.test`;

const create = (client: Api, id: string, email: string, extra: object = {}) =>
  client.rpc('create_organization_with_owner', {
    org_name: 'Compass Travel',
    org_email: email,
    user_id: id,
    user_email: email,
    user_first_name: 'Ada',
    user_last_name: 'Byrne',
    ...extra,
  });

const CONFIRM_FIRST =
  'This sign-up cannot be completed here. Please confirm your e-mail address and sign in.';
const unconfirmed = { confirmed: false };

const userRow = (id: string) =>
  sql(
    'select role, email, first_name, last_name from public.users u join public.user_emails e on e.user_id = u.id where id = $1',
    [id],
  );

test('right after sign-up, without being signed in: an organization with its owner', async () => {
  const email = address();
  const id = await createAccount(email, {
    ...unconfirmed,
    data: { time_zone: 'Europe/Vienna', amount_notation: 'comma', date_order: 'dmy' },
  });
  const { data } = await create(api(), id, email.toUpperCase());
  expect(data).toMatchObject({ success: true });
  expect(await userRow(id)).toEqual([{ role: 'owner', email, first_name: 'Ada', last_name: 'Byrne' }]);
  const { organization_id } = data as { organization_id: string };
  expect(
    await sqlOne(
      'select name, email, time_zone, currency, amount_notation, date_order, default_commission_split from public.organizations where id = $1',
      [organization_id],
    ),
  ).toEqual({
    name: 'Compass Travel',
    email,
    time_zone: 'Europe/Vienna',
    currency: 'USD',
    // As the browser's language writes them.
    amount_notation: 'comma',
    date_order: 'dmy',
    default_commission_split: '100.00',
  });
  expect(await sqlOne('select commission_split from public.user_terms where user_id = $1', [id])).toEqual({
    commission_split: '100.00',
  });
});

test('a real sign-up through Auth works the same', async () => {
  const email = address();
  const client = api();
  const { data: signUp, error } = await client.auth.signUp({
    email,
    password: 'correct-horse',
    options: { data: { first_name: 'Ada', last_name: 'Byrne', organization_name: 'Compass Travel' } },
  });
  expect(error).toBeNull();
  const { data } = await create(client, signUp.user?.id ?? '', email);
  expect(data).toMatchObject({ success: true });
});

test.each<[string, Parameters<typeof createAccount>[1], object]>([
  ['the account is confirmed', { confirmed: true }, {}],
  ['the account is eleven minutes old', { confirmed: false, age: '11 minutes' }, {}],
  ['the e-mail is another one', unconfirmed, { user_email: 'somebody@else.test' }],
  ['the account does not exist', unconfirmed, { user_id: '00000000-0000-4000-8000-000000000000' }],
])('without being signed in it is refused when %s', async (_when, options, extra) => {
  const email = address();
  const id = await createAccount(email, options);
  const { data } = await create(api(), id, email, extra);
  expect(data).toEqual({ success: false, ...CODED, error: CONFIRM_FIRST, field: null });
  expect(await userRow(id)).toEqual([]);
});

test('a signed-in person without an organization gets one, from the sign-up data when nothing else is said', async () => {
  const email = address();
  const id = await createAccount(email, {
    data: {
      first_name: 'Ada',
      last_name: 'Byrne',
      organization_name: 'Compass',
      time_zone: 'Mars/Olympus',
      amount_notation: 'roman',
      date_order: 'dym',
    },
  });
  const client = await signIn(email);
  const { data } = await client.rpc('create_organization_with_owner', { user_id: id });
  expect(data).toMatchObject({ success: true });
  const { data: me } = await client
    .from('users')
    .select('role, organizations!users_organization_id_fkey(name, time_zone, amount_notation, date_order)')
    .single();
  expect(me).toEqual({
    role: 'owner',
    organizations: { name: 'Compass', time_zone: 'UTC', amount_notation: 'point', date_order: 'mdy' },
  });
});

test('a signed-in person creates none for somebody else, and no second one', async () => {
  const [email, other] = [address(), address()];
  await createAccount(email);
  const otherId = await createAccount(other, unconfirmed);
  const client = await signIn(email);
  expect((await create(client, otherId, other)).data).toEqual({
    success: false,
    ...CODED,
    error: 'You can create an organization only for yourself',
    field: null,
  });
  const agency = await createTestAgency();
  const member = await createMember(agency.organizationId, 'agent');
  expect((await create(member.api, member.id, member.email)).data).toEqual({
    success: false,
    ...CODED,
    error: 'An organization already exists for this account',
    field: null,
  });
  const row = await sqlOne('select organization_id, role from public.users where id = $1', [member.id]);
  expect(row).toEqual({ organization_id: agency.organizationId, role: 'agent' });
});

test('a revoked session creates nothing', async () => {
  const email = address();
  const id = await createAccount(email);
  const client = await signIn(email);
  await sql('delete from auth.sessions where user_id = $1', [id]);
  expect((await create(client, id, email)).data).toEqual({
    success: false,
    ...CODED,
    error: CONFIRM_FIRST,
    field: null,
  });
});

test('five calls at once create one organization', async () => {
  const email = address();
  const id = await createAccount(email, unconfirmed);
  const name = `Once ${id}`;
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => create(api(), id, email, { org_name: name })),
  );
  const won = answers.filter(({ data }) => (data as { success: boolean } | null)?.success);
  expect(won).toHaveLength(1);
  expect(await sql('select 1 from public.organizations where name = $1', [name])).toHaveLength(1);
});

test.each([
  ['a missing organization name', { org_name: '  ' }, 'The organization name is missing'],
  ['a missing name', { user_last_name: '' }, 'First and last name are missing'],
  ['no user', { user_id: null }, 'The user is missing'],
])('%s is refused in words', async (_what, extra, error) => {
  const email = address();
  const id = await createAccount(email, unconfirmed);
  expect((await create(api(), id, email, extra)).data).toEqual({
    success: false,
    ...CODED,
    error,
    field: null,
  });
  expect(await userRow(id)).toEqual([]);
});

test.each([
  ['an over-long organization name', { org_name: 'x'.repeat(201) }, 'organizations_name_length'],
  ['an impossible e-mail of the organization', { org_email: 'nowhere' }, 'organizations_email_format'],
  ['an over-long first name', { user_first_name: 'x'.repeat(101) }, 'users_first_name_length'],
])('%s is refused by its constraint, and leaves no organization behind', async (_what, extra, constraint) => {
  const email = address();
  const id = await createAccount(email, unconfirmed);
  const before = await sqlOne('select count(*) from public.organizations');
  const { error, status } = await create(api(), id, email, extra);
  expect([status, error?.code]).toEqual([400, '23514']);
  expect(error?.message).toContain(constraint);
  expect(await sqlOne('select count(*) from public.organizations')).toEqual(before);
});
