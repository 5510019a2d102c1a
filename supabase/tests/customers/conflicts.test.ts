import { createCustomer, createTestAgency, type TestAgency } from '../support/test-agency';
import { historyOf, saleRow, setStatus, tryUpdate, updateSale } from '../support/sales';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

const GONE = {
  code: 'P0001',
  message: 'This sale does not exist, or it is not yours.',
  hint: '',
  details: '{"code": "sale_not_found", "params": {}}',
};
const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('a version', () => {
  test('starts at 1 and rises with every change, whichever way it is made', async () => {
    const { id, version } = await agency.sale();
    expect([version, (await saleRow(id)).version]).toEqual([1, 1]);
    expect(await updateSale(agency.agent, id, 1, { notes: 'Window seat' })).toEqual({
      outcome: 'saved',
      id,
      version: 2,
    });
    await agency.agent.api.from('sales').update({ notes: 'Aisle seat' }).eq('id', id);
    expect((await setStatus(agency.agent, id, 'paid')).data).toEqual({ id, status: 'paid', version: 4 });
    const traveler = await createCustomer(agency.organizationId);
    expect(await updateSale(agency.admin, id, 4, {}, [traveler])).toMatchObject({ version: 5 });
    expect((await historyOf(id)).map((entry) => [entry.version, entry.changed_fields])).toEqual([
      [1, expect.any(Array)],
      [2, ['notes']],
      [3, ['notes']],
      [4, ['status']],
      [5, ['travelers']],
    ]);
  });

  test('stays when nothing changes', async () => {
    const { id } = await agency.sale({ notes: 'Same' });
    expect(await updateSale(agency.agent, id, 1, { notes: ' Same ', total_amount: '1000' })).toMatchObject({
      version: 1,
    });
    expect(await updateSale(agency.agent, id, 1, {}, [])).toEqual({ outcome: 'saved', id, version: 1 });
    await agency.agent.api.from('sales').update({ notes: 'Same' }).eq('id', id);
    expect([(await saleRow(id)).version, (await historyOf(id)).length]).toEqual([1, 1]);
  });

  test('is nobody’s to write', async () => {
    const { id } = await agency.sale();
    const patch = await agency.admin.api.from('sales').update({ version: 9 }).eq('id', id);
    const insert = await tryUpdate(agency.admin, id, 1, { version: 9 });
    expect([patch.error?.code, insert.error?.hint]).toEqual(['42501', 'version']);
    expect((await saleRow(id)).version).toBe(1);
  });
});

