import { addCustomer, customerRow, differences, erase, merge, undoMerge } from '../support/customers';
import { ask, createAccount, line, sendLines, transaction, transactionsOf } from '../support/bank';
import { fillConnection } from '../support/bank-connections';
import { sql } from '../support/database';
import { createSale, saleRow, setStatus, updateSale } from '../support/sales';
import { findText } from '../support/find-text';
import { createTestAgency, readyToPay, untyped, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

describe('names in the texts of an organization', () => {
  const FORMER = ['Ottokar', 'Wunderlích'] as const;
  const NOW = ['Ottokara', 'Sonderbar'] as const;

  /** A customer who was renamed, and somebody else with everything that can be written on and about them. */
  async function written() {
    const id = await addCustomer(agency.agent, {
      first_name: FORMER[0],
      last_name: FORMER[1],
      email: 'otto@mail.test',
    });
    const { error } = await agency.agent.api.rpc('update_customer', {
      customer_id: id,
      expected_version: 1,
      customer: { first_name: NOW[0], last_name: NOW[1] },
    });
    expect(error).toBeNull();
    return id;
  }

  /** They stand in the agency's bank: in what a connection says, a file's name, texts, a statement, what was learned and the reason of a decision. */
  async function bankOf(name: string, payer: string): Promise<void> {
    await fillConnection(agency, name);
    const account = await createAccount(agency.admin);
    const owes = await agency.sale({ reference: 'ER-10001', commission: 100 });
    const { id } = await sendLines(
      agency.admin,
      account,
      [
        line(1, `ZELLE FROM ${payer}`, '99.00', { counterparty: name, reference: name, bank_id: name }),
        line(2, `${payer} RENT`, '-5.00'),
      ],
      `${name}.csv`,
    );
    await ask(agency.admin, 'finish_bank_import', { import_id: id });
    const [deposit, rent] = await transactionsOf(id);
    await ask(agency.admin, 'save_bank_remittance', {
      transaction_id: deposit?.id,
      file_name: `${name}.csv`,
      lines: [{ line: 1, reference: name, name, amount: '99.00' }],
    });
    const matched = await ask(agency.admin, 'match_bank_transaction', {
      transaction_id: deposit?.id,
      expected_version: (await transaction(deposit?.id ?? '')).version,
      parts: [{ commission_id: owes.commissionId, amount: 99, write_off: 1, reason: `${name} says so` }],
    });
    expect(matched).toMatchObject({ success: true });
    // The decision keeps what was before it.
    await ask(agency.admin, 'undo_bank_decision', { group_id: matched['group_id'] });
    await ask(agency.admin, 'set_aside_bank_transactions', {
      transactions: [{ id: rent?.id, version: (await transaction(rent?.id ?? '')).version }],
      category: 'other',
    });
  }

  test('are found as they were and are, in either order, in any case, without accents, everywhere', async () => {
    const id = await written();
    const friend = await addCustomer(agency.agent, {
      first_name: 'Ada',
      last_name: 'Friend',
      notes: 'Knows OTTOKAR  WUNDERLICH from school (otto@mail.test)',
      preferences: { notes: 'Next to Sonderbar, Ottokara', seat: 'Ottokara Sonderbar'.padStart(100, 'x ') },
      emergency_name: 'Ottokara Sonderbar',
      emergency_phone: '12345678',
    });
    const other = await addCustomer(agency.agent, { first_name: 'Bo', last_name: 'Friend' });
    await untyped(agency.agent.api, 'customer_companions').insert({
      customer_id: friend,
      companion_id: other,
      relation: 'through Ottokar Wunderlích',
    });
    await sql(`update public.vendor_terms set notes = 'Ask for Ottokara Sonderbar' where vendor_id = $1`, [
      agency.vendorId,
    ]);
    await sql(
      `insert into public.import_batches (organization_id, kind, file_name, file_hash, headers, mapping, total_rows, created_by)
       values ($1, 'customers', 'wunderlich ottokar.csv', repeat('a', 64), '{a}', '{}', 1, $2)`,
      [agency.organizationId, agency.admin.id],
    );
    await sql(
      `insert into private.import_check_rows (check_id, row_number, created_by, keys, import_row)
       values (gen_random_uuid(), 1, $1, '{email ottokar}', '{"customer": "Ottokar Wunderlich"}')`,
      [agency.agent.id],
    );
    const unlinked = await agency.sale({
      customer: friend,
      notes: 'Paid by Ottokar Wunderlich',
      reference: 'OTTOKARA SONDERBAR 7',
    });
    await updateSale(agency.agent, unlinked.id, 1, {
      notes: 'Paid by "ottokara sonderbar", not by Ottokarasonderbarius',
    });
    const paid = await agency.sale({ customer: friend });
    const payment = await readyToPay(agency, paid.id);
    await agency.admin.api.rpc('record_agent_payment', {
      ...payment,
      notes: 'For Ottokar Wunderlích',
      reference: 'Sonderbar Ottokara',
    });
    await untyped(agency.admin.api, 'commissions')
      .update({ notes: 'Ottokar Wunderlich again' })
      .eq('sales_id', paid.id);
    for (const write_off_reason of ['Ottokara Sonderbar paid the fee', 'Ottokar Wunderlich said so'])
      await agency.admin.api.rpc('record_receipt', {
        commission_id: payment.commission_id,
        received_on: '2026-06-01',
        received_amount: 1,
        write_off_reason,
      });
    await setStatus(agency.agent, unlinked.id, 'cancelled', 'Ottokara Sonderbar called');
    const twin = await addCustomer(agency.agent, {
      first_name: 'Twin',
      last_name: 'Friend',
      notes: 'Ottokara Sonderbar too',
    });
    const { merge_id } = await merge(agency.admin, other, twin);
    // A sale that was theirs for a while, and told so.
    const moved = await agency.sale({ customer: id });
    await agency.agent.api.from('sales').update({ customer_id: friend }).eq('id', moved.id);
    await agency.admin.api.from('sales').update({ status: 'paid' }).eq('id', moved.id);
    await sql(
      `insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
       values ($1, $2, 'sale', 'News of Ottokara Sonderbar', 'sales', $3)`,
      [agency.organizationId, agency.agent.id, moved.id],
    );
    await bankOf('Ottokar Wunderlich', 'OTTOKAR WUNDERLICH');
    await agency.agent.api
      .from('saved_reports')
      .insert({ name: 'Trips of Ottokar Wunderlich', definition: { report: 'sales' } });
    const named = (note: string) =>
      ask(agency.admin, 'add_payout_adjustment', {
        agent_id: agency.agent.id,
        kind: 'bonus',
        amount: 5,
        note,
      });
    await named('For Ottokar Wunderlich');
    const first = await agency.payout({
      name: 'Ottokar Wunderlich leaves',
      paid: true,
      reference: 'Sonderbar, Ottokara',
    });
    const [statement] = await sql<{ id: string }>(
      'select id from public.payout_statements where batch_id = $1',
      [first],
    );
    const cameBack = { statement_id: statement?.id, reason: 'Check sent to Ottokar Wunderlich' };
    await ask(agency.admin, 'void_statement_payment', cameBack);
    const held = await agency.sale({ reference: 'HELD-OTTO', paid: true });
    const batch = await agency.payout();
    await named('Ottokara Sonderbar said thank you');
    await ask(agency.admin, 'hold_commission', {
      commission_id: held.commissionId,
      reason: 'Ottokara Sonderbar has not written yet',
    });
    await ask(agency.admin, 'discard_payout', { batch_id: batch });
    expect((await findText('wunderl|sonderbar|otto@mail')).length).toBeGreaterThan(20);

    expect(await erase(agency.admin, id, NOW.join(' '))).toMatchObject({ success: true });
    // What is no name stays.
    const rest = (await findText('wunderl|sonderbar|otto@mail')).filter(
      (row) => !/Ottokarasonderbarius/.test(row),
    );
    expect(rest).toEqual([]);
    expect(await saleRow(unlinked.id)).toMatchObject({
      notes: 'Paid by "Erased customer", not by Ottokarasonderbarius',
      booking_reference: 'Erased customer 7',
      total_amount: '1000.00',
    });
    expect(await customerRow(friend)).toMatchObject({
      notes: 'Knows Erased customer from school (Erased customer)',
      preferences: { notes: 'Next to Erased customer', seat: 'Erased customer'.padStart(97, 'x ') },
      emergency_name: null,
      emergency_phone: null,
    });
    // What only mentioned them can still be undone.
    expect(await undoMerge(agency.admin, merge_id)).toMatchObject({ success: true });
    expect(await differences(agency.organizationId)).toEqual([]);
  });

  test('are taken from lines of a sale, the notes of its payments, fee and penalty, whoever paid them', async () => {
    const id = await addCustomer(agency.agent, { first_name: 'Quirin', last_name: 'Zanderbach' });
    const name = 'Quirin Zanderbach';
    const written = async (customer: string | undefined, reference: string) => {
      const sale = await createSale(agency.agent, agency, {
        ...(customer && { customer_id: customer }),
        booking_reference: reference,
        lines: [
          { kind: 'cruise', text: `Suite of ${name}`, amount: 800, earns: 'rate', rate: 10 },
          { kind: 'taxes', amount: 90 },
          { kind: 'service_fee', text: `Planned for ${name}`, amount: 100 },
        ],
      });
      await ask(agency.agent, 'record_customer_payment', {
        ...{ sale_id: sale.id, amount: 50, paid_on: '2026-01-20', payment_method: 'cash' },
        note: `From ${name} in person`,
      });
      await sql(`update public.other_commissions set notes = $2 where sales_id = $1`, [
        sale.id,
        `${name} asked for less`,
      ]);
      return sale.id;
    };
    const [own, strangers] = [await written(id, 'ER-20001'), await written(undefined, 'ER-20002')];
    expect((await findText('zanderbach')).length).toBeGreaterThan(8);
    expect(await erase(agency.admin, id, name)).toMatchObject({ success: true });
    expect(await findText('zanderbach')).toEqual([]);
    for (const sale of [own, strangers]) {
      expect(
        await sql('select text, amount from public.sale_lines where sale_id = $1 order by place', [sale]),
      ).toEqual([
        { text: 'Suite of Erased customer', amount: '800.00' },
        { text: null, amount: '90.00' },
        { text: 'Planned for Erased customer', amount: '100.00' },
      ]);
      expect(await sql('select notes from public.customer_payments where sales_id = $1', [sale])).toEqual([
        { notes: 'From Erased customer in person' },
      ]);
      expect(await sql('select notes from public.other_commissions where sales_id = $1', [sale])).toEqual([
        { notes: 'Erased customer asked for less' },
      ]);
      expect(await saleRow(sale)).toMatchObject({ total_amount: '990.00' });
    }
  });

  test('that somebody else has too stay theirs, except on the sales of the one who goes', async () => {
    const [gone, stays] = [
      await addCustomer(agency.agent, { first_name: 'Same', last_name: 'Namesake', email: 'a@mail.test' }),
      await addCustomer(agency.agent, {
        first_name: 'Same',
        last_name: 'Namesake',
        notes: 'Same Namesake herself',
      }),
    ];
    const own = await agency.sale({ customer: stays, notes: 'Same Namesake wants a window' });
    const sold = await agency.sale({ customer: gone, notes: 'Same Namesake wants an aisle' });
    await untyped(agency.admin.api, 'commissions')
      .update({ notes: 'Mrs. Namesake pays' })
      .eq('sales_id', sold.id);
    await erase(agency.admin, gone, 'Same Namesake');
    expect(await saleRow(own.id)).toMatchObject({ notes: 'Same Namesake wants a window' });
    expect(await customerRow(stays)).toMatchObject({ notes: 'Same Namesake herself' });
    expect(await saleRow(sold.id)).toMatchObject({ notes: null });
    const [commission] = await sql<{ notes: string }>(
      'select notes from public.commissions where sales_id = $1',
      [sold.id],
    );
    expect(commission?.notes).toBe('Mrs. Erased customer pays');
  });

  test('a name made of signs is no pattern, and a long text is not cut off by a constraint', async () => {
    const id = await addCustomer(agency.agent, { first_name: '.*', last_name: '(a+)+"' });
    const long = `${'x'.repeat(4993)} .* (a+)+"`.slice(-5000);
    const sale = await agency.sale({ notes: long });
    expect(await erase(agency.admin, id, '.* (a+)+"')).toMatchObject({ success: true });
    expect((await saleRow(sale.id))['notes']).toBe(
      `${'x'.repeat(long.length - 10)} Erased customer`.slice(0, long.length),
    );
  });

  test('of another organization are nobody’s business', async () => {
    const id = await addCustomer(agency.agent, { first_name: 'Border', last_name: 'Crosser' });
    const theirs = await otherAgency.sale({ notes: 'Border Crosser' });
    await erase(agency.admin, id, 'Border Crosser');
    expect(await saleRow(theirs.id)).toMatchObject({ notes: 'Border Crosser' });
  });

  test('every table with texts is one the erasure knows, or says nothing about customers', async () => {
    const known = [
      'private.agency_export_parts',
      'private.audit_log',
      'private.commissions_before_deposit',
      'private.customer_counts',
      'private.customer_merges',
      'private.customer_search',
      'private.document_uploads',
      'private.import_check_rows',
      'private.incoming_mails',
      'private.incoming_parts',
      'private.outgoing_mails',
      'private.passports',
      'private.record_changes',
      'private.webhook_deliveries',
      'private.webhook_events',
      'public.agent_payments',
      'public.bank_allocations',
      'public.bank_connection_accounts',
      'public.bank_connections',
      'public.bank_decisions',
      'public.bank_imports',
      'public.bank_patterns',
      'public.bank_remittance_lines',
      'public.bank_remittances',
      'public.bank_rules',
      'public.bank_suggestions',
      'public.bank_transactions',
      'public.commission_history',
      'public.commissions',
      'public.communications',
      'public.customer_companions',
      'public.customer_payments',
      'public.customers',
      'public.document_versions',
      'public.documents',
      'public.import_batches',
      'public.notifications',
      'public.other_commissions',
      'public.payment_voids',
      'public.payout_batches',
      'public.payout_events',
      'public.payout_holds',
      'public.payout_lines',
      'public.payout_statements',
      'public.sale_groups',
      'public.sale_lines',
      'public.sales',
      'public.sales_history',
      'public.saved_reports',
      'public.vendor_terms',
      'public.vendors',
    ];
    // Codes and statuses; what the agency is and who works there; keys.
    const impersonal =
      /^private\.(daily_totals|closed_\w+|recall_parts|request_keys|report_checks|monthly_totals|report_totals|stale_days|stale_report_months|user_search|customer_totals\w*|vendor_\w+|disclosures|secrets|\w+_seen|bank_file_keys|bank_details|bank_sync_parts|bank_provider_requests|bank_source_lines|removed_document_files|job_turns|mail_plans|mail_service|mail_senders|mailboxes|second_factor_events|recovery_codes|known_devices|session_zones|address_wishes|agency_deletions|deleted_agencies|agency_exports|api_key\w+|webhook_endpoints|journal_\w+|tier_years_due|known_volumes|tax_\w+|credit_notes|credit_note_counters)$|^public\.(organizations|users|user_emails|book_corrections|bank_accounts|bank_questions|user_terms\w*|vendor_rates|vendor_bonus_terms|invitations|sale_travelers|payment_dues|communication_reads|commission_shares|agreement_versions)$/;
    const tables = await sql<{ name: string }>(
      `select distinct format('%s.%s', c.relnamespace::regnamespace, c.relname) as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
         and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype) order by 1`,
    );
    expect(tables.map(({ name }) => name).filter((name) => !impersonal.test(name))).toEqual(known);
  });
});
