-- Files of an account that has a connection, or had one: what the connection brought is here, under whatever key.

create function private.has_bank_connection(organization_id uuid, account_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bank_connection_accounts t
    where t.organization_id = has_bank_connection.organization_id and t.account_id = has_bank_connection.account_id)
$$;
comment on function private.has_bank_connection is 'Whether the account has a connection, or ever had one.';

create function private.judge_beside_connection(organization_id uuid, account_id uuid, lines jsonb, import_id uuid)
returns table (line integer, line_key text, refusal jsonb, here boolean, is_twin boolean, booked_on date, value_on date, amount numeric, text text,
  counterparty text, reference text, bank_id text, transaction_id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with read as materialized (
    select r.* from private.read_bank_lines(judge_beside_connection.organization_id, judge_beside_connection.account_id, lines) r
  ), known as materialized (
    -- By its key: a file brought it, or a file has met it here.
    select r.line, b.id
    from read r
    left join private.bank_source_lines s on s.organization_id = judge_beside_connection.organization_id
      and s.account_id = judge_beside_connection.account_id and s.connection_id is null and s.line_key = r.line_key
    left join public.bank_transactions o on o.organization_id = judge_beside_connection.organization_id
      and o.account_id = judge_beside_connection.account_id and o.line_key = r.line_key
    join public.bank_transactions b on b.organization_id = judge_beside_connection.organization_id
      and b.id = coalesce(o.id, s.transaction_id)
    where r.refusal is null and not r.repeated
  ), seen as materialized (
    select array_agg((r.line, r.booked_on, r.amount, private.line_text_hash(r.text, r.counterparty, r.reference),
      concat_ws(' ', r.text, r.counterparty, r.reference), not exists (select 1 from private.bank_covered_days d
        where d.organization_id = judge_beside_connection.organization_id and d.account_id = judge_beside_connection.account_id
          and d.days @> r.booked_on))::private.bank_seen_line order by r.line) as lines,
      min(r.booked_on) as first_on, max(r.booked_on) as last_on
    from read r
    where r.refusal is null and not r.repeated and not exists (select 1 from known k where k.line = r.line)
  ), pairs as materialized (
    select p.line, p.transaction_id
    from seen e cross join lateral private.pair_bank_lines(e.lines, array(
      select (b.id, b.booked_on, b.amount, private.line_text_hash(b.text, b.counterparty, b.reference),
        concat_ws(' ', b.text, b.counterparty, b.reference), false)::private.bank_counterpart
      from public.bank_transactions b
      where b.organization_id = judge_beside_connection.organization_id and b.account_id = judge_beside_connection.account_id
        and b.booked_on between e.first_on - 3 and e.last_on + 3
        and b.amount in (select r.amount from read r)
        and exists (select 1 from private.bank_source_lines s
          where s.organization_id = b.organization_id and s.transaction_id = b.id and s.connection_id is not null)
        and not exists (select 1 from known k where k.id = b.id)
        -- Each is met once by a file, also by one that is sent in parts.
        and not exists (select 1 from private.bank_source_lines s
          where s.organization_id = b.organization_id and s.transaction_id = b.id and s.connection_id is null
            and s.import_id = judge_beside_connection.import_id))) p)
  select r.line, r.line_key, r.refusal, r.refusal is null and (r.repeated or k.id is not null or p.line is not null), r.is_twin,
    r.booked_on, r.value_on, r.amount, r.text, r.counterparty, r.reference, r.bank_id, coalesce(k.id, p.transaction_id)
  from read r
  left join known k on k.line = r.line
  left join pairs p on p.line = r.line
  order by r.line;
end $$;
comment on function private.judge_beside_connection is 'private.judge_bank_lines where the account has a connection: each line with the
  transaction it is, if any. `import_id`: what that one has met already is met no more.';

create function private.forget_source_lines(i public.bank_imports, transaction_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if i.connection_id is not null then
    update private.bank_source_lines s set taken_back = true
    where s.organization_id = i.organization_id and s.transaction_id = any (transaction_ids) and s.connection_id is not null;
  else
    -- What a connection had found here comes again with its next sync.
    update public.bank_connection_accounts t set through = least(t.through, x.first_on - 1)
    from (
      select s.account_id, s.connection_id, min(s.booked_on) as first_on from private.bank_source_lines s
      where s.organization_id = i.organization_id and s.transaction_id = any (transaction_ids) and s.connection_id is not null
      group by 1, 2) x
    where t.organization_id = i.organization_id and t.account_id = x.account_id and t.connection_id = x.connection_id;
  end if;
  delete from private.bank_source_lines s
  where s.organization_id = i.organization_id and s.transaction_id = any (transaction_ids) and not s.taken_back;
end $$;
comment on function private.forget_source_lines is 'Before an import is taken back: what a connection brought is kept as taken back by a
  person; what a file brought and a connection had recognized is forgotten, and asked for again.';
