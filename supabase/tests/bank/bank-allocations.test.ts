import { ask, createAccount, importLines, line, transaction } from '../support/bank';
import { deposit as depositTo, match as matchAs, received, type MatchAnswer } from '../support/bank-matches';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, createVendor, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
});

const deposit = (amount: string) => depositTo(agency.admin, account, amount);
const match = (row: { id: string; version: number }, parts: object[], extra: object = {}) =>
  matchAs(agency.admin, row, parts, extra);
const undo = (groupId: string) => ask<MatchAnswer>(agency.admin, 'undo_bank_decision', { group_id: groupId });

test('a match makes a commission received, its history names the deposit, and the agent hears of it', async () => {
  const owes = await agency.sale({ reference: 'CR-1001', commission: 300 });
  const row = await deposit('300.00');
  expect(await match(row, [{ commission_id: owes.commissionId, amount: 300 }])).toMatchObject({
    success: true,
  });
  expect(await received(owes.commissionId)).toMatchObject({
    status: 'funds_received',
    received_amount: '300.00',
    open_amount: '0.00',
  });
  const history = await sql(
    'select notes from public.commission_history where commission_id = $1 order by created_at',
    [owes.commissionId],
  );
  expect(history.at(-1)?.notes).toBe('Deposit of 2026-05-10 matched');
  expect(
    await sql('select 1 from public.notifications where user_id = $1 and commentable_id = $2', [
      agency.agent.id,
      owes.commissionId,
    ]),
  ).toHaveLength(1);
  expect(
    await ask(agency.agent, 'get_commission_record', { commission_id: owes.commissionId }),
  ).toMatchObject({
    deposits: [{ amount: 300, booked_on: '2026-05-10' }],
  });
  expect(await ask(agency.rival, 'get_commission_record', { commission_id: owes.commissionId })).toEqual({
    history: { entries: [], names: {} },
    deposits: [],
    payout: null,
  });
});

test('what an admin said of a receipt gives way to the deposit, and is back when the match is taken back', async () => {
  const receipt = (id: string) =>
    sqlOne(
      'select status, received_on::text, received_amount, received_how, open_amount from public.commissions where id = $1',
      [id],
    );
  const owes = await agency.sale({ reference: 'CR-1012', commission: 300 });
  expect(
    await ask(agency.admin, 'record_receipt', {
      commission_id: owes.commissionId,
      received_on: '2026-05-02',
      received_amount: 290,
    }),
  ).toMatchObject({ success: true });
  const said = await receipt(owes.commissionId);
  expect(said).toMatchObject({ status: 'funds_received', received_how: 'word', open_amount: '10.00' });
  const matched = await match(await deposit('300.00'), [{ commission_id: owes.commissionId, amount: 300 }]);
  expect(await receipt(owes.commissionId)).toEqual({
    status: 'funds_received',
    // The day that was recorded stays.
    received_on: '2026-05-02',
    received_amount: '300.00',
    received_how: 'deposit',
    open_amount: '0.00',
  });
  expect(await ask(agency.admin, 'record_receipt', { commission_id: owes.commissionId })).toMatchObject({
    success: false,
    ...CODED,
    error: 'The deposit says what was received, and when.',
  });
  await undo(matched.group_id);
  expect(await receipt(owes.commissionId)).toEqual(said);
});

test('a commission whose sale was paid before is open for its deposit all the same', async () => {
  const owes = await agency.sale({ reference: 'CR-1002', commission: 300, paid: true });
  const before = await received(owes.commissionId);
  expect(before).toMatchObject({ status: 'funds_received', open_amount: '300.00' });
  const { group_id: group } = await match(await deposit('300.00'), [
    { commission_id: owes.commissionId, amount: 300 },
  ]);
  expect(await received(owes.commissionId)).toMatchObject({ status: 'funds_received', open_amount: '0.00' });
  await undo(group);
  expect(await received(owes.commissionId)).toEqual(before);
});

test('short pay stays open by default; written off it is settled, with a reason', async () => {
  const owes = await agency.sale({ reference: 'CR-1003', commission: 300 });
  const first = await match(await deposit('250.00'), [{ commission_id: owes.commissionId, amount: 250 }]);
  expect(await received(owes.commissionId)).toMatchObject({
    status: 'unpaid',
    received_amount: '250.00',
    open_amount: '50.00',
  });
  await undo(first.group_id);
  const row = await deposit('250.00');
  expect(await match(row, [{ commission_id: owes.commissionId, amount: 250, write_off: 50 }])).toMatchObject({
    success: false,
    ...CODED,
    error: 'Say why the rest is written off.',
  });
  await match(row, [
    { commission_id: owes.commissionId, amount: 250, write_off: 50, reason: 'Their rate fell' },
  ]);
  expect(await received(owes.commissionId)).toMatchObject({
    status: 'funds_received',
    received_amount: '250.00',
    open_amount: '0.00',
  });
});

