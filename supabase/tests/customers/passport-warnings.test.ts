import { addPassport, profileOf } from '../support/customers';
import { createCustomer, createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

describe('the warning of a passport', () => {
  const warningOf = async (person: Person, id: string) =>
    (await profileOf(person, id))?.passports[0]?.warning;
  const trip = (person: Person, id: string, return_date: string) =>
    agency.sale({ agent: person, customer: id, departs: return_date, returns: return_date });

  test('tells of a return less than six months before the expiry, of sales the reader may see', async () => {
    const id = await createCustomer(agency.organizationId);
    await addPassport(agency.admin, id, { expires_on: '2150-07-01' });
    await trip(agency.agent, id, '2150-01-01');
    expect(await warningOf(agency.agent, id)).toBeNull();
    const late = await trip(agency.agent, id, '2150-01-02');
    expect(await warningOf(agency.agent, id)).toEqual({
      return_date: '2150-01-02',
      sale_id: late.id,
      months_after: 5,
    });
    const hidden = await trip(agency.admin, id, '2150-08-15');
    expect(await warningOf(agency.agent, id)).toMatchObject({ sale_id: late.id });
    expect(await warningOf(agency.admin, id)).toEqual({
      return_date: '2150-08-15',
      sale_id: hidden.id,
      months_after: -2,
    });
    await agency.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', hidden.id);
    expect(await warningOf(agency.admin, id)).toMatchObject({ sale_id: late.id });
  });

  test('counts trips they are a traveler on, and none that is over', async () => {
    const id = await createCustomer(agency.organizationId);
    await addPassport(agency.admin, id, { expires_on: '2024-01-01' });
    await trip(agency.agent, id, '2024-02-01');
    expect(await warningOf(agency.agent, id)).toBeNull();
    await agency.sale({ returns: '2150-02-01', travelers: [id] });
    expect(await warningOf(agency.agent, id)).toMatchObject({ return_date: '2150-02-01' });
  });
});
