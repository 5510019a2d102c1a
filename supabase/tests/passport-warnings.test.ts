import { addPassport, profileOf } from './support/customers';
import { createSale } from './support/sales';
import { createCustomer, createWorld, recordSale, type Person, type World } from './support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

describe('the warning of a passport', () => {
  const warningOf = async (person: Person, id: string) =>
    (await profileOf(person, id))?.passports[0]?.warning;
  const trip = (person: Person, id: string, return_date: string) =>
    recordSale(person, world, { customer_id: id, travel_date: return_date, return_date });

  test('tells of a return less than six months before the expiry, of sales the reader may see', async () => {
    const id = await createCustomer(world.organizationId);
    await addPassport(world.agent, id, { expires_on: '2150-07-01' });
    await trip(world.agent, id, '2150-01-01');
    expect(await warningOf(world.agent, id)).toBeNull();
    const late = await trip(world.agent, id, '2150-01-02');
    expect(await warningOf(world.agent, id)).toEqual({
      return_date: '2150-01-02',
      sale_id: late.id,
      months_after: 5,
    });
    const hidden = await trip(world.admin, id, '2150-08-15');
    expect(await warningOf(world.agent, id)).toMatchObject({ sale_id: late.id });
    expect(await warningOf(world.admin, id)).toEqual({
      return_date: '2150-08-15',
      sale_id: hidden.id,
      months_after: -2,
    });
    await world.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', hidden.id);
    expect(await warningOf(world.admin, id)).toMatchObject({ sale_id: late.id });
  });

  test('counts trips they are a traveler on, and none that is over', async () => {
    const id = await createCustomer(world.organizationId);
    await addPassport(world.agent, id, { expires_on: '2024-01-01' });
    await trip(world.agent, id, '2024-02-01');
    expect(await warningOf(world.agent, id)).toBeNull();
    await createSale(world.agent, world, { return_date: '2150-02-01' }, [id]);
    expect(await warningOf(world.agent, id)).toMatchObject({ return_date: '2150-02-01' });
  });
});