// Holds first-version-12
test('two deposits pay one commission; taking the second back makes it unpaid again', async () => {
  const owes = await agency.sale({ reference: 'CR-1004', commission: 300 });
  await match(await deposit('100.00'), [{ commission_id: owes.commissionId, amount: 100 }]);
  const second = await match(await deposit('200.00'), [{ commission_id: owes.commissionId, amount: 200 }]);
  expect(await received(owes.commissionId)).toMatchObject({
    status: 'funds_received',
    received_amount: '300.00',
  });
  await undo(second.group_id);
  expect(await received(owes.commissionId)).toMatchObject({
    status: 'unpaid',
    received_amount: '100.00',
    open_amount: '200.00',
  });
});

test('a deposit pays several commissions, less a fee, and the rest is unclaimed and placed later', async () => {
  const [a, b, c] = [
    await agency.sale({ reference: 'CR-1005', commission: 100 }),
    await agency.sale({ reference: 'CR-1006', commission: 200 }),
    await agency.sale({ reference: 'CR-1007', commission: 35 }),
  ];
  const row = await deposit('320.00');
  const parts = [a, b].map(({ commissionId: id }, n) => ({ commission_id: id, amount: 100 * (n + 1) }));
  expect(await match(row, parts, { fee: 15, unclaimed: 34 })).toMatchObject({
    error: '1.00 is not placed yet.',
  });
  expect(await match(row, parts, { fee: 15, unclaimed: 36 })).toMatchObject({
    error: '1.00 too much is placed.',
  });
  expect(await match(row, parts, { fee: 15, unclaimed: 35 })).toMatchObject({ success: true });
  const matched = await transaction(row.id);
  expect(matched).toMatchObject({ status: 'matched', unclaimed_amount: '35.00', fee_amount: '15.00' });
  await expect(
    sql('update public.bank_transactions set unclaimed_amount = 30 where id = $1', [row.id]),
  ).rejects.toThrow('The parts of this transaction do not add up to its amount: 5.00 is left.');
  const placed = await match(matched, [...parts, { commission_id: c.commissionId, amount: 35 }], { fee: 15 });
  expect(await transaction(row.id)).toMatchObject({ unclaimed_amount: '0.00', fee_amount: '15.00' });
  await undo(placed.group_id);
  expect(await transaction(row.id)).toMatchObject({ status: 'matched', unclaimed_amount: '35.00' });
  expect(await received(c.commissionId)).toMatchObject({ open_amount: '35.00', received_amount: null });
});

test('a recall takes commission back; what it took is not owed again, and taking the recall back restores it', async () => {
  const owes = await agency.sale({ reference: 'CR-1008', commission: 134.4 });
  const brought = await match(await deposit('134.40'), [{ commission_id: owes.commissionId, amount: 134.4 }]);
  const before = await received(owes.commissionId);
  const recall = await match(await deposit('-134.40'), [
    { commission_id: owes.commissionId, amount: -134.4 },
  ]);
  expect(await received(owes.commissionId)).toMatchObject({
    status: 'unpaid',
    deposited_amount: '0.00',
    open_amount: '0.00',
  });
  expect(await undo(brought.group_id)).toMatchObject({ success: false, code: 'taken_back_since' });
  await undo(recall.group_id);
  expect(await received(owes.commissionId)).toEqual(before);
});

test('money out finds what deposits paid, by what was deposited, and may take back any of it', async () => {
  const [paid, open] = [
    await agency.sale({ reference: 'CR-1081', commission: 134.4 }),
    await agency.sale({ reference: 'CR-1082', commission: 90 }),
  ];
  await match(await deposit('134.40'), [{ commission_id: paid.commissionId, amount: 134.4 }]);
  const find = async (search: string | null, takenBack: boolean) =>
    (
      await ask<{ rows: { commission_id: string; expected: number }[] }>(
        agency.admin,
        'find_open_commissions',
        {
          search,
          taken_back: takenBack,
        },
      )
    ).rows.map(({ commission_id: id, expected }) => [id, expected]);
  expect(await find('CR-108', false)).toEqual([[open.commissionId, 90]]);
  expect(await find('CR-108', true)).toEqual([[paid.commissionId, 134.4]]);
  expect(await find('134.40', true)).toEqual([[paid.commissionId, 134.4]]);
  expect(await find(null, true)).toEqual([]);
  const row = await deposit('-50.00');
  expect(await match(row, [{ commission_id: open.commissionId, amount: -50 }])).toMatchObject({
    success: false,
    ...CODED,
    error: 'No deposit of that amount was matched with CR-1082.',
  });
  expect(await match(row, [{ commission_id: paid.commissionId, amount: -50 }])).toMatchObject({
    success: true,
  });
  expect(await received(paid.commissionId)).toMatchObject({
    deposited_amount: '84.40',
    received_amount: '134.40',
  });
});