describe('a second editor', () => {
  test('is told what changed and by whom, and nothing is written', async () => {
    const { id } = await agency.sale();
    const traveler = await createCustomer(agency.organizationId);
    await updateSale(agency.agent, id, 1, { notes: 'From the agent', total_amount: 1200 });
    await updateSale(agency.admin, id, 2, {}, [traveler]);
    await setStatus(agency.owner, id, 'paid', 'Paid by card');
    const before = await saleRow(id);
    const answer = await updateSale(agency.admin, id, 1, { notes: 'Mine' }, []);
    expect(answer).toMatchObject({
      outcome: 'conflict',
      version: 4,
      sale: {
        id,
        version: 4,
        notes: 'From the agent',
        total_amount: 1200,
        status: 'paid',
        customer: { id: agency.customerId, last_name: 'Lind' },
        vendor: { id: agency.vendorId, name: 'Blue Fleet' },
        agent: { id: agency.agent.id },
        travelers: [{ id: traveler, first_name: 'Vera', last_name: 'Lind' }],
      },
      changes: [
        {
          version: 2,
          changed_by: { id: agency.agent.id, first_name: 'agent', last_name: 'Test' },
          change_type: 'update',
          changed_fields: ['commission_amount', 'notes', 'total_amount'],
          previous_data: { notes: null, total_amount: 1000, commission_amount: 100 },
          new_data: { notes: 'From the agent', total_amount: 1200, commission_amount: 120 },
        },
        {
          version: 3,
          changed_by: { id: agency.admin.id },
          changed_fields: ['travelers'],
          previous_data: { travelers: [] },
          new_data: { travelers: ['Vera Lind'] },
        },
        {
          version: 4,
          changed_by: { id: agency.owner.id },
          change_type: 'status_change',
          changed_fields: ['status'],
          comment: 'Paid by card',
        },
      ],
    });
    expect(answer.changes).toHaveLength(3);
    expect(await saleRow(id)).toEqual(before);
    expect(await historyOf(id)).toHaveLength(4);
  });

  test('hears of a plain request as well, and saves from the version they were told', async () => {
    const { id } = await agency.sale();
    await agency.admin.api.from('sales').update({ notes: 'By hand' }).eq('id', id);
    const told = await updateSale(agency.agent, id, 1, { notes: 'Mine' });
    expect(told).toMatchObject({ outcome: 'conflict', version: 2, changes: [{ changed_fields: ['notes'] }] });
    expect(await updateSale(agency.agent, id, told.version, { notes: 'Mine' })).toMatchObject({
      outcome: 'saved',
      version: 3,
    });
  });

  test('is asked again when the version lies ahead, and asked for one when there is none', async () => {
    const { id } = await agency.sale();
    expect(await updateSale(agency.agent, id, 7, { notes: 'x' })).toMatchObject({
      outcome: 'conflict',
      version: 1,
      changes: [],
    });
    const none = await tryUpdate(agency.agent, id, null as never, { notes: 'x' });
    expect(none.error).toMatchObject({ code: 'P0001', hint: 'version' });
  });

  test('gets the same answer about a sale of somebody else, of another organization, and of nobody', async () => {
    const { id } = await agency.sale({ agent: agency.rival });
    for (const [person, sale] of [
      [agency.agent, id],
      [otherAgency.owner, id],
      [agency.inactive, id],
      [agency.admin, NOBODY],
    ] as const) {
      for (const answer of [
        await tryUpdate(person, sale, 1, { notes: 'x' }),
        await tryUpdate(person, sale, 99, {}),
        await setStatus(person, sale, 'paid'),
        await setStatus(person, sale, 'booked'),
      ])
        expect([answer.status, answer.error]).toEqual([400, GONE]);
    }
    expect(await historyOf(id)).toHaveLength(1);
  });
});

describe('at the same moment', () => {
  test('of many editors exactly one saves, and all others are told', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await agency.sale();
      const people = [agency.agent, agency.admin, agency.owner, agency.agent, agency.admin, agency.owner];
      const answers = await Promise.all(
        people.map((person, index) => updateSale(person, id, 1, { notes: `Editor ${index}` })),
      );
      const saved = answers.flatMap((answer, index) => (answer.outcome === 'saved' ? [index] : []));
      expect(saved).toHaveLength(1);
      expect(await saleRow(id)).toMatchObject({ version: 2, notes: `Editor ${saved[0]}` });
      for (const answer of answers.filter(({ outcome }) => outcome === 'conflict'))
        expect(answer).toMatchObject({
          version: 2,
          sale: { notes: `Editor ${saved[0]}` },
          changes: [{ new_data: { notes: `Editor ${saved[0]}` } }],
        });
    }
  });

  test('an edit and a change of status: the edit is told, or the status comes after it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await agency.sale();
      const [edit, move] = await Promise.all([
        updateSale(agency.admin, id, 1, { total_amount: 1500 }),
        setStatus(agency.agent, id, 'paid'),
      ]);
      expect(move.error).toBeNull();
      const row = await saleRow(id);
      expect(row).toMatchObject({
        status: 'paid',
        total_amount: edit.outcome === 'saved' ? '1500.00' : '1000.00',
        version: edit.outcome === 'saved' ? 3 : 2,
      });
    }
  });

  test('an edit and a reassignment: who no longer has the sale is told no more about it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await agency.sale();
      const [edit, given] = await Promise.all([
        tryUpdate(agency.agent, id, 1, { notes: 'Mine' }),
        tryUpdate(agency.admin, id, 1, { agent_id: agency.rival.id }),
      ]);
      expect(given.error).toBeNull();
      const { outcome } = given.data as unknown as { outcome: string };
      if (outcome === 'saved') expect([edit.status, edit.error]).toEqual([400, GONE]);
      else expect(edit.data).toMatchObject({ outcome: 'saved' });
      expect((await saleRow(id)).version).toBe(2);
    }
  });
});
