import { at, newsOf, post, read, words } from '../support/conversations';
import { addCustomer, erase, merge, undoMerge } from '../support/customers';
import { sql } from '../support/database';
import { findText } from '../support/find-text';
import { createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const customer = (id: string) => ({ type: 'customers', id }) as const;

test('an erasure takes the words about a customer from their own conversation and their name from all others', async () => {
  const id = await addCustomer(agency.agent, { first_name: 'Zenobia', last_name: 'Quillfeather' });
  const sale = await agency.sale({ customer: id });
  const other = await agency.sale({ reference: 'OT-1' });
  const own = await post(agency.agent, customer(id), `Zenobia hates heights ${at(agency.admin)}`);
  await post(agency.agent, { type: 'sales', id: sale.id }, 'Zenobia pays on Friday');
  await post(agency.admin, { type: 'commissions', id: sale.commissionId }, 'Waiting for Quillfeather');
  await post(
    agency.agent,
    { type: 'sales', id: other.id },
    'Like Zenobia Quillfeather, but Zenobia is a fine name',
  );
  expect(await erase(agency.admin, id, 'Zenobia Quillfeather')).toMatchObject({ success: true });

  expect(await findText('Quillfeather')).toEqual([]);
  expect(await words(agency.agent, customer(id))).toEqual([null]);
  expect(await words(agency.agent, { type: 'sales', id: sale.id })).toEqual([
    'Erased customer pays on Friday',
  ]);
  expect(await words(agency.admin, { type: 'commissions', id: sale.commissionId })).toEqual([
    'Waiting for Erased customer',
  ]);
  expect(await words(agency.agent, { type: 'sales', id: other.id })).toEqual([
    'Like Erased customer, but Zenobia is a fine name',
  ]);
  expect((await newsOf(agency.admin)).filter(({ communication_id }) => communication_id === own)).toEqual([]);
});

test('the customer’s copy of their data has what was written about them, with names for mentions', async () => {
  const id = await addCustomer(agency.agent, { first_name: 'Yann', last_name: 'Export' });
  await post(agency.agent, customer(id), `Prefers mornings, ${at(agency.admin)}`);
  const deleted = await post(agency.agent, customer(id), 'Withdrawn');
  await agency.agent.api.rpc('delete_message', { message_id: deleted });
  const { data: disclosure } = await agency.admin.api.rpc('export_customer_data', { customer_id: id });
  const { data } = await agency.admin.api.rpc('read_customer_data', { disclosure_id: disclosure ?? '' });
  expect((data as { conversation: unknown }).conversation).toMatchObject([
    { text: 'Prefers mornings, @admin Test' },
  ]);
});

test('a merge brings the threads together and its undoing takes them back, with replies and news', async () => {
  const kept = await addCustomer(agency.agent, { first_name: 'Mara', last_name: 'Kept' });
  const gone = await addCustomer(agency.agent, { first_name: 'Mara', last_name: 'Gone' });
  await post(agency.agent, customer(kept), 'Kept one');
  const thread = await post(agency.agent, customer(gone), `Gone one ${at(agency.admin)}`);
  const merged = await merge(agency.admin, kept, gone);
  expect(merged).toMatchObject({ success: true });
  expect(await words(agency.agent, customer(kept))).toEqual(['Kept one', `Gone one ${at(agency.admin)}`]);
  expect(await words(agency.agent, customer(gone))).toEqual([]);
  const leadsTo = async () =>
    (await newsOf(agency.admin)).find(({ communication_id }) => communication_id === thread)?.commentable_id;
  expect(await leadsTo()).toBe(kept);

  const reply = await post(agency.admin, customer(kept), 'Reply since', thread);
  await undoMerge(agency.admin, (merged as { merge_id: string }).merge_id);
  expect(await words(agency.agent, customer(kept))).toEqual(['Kept one']);
  const back = await read(agency.agent, customer(gone));
  expect(typeof back === 'string' ? back : back.messages.map(({ id }) => id)).toEqual([thread, reply]);
  expect(await leadsTo()).toBe(gone);
});

test('what was said of a record goes with it', async () => {
  const id = await addCustomer(agency.agent, { first_name: 'Never', last_name: 'Used' });
  const message = await post(agency.agent, customer(id), `Mistake ${at(agency.admin)}`);
  await agency.admin.api.rpc('delete_customer', { customer_id: id });
  const left = await sql(
    `select id from public.communications where id = $1
     union all select id from public.notifications where communication_id = $1
     union all select user_id from public.communication_reads where commentable_id = $2`,
    [message, id],
  );
  expect(left).toEqual([]);
});