test('a deposit of which commission was taken back since is moved to no other commission', async () => {
  const [one, two] = [
    await agency.sale({ reference: 'MV-1', commission: 300 }),
    await agency.sale({ reference: 'MV-2', commission: 300 }),
  ];
  const row = await deposit('300.00');
  const { version } = await match(row, [{ commission_id: one.commissionId, amount: 300 }]);
  await match(await deposit('-100.00'), [{ commission_id: one.commissionId, amount: -100 }]);
  expect(await match({ ...row, version }, [{ commission_id: two.commissionId, amount: 300 }])).toMatchObject({
    success: false,
    field: 'parts',
    error: 'The vendor took commission of it back since. Take that match back first.',
  });
});

test('many that were set aside are taken back at once, and what was learned with them', async () => {
  const lines = Array.from({ length: 230 }, (_, n) => line(n + 1, `RENT OF DESK ${n}`, `-${10 + n}.00`));
  const { rows } = await importLines(agency.admin, account, lines);
  const aside = await ask<MatchAnswer>(agency.admin, 'set_aside_bank_transactions', {
    transactions: rows.map(({ id, version }) => ({ id, version })),
    category: 'other',
  });
  expect(await undo(aside.group_id)).toMatchObject({ success: true, more: false });
  const [first] = rows;
  expect(await transaction(first?.id ?? '')).toMatchObject({ status: 'open', category: null });
  expect(
    await sql(`select 1 from public.bank_transactions where organization_id = $1 and status = 'set_aside'`, [
      agency.organizationId,
    ]),
  ).toEqual([]);
  await expect(undo(aside.group_id)).resolves.toMatchObject({ error: 'There is nothing to take back.' });
});

test('a match may say whose money it is: a vendor of the agency, no other', async () => {
  const owes = await agency.sale({ reference: 'CR-1010', commission: 300 });
  const [own, foreign] = [
    await createVendor(agency.organizationId),
    await createVendor((await createTestAgency()).organizationId),
  ];
  const row = await deposit('300.00');
  const parts = [{ commission_id: owes.commissionId, amount: 300 }];
  expect(await match(row, parts, { vendor_id: foreign })).toMatchObject({
    success: false,
    ...CODED,
    error: 'This vendor does not exist.',
    field: 'vendor_id',
  });
  expect(await match(row, parts, { vendor_id: own })).toMatchObject({ success: true });
  expect(await transaction(row.id)).toMatchObject({ vendor_id: own });
});

test('only deposits with their versions are accepted', async () => {
  const { id, version } = await deposit('300.00');
  for (const wrong of ['x', [{ id }], [{ version }], [{ id, version: 'x' }], [{ id: 'x', version }]])
    await expect(ask(agency.admin, 'accept_bank_suggestions', { transactions: wrong })).rejects.toThrow(
      'Send up to 500 transactions with their versions.',
    );
});

test('many that were accepted are taken back in steps', async () => {
  const count = 60;
  for (let n = 0; n < count; n += 1)
    await agency.sale({ reference: `LG-${10_000 + n}`, commission: 100 + n });
  const { rows } = await importLines(
    agency.admin,
    account,
    Array.from({ length: count }, (_, n) => line(n + 1, `BLUE FLEET LG${10_000 + n}`, `${100 + n}.00`)),
  );
  let group: string | null = null;
  for (let rest = rows; rest.length > 0;) {
    const done: { group_id: string; accepted: string[] } = await ask(
      agency.admin,
      'accept_bank_suggestions',
      {
        transactions: rest.map(({ id, version }) => ({ id, version })),
        group_id: group,
      },
    );
    group = done.group_id;
    rest = rest.filter(({ id }) => !done.accepted.includes(id));
  }
  const left = () =>
    sqlOne(
      `select count(*)::int as n from public.bank_transactions where organization_id = $1 and status = 'matched'`,
      [agency.organizationId],
    );
  expect(await left()).toEqual({ n: count });
  expect(await undo(group!)).toMatchObject({ success: true, more: true });
  expect(await left()).toEqual({ n: count - 50 });
  expect(await undo(group!)).toMatchObject({ success: true, more: false });
  expect(await left()).toEqual({ n: 0 });
}, 60_000);

