import { sql, sqlOne } from '../support/database';
import { createAccount, createTestAgency, type Person, type TestAgency } from '../support/test-agency';
import { beginImport, importRows } from '../support/imports';
import { invite, newAddress } from '../support/invitations';
import { ask, chaseInput, createDebtor, sendMail } from '../support/mail';

/** docs/product/tenancy.md, What a new agency may send. */

let agency: TestAgency;
beforeAll(sendMail);
beforeEach(async () => {
  agency = await createTestAgency({ isNew: true });
});

const limits = async (person: Person = agency.admin) =>
  (await person.api.rpc('get_new_agency_limits')).data as Record<string, number | string> | null;
const inviteMany = async (count: number) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await invite(agency.admin, newAddress()));
  return ids;
};
const withdraw = async (id: string) =>
  expect((await agency.admin.api.rpc('revoke_invitation', { invitation_id: id })).data).toMatchObject({
    success: true,
  });
/** The trigger that notes the moment has no way around it: the day passes without it. */
const pastTrigger = async (trigger: string, statement: string) => {
  const table = trigger.startsWith('vendor_terms') ? 'vendor_terms' : 'vendors';
  await sql(`do $$ begin
    alter table public.${table} disable trigger ${trigger};
    ${statement};
    alter table public.${table} enable trigger ${trigger};
  end $$`);
};
const ageSaved = (vendorId: string) =>
  pastTrigger(
    'vendors_10_normalize',
    `update public.vendors set email_saved_at = now() - interval '1 day 1 minute' where id = '${vendorId}'`,
  );
const request = (vendorId: string, to_address = 'office@vendor.test') =>
  ask(agency.admin, 'send_vendor_chase', chaseInput(vendorId, { to_address }));
const setting = (name: string, value: string) =>
  sql(
    'insert into private.secrets (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, value],
  );

describe('invitations of a new agency', () => {
  // Holds tenancy-46
  test('ten are open at a time; two at the same moment are not eleven', async () => {
    await inviteMany(9);
    const last = await Promise.allSettled([1, 2, 3].map(() => invite(agency.admin, newAddress())));
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(invite(agency.owner, newAddress())).rejects.toThrow(
      'A new agency can have 10 open invitations.',
    );
    expect(await limits()).toMatchObject({
      open_invitations: 10,
      most_open_invitations: 10,
      invitations: 10,
    });
  });

  // Holds tenancy-47
  test('fifteen leave within a day, whatever becomes of them, renewed ones too', async () => {
    const ids = await inviteMany(10);
    for (const id of ids) await withdraw(id);
    const [again = ''] = await inviteMany(4);
    const renewed = await agency.admin.api.rpc('renew_invitation', { invitation_id: again });
    expect(renewed.data).toMatchObject({ success: true });
    await expect(invite(agency.admin, newAddress())).rejects.toThrow(
      'A new agency can send 15 invitations a day.',
    );
    expect((await agency.admin.api.rpc('renew_invitation', { invitation_id: again })).error?.message).toMatch(
      'A new agency can send 15 invitations a day.',
    );
  });

  // Holds tenancy-48, security-112
  test('nothing that it does lifts them; the operator does, and a week', async () => {
    await inviteMany(10);
    for (const changes of [{ limits_lifted_at: '2026-01-01' }, { created_at: '2026-01-01' }]) {
      const tried = await agency.owner.api
        .from('organizations')
        .update(changes as never)
        .eq('id', agency.organizationId);
      expect(tried.error?.code).toBe('42501');
    }
    expect((await agency.owner.api.rpc('lift_new_agency_limits' as never)).error?.code).toBe('PGRST202');
    await expect(invite(agency.owner, newAddress())).rejects.toThrow('10 open invitations');
    await sql(
      `update public.organizations set created_at = now() - interval '7 days 1 minute' where id = $1`,
      [agency.organizationId],
    );
    await invite(agency.owner, newAddress());
    expect(await limits()).toBeNull();
    await sql('update public.organizations set created_at = now() where id = $1', [agency.organizationId]);
    expect(
      await sqlOne('select private.lift_new_agency_limits($1) as name', [agency.organizationId]),
    ).toEqual({ name: 'Agency' });
    await invite(agency.owner, newAddress());
    expect(await limits()).toBeNull();
  });

  test('agents are told none', async () => {
    expect(await limits(agency.agent)).toBeNull();
  });
});

