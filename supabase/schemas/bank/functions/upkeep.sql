-- What happens to the bank's data beside decisions: sales that appear are matched with what
-- waits, open inboxes are told, and an erased person goes from its texts.

create function private.mark_stale_matches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_matches (organization_id, commission_id)
  select c.organization_id, c.id from changed n join public.commissions c on c.organization_id = n.organization_id and c.sales_id = n.id
  where exists (select 1 from public.bank_accounts a where a.organization_id = n.organization_id) and c.undeposited_amount > 0
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;

create function private.mark_waiting_transactions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.bank_transactions t set matching_due = true
  where t.organization_id = new.id and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0) and not t.matching_due;
  return null;
end $$;
comment on function private.mark_waiting_transactions is 'Another day since which receipts are tracked makes other commissions
  candidates: all that waits is matched anew.';

create function private.refresh_matches() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  step constant int := 200;
  marked record;
  ids uuid[];
  found_count int;
  done int := 0;
begin
  for marked in
    select w.organization_id, array_agg(w.id order by w.id) as transaction_ids
    from (
      select t.organization_id, t.id from public.bank_transactions t
      join public.bank_imports i on i.organization_id = t.organization_id and i.id = t.import_id and i.status = 'done'
      where t.matching_due and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
      order by t.organization_id, t.import_id limit 500) w
    group by 1
  loop
    perform private.match_transactions(marked.organization_id, marked.transaction_ids);
    done := done + cardinality(marked.transaction_ids);
  end loop;
  for marked in
    with taken as (
      delete from private.stale_matches m where ctid = any (array(
        select s.ctid from private.stale_matches s order by s.organization_id limit step for update skip locked))
      returning m.organization_id, m.commission_id)
    select t.organization_id, array_agg(t.commission_id order by t.commission_id) as commission_ids from taken t group by 1
  loop
    ids := array(
      select t.id from public.bank_transactions t
      where t.organization_id = marked.organization_id
        and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
        and exists (
          select 1 from public.commissions c join public.sales s on s.id = c.sales_id
          where c.organization_id = marked.organization_id and c.id = any (marked.commission_ids)
            and (c.vendor_id = t.vendor_id or c.undeposited_amount = t.amount or strpos(
              upper(regexp_replace(concat(t.text, t.counterparty, t.reference), '[^A-Za-z0-9]', '', 'g')),
              private.reference_key(s.booking_reference)) > 0))
      order by t.id limit 500);
    perform private.match_transactions(marked.organization_id, ids);
    select count(*) into found_count from public.bank_transactions t
    join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
    where t.organization_id = marked.organization_id and t.id = any (ids) and t.unclaimed_amount <> 0
      and s.commission_id = any (marked.commission_ids);
    if found_count > 0 then
      insert into public.notifications (organization_id, user_id, type, message, code, params)
      select u.organization_id, u.id, 'bank', case found_count when 1 then 'An unclaimed deposit has found its sale.'
        else found_count || ' unclaimed deposits have found their sales.' end, 'deposits_found',
        jsonb_build_object('count', found_count)
      from public.users u
      where u.organization_id = marked.organization_id and u.is_active and u.role in ('owner', 'admin') order by u.id;
    end if;
    done := done + cardinality(ids);
  end loop;
  return done;
end $$;
comment on function private.refresh_matches is 'Matches what waits to be matched anew, at most 500 transactions a run, and what the
  marked sales may explain: transactions to review or unclaimed, of the sale''s vendor, or with its reference in the text, at most
  500 an organization a run. Where unclaimed money finds its sale the admins are told.';

create function private.know_bank_tables() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  relation regclass;
begin
  foreach relation in array array['private.bank_source_lines', 'public.bank_allocations', 'public.bank_decisions', 'public.bank_suggestions',
    'public.bank_transactions', 'public.commissions', 'public.customers', 'public.sales', 'public.vendors']::regclass[]
  loop
    if exists (
      select from pg_catalog.pg_class c
      where c.oid = relation and pg_catalog.pg_relation_size(c.oid) > 8 * 8192
        and (pg_catalog.pg_relation_size(c.oid) > 2 * 8192::bigint * c.relpages
          or not exists (select from pg_catalog.pg_statistic s where s.starelid = c.oid))) then
      execute format('analyze (skip_locked) %s', relation);
    end if;
  end loop;
