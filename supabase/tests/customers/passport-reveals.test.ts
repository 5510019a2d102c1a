import type { SaleWords } from '../../../shared/src/testing/words';
import { CODED } from '../support/coded';
import {
  addCustomer,
  addPassport,
  ask,
  auditOf,
  inDays,
  PASSPORT,
  profileOf,
  reveal,
  savePassport,
  tripAhead,
} from '../support/customers';
import { sql } from '../support/database';
import { createRequester } from '../support/leak-scan-requests';
import { createCustomer, createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
let customer: string;
let passport: string;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  customer = await createCustomer(agency.organizationId);
  passport = await addPassport(agency.admin, customer);
});

const NOBODY = { success: false, ...CODED, error: 'This passport does not exist.', field: null };
const NOT_YOURS = {
  success: false,
  ...CODED,
  error: 'Only admins, and agents whose trip for this customer is ahead or just over, can use passports.',
  field: null,
};
const without = ({ field: _field, ...refusal }: typeof NOBODY) => refusal;
const AGAIN = 'P0001: This can be read once, within a minute. Ask for it again.';
const reveals = (person: Person, id: string) =>
  ask<{ passport_id: string; last_four: string; revealed_by: { first_name: string } }[]>(
    person,
    'get_passport_reveals',
    {
      customer_id: id,
    },
  );