describe('requests of a new agency to vendors', () => {
  // Holds tenancy-49
  test('go to an address that was saved a day before, or came with an import', async () => {
    const { vendorId } = await createDebtor(agency);
    const FRESH = { success: false, field: 'to_address', code: 'new_agency_address' };
    expect(await request(vendorId)).toMatchObject(FRESH);
    await ageSaved(vendorId);
    expect(await request(vendorId, 'somebody@else.test')).toMatchObject(FRESH);
    expect(await request(vendorId, ' OFFICE@vendor.test')).toMatchObject({ success: true });
    // Saved anew, it is as new as any.
    await sql(`update public.vendors set email = 'other@vendor.test' where id = $1`, [vendorId]);
    expect(await request(vendorId, 'other@vendor.test')).toMatchObject(FRESH);
    const contacts = [{ name: 'Ines', role: 'Commissions', email: 'ines@vendor.test', phone: null }];
    await sql('update public.vendor_terms set contacts = $2 where vendor_id = $1', [
      vendorId,
      JSON.stringify(contacts),
    ]);
    expect(await request(vendorId, 'ines@vendor.test')).toMatchObject(FRESH);
    await pastTrigger(
      'vendor_terms_10_normalize',
      `update public.vendor_terms set contacts_saved_at = now() - interval '2 days' where vendor_id = '${vendorId}'`,
    );
    expect(await request(vendorId, 'ines@vendor.test')).toMatchObject({ success: true });
  });

  // Holds tenancy-50
  test('are five a day', async () => {
    const { vendorId } = await createDebtor(agency);
    await ageSaved(vendorId);
    const sent = await Promise.all(Array.from({ length: 7 }, () => request(vendorId)));
    expect(sent.filter(({ success }) => success)).toHaveLength(5);
    expect(sent.filter(({ code }) => code === 'new_agency_requests')).toHaveLength(2);
    expect(await limits()).toMatchObject({ requests: 5, most_requests: 5 });
  });
});

// Holds tenancy-51
test('an honest new agency invites three agents and asks two vendors of its list on its first day', async () => {
  await inviteMany(3);
  const batch = await beginImport(agency.admin, { kind: 'vendors', file_name: 'vendors.csv', total_rows: 2 });
  const list = ['Fjordline', 'Blue\nPennant'].map((name, n) => ({
    row_number: n + 1,
    name,
    email: `office@vendor-${n}.test`,
  }));
  await importRows(agency.admin, batch, list);
  const vendors = await sql<{ id: string; name: string; email: string }>(
    'select id, name, email from public.vendors where organization_id = $1 and import_batch_id is not null order by name desc',
    [agency.organizationId],
  );
  // A line break in a name of a file is a blank.
  expect(vendors.map(({ name }) => name)).toEqual(['Fjordline', 'Blue Pennant']);
  await sql(`update public.organizations set receipts_tracked_since = '2000-01-01' where id = $1`, [
    agency.organizationId,
  ]);
  for (const { id, email } of vendors) {
    const { commissionId } = await agency.sale({ vendor: id });
    await sql('update public.commissions set due_on = current_date - 40 where id = $1', [commissionId]);
    expect(await request(id, email)).toMatchObject({ success: true });
  }
});

describe('ceilings of the installation', () => {
  // Holds tenancy-52
  test('are settings, over all agencies, and refuse with words', async () => {
    const old = await createTestAgency();
    const { vendorId } = await createDebtor(old);
    try {
      await setting('invitations_per_hour', '0');
      await setting('requests_per_hour', '0');
      await expect(invite(old.admin, newAddress())).rejects.toThrow(
        'Too many invitations are being sent right now.',
      );
      expect(await ask(old.admin, 'send_vendor_chase', chaseInput(vendorId))).toMatchObject({
        code: 'requests_ceiling',
      });
    } finally {
      await sql('delete from private.secrets');
    }
    await invite(old.admin, newAddress());
  });
});

// Holds tenancy-53
test('five agencies an hour are made from one address, the one that the platform adds', async () => {
  const signUp = async (headers: object) => {
    const email = newAddress();
    const id = await createAccount(email, { confirmed: false });
    return (
      await sqlOne<{ answer: { success: boolean; code?: string } }>(
        `with caller as (select set_config('request.headers', $2, true))
         select public.create_organization_with_owner('Made', null, $1::uuid, null, 'Ada', 'Byrne') as answer from caller`,
        [id, JSON.stringify(headers)],
      )
    ).answer;
  };
  await setting('sign_ups_per_hour', '5');
  try {
    for (let n = 0; n < 5; n += 1)
      expect(await signUp({ 'x-forwarded-for': `198.51.100.${n}, 203.0.113.7` })).toMatchObject({
        success: true,
      });
    const sixth = await signUp({ 'x-forwarded-for': '198.51.100.9, 203.0.113.7' });
    expect(sixth).toMatchObject({ success: false, code: 'sign_ups_ceiling' });
    expect(
      await signUp({ 'cf-connecting-ip': '203.0.113.8', 'x-forwarded-for': '203.0.113.7' }),
    ).toMatchObject({ success: true });
    // One line of IPv6 has a network of addresses; some proxies add ports; and what cannot be read is somebody, too.
    const addresses = (of: (n: number) => string) => Array.from({ length: 6 }, (_, n) => of(n));
    for (const callers of [
      addresses((n) => `2001:db8:1:2::${n + 1}`),
      addresses((n) => `203.0.113.9:${n + 1000}`),
      addresses((n) => `[2001:db8:9::1]:${n + 1000}`),
      addresses((n) => `unknown-${n}`),
    ]) {
      const made = [];
      for (const caller of callers) made.push((await signUp({ 'x-forwarded-for': caller })).success);
      expect(made).toEqual([true, true, true, true, true, false]);
    }
  } finally {
    await sql('delete from private.secrets');
  }
});