test('under deposit_matched a paid sale stays unpaid until its deposit, and its agent is not paid', async () => {
  const { error } = await agency.owner.api
    .from('organizations')
    .update({ commission_received_on: 'deposit_matched' })
    .eq('id', agency.organizationId);
  expect(error).toBeNull();
  const owes = await agency.sale({ reference: 'CR-1009', commission: 300, paid: true });
  expect(await received(owes.commissionId)).toMatchObject({ status: 'unpaid' });
  const matched = await match(await deposit('300.00'), [{ commission_id: owes.commissionId, amount: 300 }]);
  expect(await received(owes.commissionId)).toMatchObject({ status: 'funds_received' });
  await undo(matched.group_id);
  expect(await received(owes.commissionId)).toMatchObject({ status: 'unpaid', received_amount: null });
  const { error: back } = await agency.admin.api
    .from('commissions')
    .update({ status: 'funds_received' })
    .eq('id', owes.commissionId);
  expect(back).toBeNull();
  const { error: again } = await agency.admin.api
    .from('commissions')
    .update({ status: 'unpaid' })
    .eq('id', owes.commissionId);
  expect(again?.message).toContain('cannot return to Unpaid');
});

test('what the vendor takes back in a deposit is a negative part of it, to the cent, and goes back with it', async () => {
  const before = await agency.sale({ reference: 'CR-1020', commission: 120 });
  const paid = await agency.sale({ reference: 'CR-1021', commission: 300 });
  await match(await deposit('120.00'), [{ commission_id: before.commissionId, amount: 120 }]);
  const netted = await deposit('180.00');
  const parts = [
    { commission_id: paid.commissionId, amount: 300 },
    { commission_id: before.commissionId, amount: -120, expected: 120 },
  ];
  expect((await match(netted, [{ ...parts[0], amount: 301 }, parts[1] ?? {}])).error).toContain('too much');
  expect(
    (
      await match(netted, [parts[0] ?? {}, { commission_id: before.commissionId, amount: -120.5 }], {
        unclaimed: 0.5,
      })
    ).error,
  ).toContain('No deposit of that amount');
  const done = await match(netted, parts);
  expect(done.error).toBeNull();
  const taken = () =>
    sql('select deposited_amount, taken_back_amount, open_amount from public.commissions where id = $1', [
      before.commissionId,
    ]);
  expect(await taken()).toEqual([
    { deposited_amount: '0.00', taken_back_amount: '120.00', open_amount: '0.00' },
  ]);
  await undo(done.group_id);
  expect(await taken()).toEqual([
    { deposited_amount: '120.00', taken_back_amount: '0.00', open_amount: '0.00' },
  ]);
});

test('a part of a commission of another agency, a cancelled one, or with the wrong sign is refused', async () => {
  const other = await createTestAgency();
  const [foreign, cancelled, own] = [
    await other.sale({ reference: 'CR-1', commission: 10 }),
    await agency.sale({ reference: 'CR-2', commission: 10, cancelled: true }),
    await agency.sale({ reference: 'CR-3', commission: 10 }),
  ];
  const row = await deposit('10.00');
  const refused = async (parts: object[], extra: object = {}) => (await match(row, parts, extra)).error;
  expect(await refused([{ commission_id: foreign.commissionId, amount: 10 }])).toBe(
    'This commission does not exist.',
  );
  expect(await refused([{ commission_id: cancelled.commissionId, amount: 10 }])).toBe(
    'The commission on CR-2 is cancelled.',
  );
  expect(await refused([{ commission_id: own.commissionId, amount: -10 }], { unclaimed: 20 })).toBe(
    'No deposit of that amount was matched with CR-3.',
  );
  expect(
    (
      await match(await deposit('-10.00'), [{ commission_id: own.commissionId, amount: 10 }], {
        unclaimed: -20,
      })
    ).error,
  ).toBe('A part has the sign of its transaction.');
  expect(
    await refused([
      { commission_id: own.commissionId, amount: 5 },
      { commission_id: own.commissionId, amount: 5 },
    ]),
  ).toContain('twice');
  expect(await refused([{ commission_id: own.commissionId, amount: '1e9' }])).toContain('Each part needs');
  expect(await transaction(row.id)).toMatchObject({ version: 1, unclaimed_amount: '0.00' });
  expect(await sql('select 1 from public.bank_decisions where transaction_id = $1', [row.id])).toEqual([]);
});
