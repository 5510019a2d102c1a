import { historyOf, saleRow, setStatus } from '../support/sales';
import { commissionOf, createTestAgency, readyToPay, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

test('what is typed about a change of status stands in the history, beside the fixed note', async () => {
  const { id } = await agency.sale();
  const { data } = await setStatus(agency.agent, id, 'paid', '  Paid by card, receipt 77 ');
  expect(data).toEqual({ id, status: 'paid', version: 2 });
  expect((await historyOf(id))[1]).toMatchObject({
    change_type: 'status_change',
    changed_by: agency.agent.id,
    previous_data: { status: 'booked' },
    new_data: { status: 'paid' },
    notes: 'Status changed from booked to paid',
    comment: 'Paid by card, receipt 77',
  });
  expect(await commissionOf(id)).toMatchObject({ status: 'funds_received' });
});

test.each([undefined, null, '', '   '])('%j is no note', async (note) => {
  const { id } = await agency.sale();
  await setStatus(agency.agent, id, 'cancelled', note);
  expect((await historyOf(id))[1]).toMatchObject({ version: 2, comment: null });
});

test('a note belongs to its own change only', async () => {
  const first = await agency.sale();
  const second = await agency.sale();
  await setStatus(agency.agent, first.id, 'paid', 'For the first');
  await setStatus(agency.agent, second.id, 'paid');
  await agency.agent.api.from('sales').update({ status: 'cancelled' }).eq('id', first.id);
  expect((await historyOf(second.id))[1]?.comment).toBeNull();
  expect((await historyOf(first.id)).map(({ comment }) => comment)).toEqual([null, 'For the first', null]);
});

test('an over-long note is refused at its field, and nothing moves', async () => {
  const { id } = await agency.sale();
  const { error } = await setStatus(agency.agent, id, 'paid', 'x'.repeat(5001));
  expect(error).toMatchObject({ code: 'P0001', hint: 'note', message: 'Use at most 5,000 characters.' });
  expect((await setStatus(agency.agent, id, 'paid', 'x'.repeat(5000))).error).toBeNull();
  expect(await historyOf(id)).toHaveLength(2);
});

test('a move to where the sale stands already is refused, so that no note is lost', async () => {
  const { id } = await agency.sale();
  const answers = await Promise.all([
    setStatus(agency.agent, id, 'paid', 'first'),
    setStatus(agency.admin, id, 'paid', 'second'),
  ]);
  const errors = answers.flatMap(({ error }) => (error ? [error] : []));
  expect(errors).toMatchObject([{ hint: 'status', message: 'This sale is already paid.' }]);
  expect((await saleRow(id)).version).toBe(2);
});

test.each([
  ['lost', 'Invalid status specified'],
  ['', 'Invalid status specified'],
  [null, 'Invalid status specified'],
])('%j is no status', async (status, message) => {
  const { id } = await agency.sale();
  expect((await setStatus(agency.agent, id, status as string)).error).toMatchObject({
    message,
    hint: 'status',
  });
});

test('illegal moves are refused with the reason, by function as by request', async () => {
  const { id } = await agency.sale();
  const payment = await readyToPay(agency, id);
  expect((await setStatus(agency.admin, id, 'booked', 'Sorry')).error).toMatchObject({
    message: 'A paid sale cannot return to Booked.',
  });
  await agency.admin.api.rpc('record_agent_payment', payment);
  expect((await setStatus(agency.admin, id, 'cancelled', 'Sorry')).error).toMatchObject({
    message: 'The agent has been paid, so this sale can no longer be cancelled.',
  });
  const cancelled = await agency.sale();
  await setStatus(agency.agent, cancelled.id, 'cancelled');
  expect((await setStatus(agency.admin, cancelled.id, 'paid')).error).toMatchObject({
    message: 'Cancellation is final.',
  });
});