describe('the number', () => {
  test('is told to admins, and written down before', async () => {
    expect(await reveal(agency.admin, passport)).toMatchObject({ success: true, number: 'X4417RTA' });
    const [entry] = (await auditOf(agency, customer)).filter(({ action }) => action === 'passport_revealed');
    expect(entry).toMatchObject({
      actor_id: agency.admin.id,
      subject_id: passport,
      details: { last_four: '7RTA' },
    });
    expect(await reveals(agency.rival, customer)).toMatchObject([
      { passport_id: passport, last_four: '7RTA', revealed_by: { first_name: 'admin' } },
    ]);
  });

  test('is told to the agent of a sale, of the payer and of a traveler, and to no other agent', async () => {
    const [payer, traveler] = [await addCustomer(agency.agent), await addCustomer(agency.agent)];
    const ids = [
      await addPassport(agency.admin, payer),
      await addPassport(agency.admin, traveler, { number: 'P7654321' }),
    ];
    for (const [id, who] of [
      [ids[0], payer],
      [ids[1], traveler],
    ] as const) {
      expect(await reveal(agency.agent, id ?? '')).toEqual(without(NOT_YOURS));
      expect((await profileOf(agency.agent, who))?.can_use_passports).toBe(false);
    }
    await agency.sale({ customer: payer, ...tripAhead(), travelers: [traveler] });
    expect(await reveal(agency.agent, ids[0] ?? '')).toMatchObject({ number: 'X4417RTA' });
    expect(await reveal(agency.agent, ids[1] ?? '')).toMatchObject({ number: 'P7654321' });
    expect((await profileOf(agency.agent, traveler))?.can_use_passports).toBe(true);
    for (const id of ids) expect(await reveal(agency.rival, id)).toEqual(without(NOT_YOURS));
    expect(await reveals(agency.admin, payer)).toHaveLength(1);
  });

  test('of a passport of others does not exist, for strangers and people who left', async () => {
    for (const person of [otherAgency.owner, agency.inactive]) {
      expect(await reveal(person, passport)).toEqual(without(NOBODY));
      expect(await ask(person, 'delete_passport', { passport_id: passport })).toEqual(NOBODY);
      expect(await savePassport(person, customer)).toMatchObject({
        success: false,
        ...CODED,
        error: 'This customer does not exist.',
      });
      expect(await reveals(person, customer)).toEqual([]);
    }
    const signedOut = { ...agency.rival };
    await sql('delete from auth.sessions where user_id = $1', [signedOut.id]);
    expect(await reveal(signedOut, passport)).toEqual(without(NOBODY));
  });

  test('is read once, within a minute, by who asked, and by nobody else', async () => {
    const request = () => ask<string>(agency.admin, 'reveal_passport', { passport_id: passport });
    const read = (person: Person, id: string) =>
      ask<string>(person, 'read_passport_number', { disclosure_id: id });
    const id = await request();
    for (const person of [agency.owner, agency.agent, otherAgency.owner, agency.inactive])
      await expect(read(person, id)).rejects.toThrow(AGAIN);
    const twice = await Promise.allSettled([read(agency.admin, id), read(agency.admin, id)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(read(agency.admin, id)).rejects.toThrow(AGAIN);
    await expect(read(agency.admin, passport)).rejects.toThrow(AGAIN);
    const late = await request();
    await sql(`update private.disclosures set created_at = created_at - interval '61 s' where id = $1`, [
      late,
    ]);
    await expect(read(agency.admin, late)).rejects.toThrow(AGAIN);
    await expect(ask(agency.admin, 'read_customer_data', { disclosure_id: await request() })).rejects.toThrow(
      AGAIN,
    );
  });

  test('does not come out of an error, whatever is asked of the two calls', async () => {
    const id = await createCustomer(agency.organizationId);
    const secret = await addPassport(agency.admin, id, { number: 'E7777777' });
    const send = await createRequester(agency.admin);
    const queries = (name: string) => [
      `select=${name}->>number::uuid`,
      `select=${name}::uuid`,
      `select=pgrst_scalar::int`,
      `select=number::int`,
      `order=${name}::int`,
      `${name}=eq.1`,
      `${name}->>number=gt.1`,
      `or=(${name}.gt.1)`,
    ];
    for (const query of queries('reveal_passport')) {
      const { status, body } = await send(`rpc/reveal_passport?${query}`, {}, { passport_id: secret });
      expect([query, status >= 400, JSON.stringify(body).includes('E7777777')]).toEqual([query, true, false]);
    }
    for (const query of queries('read_passport_number')) {
      const disclosure_id = await ask<string>(agency.admin, 'reveal_passport', { passport_id: secret });
      const { status, body } = await send(`rpc/read_passport_number?${query}`, {}, { disclosure_id });
      expect([query, status, JSON.stringify(body).includes('E7777777')]).toEqual([query, 400, false]);
    }
    // Each of those that asked is in the log, whatever became of the second call.
    expect(await reveals(agency.admin, id)).toHaveLength(queries('').length);
  });

  test('leaves no trace in a log when it was not told', async () => {
    const before = (await auditOf(agency, customer)).length;
    await reveal(otherAgency.owner, passport);
    await reveal(agency.agent, passport);
    expect(await auditOf(agency, customer)).toHaveLength(before);
  });
});

describe('the right of an agent', () => {
  // Everybody is signed in here.
  beforeAll(async () => {
    agency = await createTestAgency();
  });

  test.each<[string, SaleWords, boolean]>([
    ['a trip ahead', { departs: inDays(200) }, true],
    ['a trip that ended 29 days ago', { departs: inDays(-40), returns: inDays(-29) }, true],
    ['a trip that ended 30 days ago', { departs: inDays(-40), returns: inDays(-30) }, false],
    ['no travel at all', {}, false],
    ['a sale of nothing', { ...tripAhead(), amount: 0 }, false],
    ['a cancelled sale', { ...tripAhead(), cancelled: true }, false],
  ])('comes of %s: %p %p', async (_what, sale, may) => {
    for (const asTraveler of [false, true]) {
      const who = await addCustomer(agency.rival);
      const id = await addPassport(agency.admin, who);
      await agency.sale({ ...sale, ...(asTraveler ? { travelers: [who] } : { customer: who }) });
      expect((await profileOf(agency.agent, who))?.can_use_passports).toBe(may);
      expect((await profileOf(agency.rival, who))?.can_use_passports).toBe(false);
      expect((await profileOf(agency.admin, who))?.can_use_passports).toBe(true);
      expect(await reveal(agency.agent, id)).toMatchObject({ success: may });
      expect(await savePassport(agency.agent, who, { ...PASSPORT, id })).toMatchObject({ success: may });
      expect(await savePassport(agency.agent, who)).toMatchObject({ success: may });
      expect(await savePassport(agency.rival, who)).toEqual({ ...NOT_YOURS });
      expect(await ask(agency.rival, 'delete_passport', { passport_id: id })).toEqual(NOT_YOURS);
      expect(await ask(agency.agent, 'delete_passport', { passport_id: id })).toMatchObject({ success: may });
      expect((await sql('select 1 from private.passports where id = $1', [id])).length).toBe(may ? 0 : 1);
    }
  });

  test('is gone within the minute when the sale is', async () => {
    const who = await addCustomer(agency.agent);
    const id = await addPassport(agency.admin, who);
    const sale = await agency.sale({ customer: who, ...tripAhead() });
    const disclosure_id = await ask<string>(agency.agent, 'reveal_passport', { passport_id: id });
    await agency.agent.api.rpc('update_sale_status', { sale_id: sale.id, status: 'cancelled' });
    await expect(ask(agency.agent, 'read_passport_number', { disclosure_id })).rejects.toThrow(AGAIN);
  });
});

describe('how many a day', () => {
  const told = async (person: Person) =>
    (
      await sql<{ message: string }>(
        `select message from public.notifications where user_id = $1 and type = 'security' order by created_at, id`,
        [person.id],
      )
    ).map(({ message }) => message);

  test.each([
    ['agent', 30],
    ['admin', 300],
  ] as const)(
    'an %s asks for %i passports, and the others who run the agency hear of it',
    async (who, most) => {
      const own = await createTestAgency();
      await own.sale(tripAhead());
      const passports = (
        await sql<{ id: string }>(
          `insert into private.passports (organization_id, customer_id, number_encrypted, last_four, country, expires_on)
         select $1, $2, private.seal('passport_key', 'N' || 100000 + n), 'last', 'US', '2031-01-01'
         from generate_series(1, $3) n returning id`,
          [own.organizationId, own.customerId, most + 1],
        )
      ).map(({ id }) => id);
      const request = async (id: string | undefined) =>
        (await own[who].api.rpc('reveal_passport', { passport_id: id ?? '' })).error?.message;
      expect(await request(passports[0])).toBeUndefined();
      // The same passport counts once.
      expect(await request(passports[0])).toBeUndefined();
      for (const id of passports.slice(1, 9)) expect(await request(id)).toBeUndefined();
      expect(await told(own.owner)).toEqual([]);
      expect(await request(passports[9])).toBeUndefined();
      expect(await told(own.owner)).toEqual([`${who} Test asked for 10 passport numbers within 24 hours.`]);
      // As many at once as there are left, and one more: one is refused.
      await sql(
        `insert into private.disclosures (organization_id, actor_id, what, subject_id)
       select $1, $2, 'passport', unnest($3::uuid[])`,
        [own.organizationId, own[who].id, passports.slice(10, most - 3)],
      );
      const refusals = await Promise.all(passports.slice(most - 3).map(request));
      expect(refusals.filter(Boolean)).toEqual([
        `You have asked for ${most} passport numbers within 24 hours, the most there is. Try again later.`,
      ]);
      expect(await told(own.owner)).toEqual([
        `${who} Test asked for 10 passport numbers within 24 hours.`,
        `${who} Test asked for ${most} passport numbers within 24 hours.`,
      ]);
      expect(await told(own.agent)).toEqual([]);
      expect(await told(own[who])).toEqual([]);
      // One that was asked for already may be looked at again; a day later there are as many again.
      expect(await request(passports[0])).toBeUndefined();
      await sql(
        `update private.disclosures set created_at = created_at - interval '25 hours' where actor_id = $1`,
        [own[who].id],
      );
      for (const id of passports.slice(-3)) expect(await request(id)).toBeUndefined();
    },
  );
});
