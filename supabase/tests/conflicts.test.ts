import type { Json } from '../../shared/src/platform/api/database.types';
import { sql, sqlOne } from './support/database';
import { createCustomer, createWorld, saleInput, type Person, type World } from './support/world';

let world: World;
let abroad: World;
beforeAll(async () => {
  [world, abroad] = [await createWorld(), await createWorld()];
});

/** What update_sale answers. */
interface Saved {
  outcome: 'saved' | 'conflict';
  id?: string;
  version: number;
  sale?: Record<string, unknown>;
  changes?: {
    changed_by: { id: string; first_name: string; last_name: string } | null;
    changed_at: string;
    change_type: string;
    previous_data: Record<string, unknown> | null;
    new_data: Record<string, unknown>;
    changed_fields: string[];
    comment: string | null;
    version: number;
  }[];
}

async function create(person: Person, extra: object = {}, travelerIds?: string[]) {
  const { data, error } = await person.api.rpc('create_sale', {
    sale: saleInput(world, extra) as Json,
    ...(travelerIds ? { traveler_ids: travelerIds } : {}),
  });
  if (error) throw new Error(`${error.code}: ${error.message} (${error.hint})`);
  return data as unknown as { id: string; version: number };
}

const update = (person: Person, id: string, version: number, changes: object, travelerIds?: string[]) =>
  person.api.rpc('update_sale', {
    sale_id: id,
    expected_version: version,
    changes: changes as Json,
    ...(travelerIds ? { traveler_ids: travelerIds } : {}),
  });

const saved = async (...call: Parameters<typeof update>): Promise<Saved> => {
  const { data, error } = await update(...call);
  if (error) throw new Error(`${error.code}: ${error.message} (${error.hint})`);
  return data as unknown as Saved;
};

const setStatus = (person: Person, id: string, status: string, note?: string) =>
  person.api.rpc('update_sale_status', { sale_id: id, status, ...(note === undefined ? {} : { note }) });

const row = (id: string) =>
  sqlOne<{ version: number; notes: string | null; total_amount: string; status: string; agent_id: string }>(
    'select * from public.sales where id = $1',
    [id],
  );
const history = (id: string) =>
  sql<{
    version: number;
    change_type: string;
    changed_fields: string[];
    notes: string | null;
    comment: string | null;
  }>(
    'select version, change_type, changed_fields, notes, comment from public.sales_history where sales_id = $1 order by version',
    [id],
  );

describe('a version', () => {
  test('starts at 1 and rises with every change, whichever way it is made', async () => {
    const { id, version } = await create(world.agent);
    expect([version, (await row(id)).version]).toEqual([1, 1]);
    expect(await saved(world.agent, id, 1, { notes: 'Window seat' })).toEqual({
      outcome: 'saved',
      id,
      version: 2,
    });
    await world.agent.api.from('sales').update({ notes: 'Aisle seat' }).eq('id', id);
    const moved = await setStatus(world.agent, id, 'paid');
    expect(moved.data).toEqual({ id, status: 'paid', version: 4 });
    expect(await saved(world.admin, id, 4, {}, [await createCustomer(world.organizationId)])).toMatchObject({
      version: 5,
    });
    expect((await history(id)).map((entry) => [entry.version, entry.changed_fields])).toEqual([
      [1, expect.any(Array)],
      [2, ['notes']],
      [3, ['notes']],
      [4, ['status']],
      [5, ['travelers']],
    ]);
  });

  test('stays when nothing changes', async () => {
    const { id } = await create(world.agent, { notes: 'Same' });
    expect(await saved(world.agent, id, 1, { notes: ' Same ', total_amount: 1000 })).toMatchObject({
      version: 1,
    });
    expect(await saved(world.agent, id, 1, {})).toEqual({ outcome: 'saved', id, version: 1 });
    await world.agent.api.from('sales').update({ notes: 'Same' }).eq('id', id);
    expect([(await row(id)).version, (await history(id)).length]).toEqual([1, 1]);
  });
});

describe('a second editor', () => {
  test('is told what changed and by whom, and nothing is written', async () => {
    const { id } = await create(world.agent);
    const traveler = await createCustomer(world.organizationId);
    await saved(world.agent, id, 1, { notes: 'From the agent', total_amount: 1200 });
    await saved(world.admin, id, 2, {}, [traveler]);
    await setStatus(world.owner, id, 'paid', 'Paid by card');
    const before = await row(id);
    const answer = await saved(world.admin, id, 1, { notes: 'Mine' }, []);
    expect(answer).toMatchObject({
      outcome: 'conflict',
      version: 4,
      sale: {
        id,
        version: 4,
        notes: 'From the agent',
        total_amount: 1200,
        status: 'paid',
        customer: { id: world.customerId, last_name: 'Lind' },
        vendor: { id: world.vendorId, name: 'Blue Fleet' },
        agent: { id: world.agent.id },
        travelers: [{ id: traveler, first_name: 'Vera', last_name: 'Lind' }],
      },
      changes: [
        {
          version: 2,
          changed_by: { id: world.agent.id, first_name: 'agent', last_name: 'Test' },
          change_type: 'update',
          changed_fields: ['commission_amount', 'notes', 'total_amount'],
          previous_data: { notes: null, total_amount: 1000, commission_amount: 100 },
          new_data: { notes: 'From the agent', total_amount: 1200, commission_amount: 120 },
        },
        {
          version: 3,
          changed_by: { id: world.admin.id },
          changed_fields: ['travelers'],
          previous_data: { travelers: [] },
          new_data: { travelers: ['Vera Lind'] },
        },
        {
          version: 4,
          changed_by: { id: world.owner.id },
          change_type: 'status_change',
          changed_fields: ['status'],
          comment: 'Paid by card',
        },
      ],
    });
    expect(answer.changes).toHaveLength(3);
    expect(await row(id)).toEqual(before);
    expect(await history(id)).toHaveLength(4);
  });
});
void abroad;