test('invitations are sent one at a time, so that each is counted', async () => {
  const old = await createTestAgency();
  const row = () => ({ email: newAddress(), role: 'agent' });
  const send = async (count: number) =>
    (await old.admin.api.from('invitations').insert(Array.from({ length: count }, row) as never)).error;
  expect((await send(2))?.details).toContain('one_invitation_at_a_time');
  expect(await send(1)).toBeNull();
});

describe('names in mails', () => {
  test.each([
    ['Blue Heron Travel', 'Blue Heron Travel'],
    ['Visit www.evil.com\nhttps://evil.com/now', 'Visit evil com https evil com/now'],
    ['HTTP://WWW.EVIL.COM', 'HTTP EVIL COM'],
    ['St. John & Co.', 'St. John & Co.'],
    ['a.b.c', 'a b c'],
    ['x'.repeat(300), 'x'.repeat(60)],
    [
      'evil\u3002com evil\uff0ecom evil\uff61com evil\u2024com evil\ufe52com',
      'evil com evil com evil com evil com evil com',
    ],
    ['evil\u200b.\u200bcom e\u00advil.\u00adcom evil.\u2060com', 'evil com evil com evil com'],
    ['evil.\u0301com evil-.com evil_.com', 'evil \u0301com evil- com evil_ com'],
    ['hxxp evil[.]com', 'hxxp evil[ ]com'],
    ['tel:+15550100 mailto:me@evil', 'tel +15550100 mailto me evil'],
    ['\uff57\uff57\uff57\uff0eevil\uff0ecom', 'evil com'],
    ['Jos\u00e9 O\u2019Neill, Jr.', 'Jos\u00e9 O\u2019Neill, Jr.'],
    ['青木 旅行社', '青木 旅行社'],
  ])('%j is shown as %j', async (name, shown) => {
    expect(await sqlOne('select private.mail_name($1) as shown', [name])).toEqual({ shown });
  });

  // Holds tenancy-54, security-113
  test('no function that writes mails takes a name as it is', async () => {
    const writers = await sql<{ name: string; body: string }>(
      `select p.proname as name, pg_get_functiondef(p.oid) as body from pg_proc p
       where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace) and p.prokind = 'f'
         and p.prosrc ~ 'insert into private.outgoing_mails|invited_to''|second_factor_mail\\(new|''kind'', ''chase'''`,
    );
    expect(writers.length).toBeGreaterThan(7);
    const names =
      /(?<!mail_name\()\b(o\.name|agency\.name|[ubo]\.first_name \|\| ' ' \|\| [ubo]\.last_name)/g;
    for (const { name, body } of writers)
      expect({ name, raw: [...body.matchAll(names)].map(([found]) => found) }).toEqual({
        name,
        // A notification is no mail, and the words of a deletion come by their own function.
        raw: name === 'tell_of_deletion' ? ['agency.name', 'agency.name'] : [],
      });
  });

  // Holds tenancy-55, security-114
  test('answers go to an address that somebody has proven', async () => {
    const reply = () =>
      sqlOne('select private.reply_address($1, $2) as address', [agency.organizationId, agency.admin.id]);
    expect(await reply()).toEqual({ address: agency.admin.email });
    await sql('update public.organizations set email = $2 where id = $1', [
      agency.organizationId,
      agency.owner.email,
    ]);
    expect(await reply()).toEqual({ address: agency.owner.email });
  });
});

// Holds tenancy-56
test('names of people, agencies, vendors and customers are one line', async () => {
  const broken = 'Ines\nwww.evil.com';
  for (const [table, column, id] of [
    ['organizations', 'name', agency.organizationId],
    ['users', 'first_name', agency.agent.id],
    ['users', 'last_name', agency.agent.id],
    ['customers', 'first_name', agency.customerId],
    ['customers', 'last_name', agency.customerId],
    ['vendors', 'name', agency.vendorId],
  ] as const)
    await expect(
      sql(`update public.${table} set ${column} = $2 where id = $1`, [id, broken]),
    ).rejects.toThrow(`${table}_${column}_one_line`);
  await expect(invite(agency.admin, newAddress(), { first_name: broken })).rejects.toThrow(
    'invitations_first_name_one_line',
  );
});