end $$;
comment on function private.know_bank_tables is 'Gathers statistics of tables that were filled since anybody looked, as in an agency''s first
  hour: the planner believes that they are small, reads them whole for each line, and the first import would end in the time-out.
  What somebody else is gathering is left to them.';

create function private.announce_bank() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  topic text;
begin
  foreach topic in array private.first_told('bank', array(select distinct 'org:' || c.organization_id from changed c)) loop
    perform private.send_tag(topic, 'bank');
  end loop;
  return null;
end $$;
comment on function private.announce_bank is 'Tag `bank`, to the admins of an organization whose inbox shows something else now:
  once a transaction and organization.';

create function private.redact_bank(organization_id uuid, pattern text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.bank_transactions t set text = private.redact(t.text, pattern, 2000),
    counterparty = private.redact(t.counterparty, pattern, 300), reference = private.redact(t.reference, pattern, 300),
    bank_id = private.redact(t.bank_id, pattern, 300),
    payer_key = private.payer_key(private.redact(t.text, pattern, 2000), private.redact(t.counterparty, pattern, 300))
  where t.organization_id = redact_bank.organization_id
    and concat_ws(chr(10), t.text, t.counterparty, t.reference, t.bank_id) ~* pattern;
  delete from public.bank_patterns p where p.organization_id = redact_bank.organization_id and p.payer_key ~* pattern;
  delete from public.bank_rules r where r.organization_id = redact_bank.organization_id
    and concat_ws(chr(10), r.payer_key, r.text_contains) ~* pattern;
  update public.bank_imports i set file_name = private.redact(i.file_name, pattern, 255)
  where i.organization_id = redact_bank.organization_id and i.file_name ~* pattern;
  update public.bank_connections c set label = private.redact(c.label, pattern, 100),
    institution = private.redact(c.institution, pattern, 100), words = private.redact(c.words, pattern, 500)
  where c.organization_id = redact_bank.organization_id and concat_ws(chr(10), c.label, c.institution, c.words) ~* pattern;
  update public.bank_connection_accounts a set name = private.redact(a.name, pattern, 100),
    institution = private.redact(a.institution, pattern, 100)
  where a.organization_id = redact_bank.organization_id and concat_ws(chr(10), a.name, a.institution) ~* pattern;
  update public.bank_remittances r set file_name = private.redact(r.file_name, pattern, 255),
    fees = private.redact_json(r.fees, pattern), left_out = private.redact_json(r.left_out, pattern)
  where r.organization_id = redact_bank.organization_id
    and (r.file_name ~* pattern or r.fees::text ~* pattern or r.left_out::text ~* pattern);
  update public.bank_remittance_lines l set reference = private.redact(l.reference, pattern, 300),
    name = private.redact(l.name, pattern, 300), dates = private.redact(l.dates, pattern, 100), note = private.redact(l.note, pattern, 300)
  where l.organization_id = redact_bank.organization_id
    and concat_ws(chr(10), l.reference, l.name, l.dates, l.note) ~* pattern;
  update public.bank_allocations a set write_off_reason = private.redact(a.write_off_reason, pattern, 500)
  where a.organization_id = redact_bank.organization_id and a.write_off_reason ~* pattern;
  update public.bank_suggestions s set reasons = private.redact_json(s.reasons, pattern)
  where s.organization_id = redact_bank.organization_id and s.reasons::text ~* pattern;
  update public.bank_decisions d set details = private.redact_json(d.details, pattern)
  where d.organization_id = redact_bank.organization_id and d.details::text ~* pattern;
end $$;
comment on function private.redact_bank is 'Redacts the texts of the bank, for private.erase_customer. Keys and hashes of lines stay, so
  the same file or sync still adds nothing.';
