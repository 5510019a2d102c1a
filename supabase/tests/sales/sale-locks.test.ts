import { addCustomer } from '../support/customers';
import { sqlOne } from '../support/database';
import { createSale, historyOf, setStatus, tryCreate, tryUpdate } from '../support/sales';
import { createTestAgency, saleInput, untyped, type TestAgency } from '../support/test-agency';

/** What of a sale only an admin changes: the customer of what is paid or cancelled, and dates before 1990. */
let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const OLD = { code: 'P0001', message: 'Only an admin can enter or change a date before 1990.' };

describe.each(['paid', 'cancelled'] as const)('the customer of a %s sale', (status) => {
  test('is changed by an admin alone, and the history tells', async () => {
    const other = await addCustomer(agency.agent);
    const sale = await agency.sale();
    await setStatus(agency.agent, sale.id, status);
    const refusal = {
      code: 'P0001',
      message: `Only an admin can change the customer of a ${status} sale.`,
      hint: 'customer_id',
    };
    expect((await tryUpdate(agency.agent, sale.id, 2, { customer_id: other })).error).toMatchObject(refusal);
    const plain = untyped(agency.agent.api, 'sales').update({ customer_id: other }).eq('id', sale.id);
    expect((await plain).error).toMatchObject(refusal);
    expect((await tryUpdate(agency.agent, sale.id, 2, { notes: 'Mine to write' })).error).toBeNull();
    expect((await tryUpdate(agency.admin, sale.id, 3, { customer_id: other })).error).toBeNull();
    expect((await historyOf(sale.id)).at(-1)).toMatchObject({
      changed_by: agency.admin.id,
      changed_fields: ['customer_id'],
      previous_data: { customer_id: agency.customerId },
      new_data: { customer_id: other },
    });
  });
});

test('the customer of a booked sale is its agent’s to change', async () => {
  const sale = await agency.sale();
  const other = await addCustomer(agency.agent);
  expect((await tryUpdate(agency.agent, sale.id, 1, { customer_id: other })).error).toBeNull();
});

describe.each(['sale_date', 'travel_date', 'return_date'] as const)('%s before 1990', (column) => {
  test('is entered by an admin alone', async () => {
    for (const day of ['1989-12-31', '1900-01-01']) {
      const sale = saleInput(agency, { [column]: day });
      expect((await tryCreate(agency.agent, sale)).error).toMatchObject({ ...OLD, hint: column });
      expect((await untyped(agency.agent.api, 'sales').insert(sale)).error).toMatchObject(OLD);
      expect((await tryCreate(agency.admin, sale)).error).toBeNull();
    }
    expect((await tryCreate(agency.agent, saleInput(agency, { [column]: '1990-01-01' }))).error).toBeNull();
  });

  test('is changed, put in and taken out by an admin alone, and the history tells', async () => {
    const { id } = await createSale(agency.agent, agency, { [column]: '2026-05-04' });
    const change = { [column]: '1980-01-01' };
    expect((await tryUpdate(agency.agent, id, 1, change)).error).toMatchObject({ ...OLD, hint: column });
    expect((await tryUpdate(agency.admin, id, 1, change)).error).toBeNull();
    expect((await historyOf(id)).at(-1)).toMatchObject({
      changed_by: agency.admin.id,
      previous_data: { [column]: '2026-05-04' },
      new_data: change,
    });
    for (const day of ['1980-01-02', '2026-05-04'])
      expect((await tryUpdate(agency.agent, id, 2, { [column]: day })).error).toMatchObject(OLD);
    // What does not touch the date is the agent's as ever.
    expect((await tryUpdate(agency.agent, id, 2, { notes: 'Old', ...change })).error).toBeNull();
    const row = await sqlOne<{ day: string }>(
      `select ${column}::text as day from public.sales where id = $1`,
      [id],
    );
    expect(row.day).toBe('1980-01-01');
  });

  test('that no constraint accepts is refused in the words of the constraint', async () => {
    const { error } = await tryCreate(agency.agent, saleInput(agency, { [column]: '0026-01-01' }));
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining(`sales_${column}_range`) });
  });
});
