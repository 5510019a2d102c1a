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

create function private.match_waiting(organization_id uuid, most int) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids constant uuid[] := array(
    select t.id from public.bank_transactions t
    join public.bank_imports i on i.organization_id = t.organization_id and i.id = t.import_id and i.status = 'done'
    where t.organization_id = match_waiting.organization_id and t.matching_due
      and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
    order by t.import_id, t.id limit most);
begin
  if ids <> '{}' then
    perform private.match_transactions(match_waiting.organization_id, ids);
  end if;
  return cardinality(ids);
end $$;
comment on function private.match_waiting is 'Matches up to `most` transactions that wait to be matched anew. Answers how many.';

create function private.match_marked(organization_id uuid, most int) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  marked uuid[];
  ids uuid[];
  found_count int;
begin
  with taken as (
    delete from private.stale_matches m
    where m.organization_id = match_marked.organization_id and m.commission_id = any (array(
      select s.commission_id from private.stale_matches s where s.organization_id = match_marked.organization_id
      order by s.commission_id limit most for update skip locked))
    returning m.commission_id)
  select array_agg(t.commission_id order by t.commission_id) into marked from taken t;
  if marked is null then
    return 0;
  end if;
  ids := array(
    with sold as materialized (
      select c.vendor_id, c.undeposited_amount, private.reference_key(s.booking_reference) as reference
      from public.commissions c join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
      where c.organization_id = match_marked.organization_id and c.id = any (marked)
      union all
      select o.vendor_id, o.amount, null from public.other_commissions o
      where o.organization_id = match_marked.organization_id and o.id = any (marked))
    select t.id from public.bank_transactions t
    -- The text of each transaction is read once, not once for each sale.
    cross join lateral (
      select upper(regexp_replace(concat(t.text, t.counterparty, t.reference), '[^A-Za-z0-9]', '', 'g')) as letters offset 0) x
    where t.organization_id = match_marked.organization_id
      and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
      and exists (
        select 1 from sold c
        where c.vendor_id = t.vendor_id or c.undeposited_amount = t.amount or strpos(x.letters, c.reference) > 0)
    order by t.id limit 500);
  perform private.match_transactions(match_marked.organization_id, ids);
  select count(*) into found_count from public.bank_transactions t
  join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
  where t.organization_id = match_marked.organization_id and t.id = any (ids) and t.unclaimed_amount <> 0
    and s.commission_id = any (marked);
  if found_count > 0 then
    insert into public.notifications (organization_id, user_id, type, message, code, params)
    select u.organization_id, u.id, 'bank', case found_count when 1 then 'An unclaimed deposit has found its sale.'
      else found_count || ' unclaimed deposits have found their sales.' end, 'deposits_found',
      jsonb_build_object('count', found_count)
    from public.users u
    where u.organization_id = match_marked.organization_id and u.is_active and u.role in ('owner', 'admin') order by u.id;
  end if;
  return cardinality(marked);
end $$;
comment on function private.match_marked is 'Takes up to `most` marks of sales that appeared or changed, and matches what they may
  explain: transactions to review or unclaimed, of the sale''s vendor, of its amount, or with its reference in the text, at most
  500. Where unclaimed money finds its sale the admins are told. Answers how many marks.';

create function private.refresh_matches_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_waiting constant int := 200;
  most_marked constant int := 200;
begin
  return private.match_waiting(refresh_matches_slice.organization_id, most_waiting) = most_waiting
    or private.match_marked(refresh_matches_slice.organization_id, most_marked) = most_marked;
end $$;
comment on function private.refresh_matches_slice is 'Matches some of what waits, then some of what marked sales may explain. Whether
  there is more.';

create function private.refresh_matches(longest interval default '1 second') returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  waiting uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('paperplane.matches', 0)) then
    return 0;
  end if;
  -- From one organization to the next: one of them may have very many rows.
  with recursive due(id) as (
    (select t.organization_id from public.bank_transactions t where t.matching_due order by 1 limit 1)
    union all
    select (
      select t.organization_id from public.bank_transactions t where t.matching_due and t.organization_id > d.id order by 1 limit 1)
    from due d where d.id is not null
  ), marked(id) as (
    (select m.organization_id from private.stale_matches m order by 1 limit 1)
    union all
    select (select m.organization_id from private.stale_matches m where m.organization_id > d.id order by 1 limit 1)
    from marked d where d.id is not null)
  select array_agg(w.id) into waiting
  from (select d.id from due d where d.id is not null union select m.id from marked m where m.id is not null) w;
  return private.serve_in_turn('refresh_matches', waiting, longest);
end $$;
comment on function private.refresh_matches is 'What the job does: matches anew what waits, and what marked sales may explain, of all
  organizations in turn. Answers how many slices.';

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
