-- What becomes of every table when an agency takes everything along. A test holds this list against the catalogue of the database: a table
-- that comes later fails it until it is named here.

create function private.export_catalogue() returns table (relation text, way text, reason text)
language sql immutable set search_path = '' as $$
  select c.name, c.way, c.reason
  from (values
    -- All rows of the agency, identities and transaction ids aside, which begin anew where they are restored.
    ('whole', null, '{public.organizations,public.users,public.user_emails,public.user_terms,public.user_terms_history,public.agreement_versions,public.invitations,
      private.user_search,private.second_factor_events,private.audit_log,private.record_changes,public.notifications,
      public.vendors,public.vendor_terms,public.vendor_rates,public.vendor_bonus_terms,private.vendor_aliases,
      public.customers,public.customer_companions,private.customer_search,private.customer_counts,private.customer_merges,
      public.sale_groups,public.sales,public.sale_travelers,public.sale_lines,public.sales_history,public.customer_payments,public.payment_dues,
      public.commissions,public.commission_history,public.other_commissions,public.commission_shares,public.agent_payments,
      private.commissions_before_deposit,
      private.stale_days,private.daily_totals,private.monthly_totals,private.customer_totals,private.customer_totals_by_agent,
      public.bank_accounts,public.bank_connections,public.bank_connection_accounts,private.bank_file_keys,public.bank_imports,
      public.bank_rules,public.bank_transactions,public.bank_allocations,public.bank_other_allocations,public.bank_patterns,public.bank_suggestions,
      private.rejected_suggestions,public.bank_remittances,public.bank_remittance_lines,public.bank_decisions,private.stale_matches,
      private.bank_covered_days,private.bank_source_lines,public.bank_questions,
      public.payout_batches,public.payout_lines,public.payout_holds,public.payout_events,public.payout_statements,public.payment_voids,private.recall_parts,
      public.book_corrections,private.closed_receipts,private.closed_receipt_shares,private.closed_shares,
      private.tax_settings,private.tax_thresholds,private.tax_requests,private.tax_exports,private.tax_export_forms,
      private.credit_note_counters,private.credit_notes,private.journal_kept,private.journal_settings,private.journal_accounts,private.journal_exports,private.journal_export_lines,
      public.documents,public.document_versions,public.document_reads,public.communications,public.communication_mentions,
      public.communication_reads,
      private.report_totals,private.stale_report_months,private.report_checks,public.vendor_askings,public.saved_reports,
      public.import_batches,
      private.vendor_chases,private.mail_plans,private.mail_plan_people,private.outgoing_mails,private.mail_senders,
      private.incoming_mails,private.incoming_parts}'),
    -- Only under a passphrase, and with what is encrypted in the clear beneath it.
    ('sealed', null, '{private.passports,private.bank_details,private.tax_details}'),
    ('left_out', 'Keys of the installation', '{private.secrets,private.bank_connection_secrets,private.mailboxes}'),
    ('left_out', 'Programs get new keys: nobody has the old ones any more', '{private.api_keys,private.api_key_uses}'),
    -- Whoever restores an agency tells its programs where it is now.
    ('left_out', 'Where other programs are told what happens here', '{private.webhook_endpoints,private.webhook_secrets,private.webhook_events,
      private.webhook_deliveries}'),
    ('left_out', 'What is under way, and over within a day',
      '{private.disclosures,private.request_keys,private.import_check_rows,private.document_uploads,private.document_checks,
      private.bank_sync_parts,private.bank_provider_requests,private.removed_document_files,private.address_wishes,private.tier_years_due,private.known_volumes}'),
    ('left_out', 'Of the installation, and of no agency', '{private.job_turns,private.mail_service,private.sign_ups,private.agency_deletions,private.deleted_agencies}'),
    ('left_out', 'Exports themselves', '{private.agency_exports,private.agency_export_parts}'),
    -- Addresses and when they signed in last; who has one is to prove it anew.
    ('accounts', null, '{auth.users}'),
    ('left_out', 'No password, session or second factor leaves',
      '{auth.identities,auth.sessions,auth.refresh_tokens,auth.mfa_amr_claims,auth.mfa_factors,auth.mfa_challenges,
      auth.one_time_tokens,auth.flow_state,private.recovery_codes,private.recovery_tries,private.known_devices,private.session_zones}'),
    ('left_out', 'Files are taken along as files', '{storage.buckets,storage.objects}')) g(way, reason, names)
  cross join lateral (
    select btrim(n.name, E' \n') as name, g.way, g.reason
    from regexp_split_to_table(btrim(g.names, '{}'), ',') n(name)) c
$$;
comment on function private.export_catalogue is 'Every table and how it is exported: whole (all rows of the agency), sealed (the same,
  under a passphrase, its columns *_encrypted in the clear), accounts (of its members, some columns), left_out with the reason.';

create function private.export_key(relation text) returns text
language sql immutable set search_path = '' as $$
  select case relation when 'private.passports' then 'passport_key' when 'private.bank_details' then 'bank_details_key'
    when 'private.tax_details' then 'bank_details_key' end
$$;
comment on function private.export_key is 'By which key of the installation a table''s columns *_encrypted are sealed.';

create function private.export_condition(relation text) returns text
language sql immutable set search_path = '' as $$
  select case relation
    when 'public.organizations' then 't.id = $1'
    when 'auth.users' then 't.id in (select u.id from public.users u where u.organization_id = $1)'
    -- What waits to be sent is sent from here, once.
    when 'private.outgoing_mails' then 't.organization_id = $1 and t.state not in (''queued'', ''sending'')'
    else 't.organization_id = $1' end
$$;
comment on function private.export_condition is 'Which rows of a table are those of the agency $1.';

create function private.export_columns(relation text) returns table (name text, type text, is_text boolean, is_sealed boolean)
language sql stable set search_path = '' as $$
  select a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod), t.typcategory = 'S', a.attname like '%\_encrypted'
  from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
  where a.attrelid = export_columns.relation::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attidentity = '' and a.atttypid <> 'xid8'::regtype
    and (export_columns.relation <> 'auth.users' or a.attname in ('id', 'email', 'created_at', 'last_sign_in_at'))
  order by a.attnum
$$;
comment on function private.export_columns is 'The columns of a table that leave, in their order: not what the database computes, draws
  or counts by itself.';

create function private.export_order(relation text) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (select format('t.%I', a.attname) from pg_catalog.pg_attribute a
     where a.attrelid = export_order.relation::regclass and a.attidentity <> '' and not a.attisdropped),
    (select string_agg(format('t.%I', a.attname), ', ' order by k.n)
     from pg_catalog.pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality k(attnum, n)
     join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = export_order.relation::regclass and i.indisprimary and k.n <= i.indnkeyatts),
    't.ctid')
$$;
comment on function private.export_order is 'By what the rows of a table are ordered: as they were drawn, else by the primary key.';

create function private.export_shape() returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(string_agg(format('%s %s %s %s', c.relation, c.way, k.name, k.type), E'\n'
    order by c.relation, k.name), 'UTF8')), 'hex')
  from private.export_catalogue() c cross join lateral private.export_columns(c.relation) k
  where c.way <> 'left_out'
$$;
comment on function private.export_shape is 'Tells versions of the database apart by what they export: tables, columns and types.';
