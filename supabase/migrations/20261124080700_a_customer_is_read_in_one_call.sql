-- The page of a customer is one question, and so is the warning before saving somebody who may be there already.

-- {customer, totals, companions, passports, merges, can_reveal}, null for a customer who is not there or not the caller's.
-- Sums, the next departure and the warnings of passports are of the sales the caller may see.
create function public.get_customer_profile(customer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c where c.organization_id = scope.home and c.id = get_customer_profile.customer_id;
  if customer.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'customer', to_jsonb(customer),
    'totals', private.customer_sums(scope.home, customer.id, scope.agent) || jsonb_build_object('next_departure', (
      select min(s.travel_date) from public.sales s
      where s.organization_id = scope.home and s.status <> 'cancelled' and s.travel_date >= private.today()
        and (scope.agent is null or s.agent_id = scope.agent)
        and (s.customer_id = customer.id or s.id in (
          select t.sale_id from public.sale_travelers t where t.organization_id = scope.home and t.customer_id = customer.id)))),
    'companions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'customer_id', c.id, 'first_name', c.first_name,
        'last_name', c.last_name, 'relation', l.relation) order by c.last_name, c.first_name, c.id), '[]')
      from public.customer_companions l
      join public.customers c on c.id = case when l.customer_id = customer.id then l.companion_id else l.customer_id end
      where l.organization_id = scope.home and customer.id in (l.customer_id, l.companion_id)),
    'passports', private.masked_passports(scope.home, customer.id, scope.agent),
    'merges', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'merged_name', m.merged_name,
        'merged_by_name', (select u.first_name || ' ' || u.last_name from public.users u where u.id = m.merged_by),
        'created_at', m.created_at, 'can_undo', private.is_admin() and private.undo_refusal(m) is null)
        order by m.created_at desc, m.id), '[]')
      from private.customer_merges m
      where m.organization_id = scope.home and m.kept_id = customer.id and m.undone_at is null),
    'can_reveal', private.may_reveal_passports(scope.home, customer.id));
end $$;

-- Up to five customers who may be the same person ({first_name, last_name, birthday, email, phone}), with the reasons:
-- an e-mail, a phone (by its digits), or the name and the birthday.
create function public.find_duplicate_customers(customer jsonb, except_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  home uuid := private.current_organization_id();
  typed_email text := nullif(private.fold(btrim(customer ->> 'email')), '');
  digits text := regexp_replace(customer ->> 'phone', '\D', '', 'g');
  typed_name text := nullif(private.fold(btrim(customer ->> 'first_name') || chr(10) || btrim(customer ->> 'last_name')), chr(10));
  born text := nullif(customer ->> 'birthday', '');
begin
  digits := case when char_length(digits) between 6 and 30 then digits end;
  typed_email := case when char_length(typed_email) between 5 and 254 then typed_email end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'first_name', d.first_name, 'last_name', d.last_name,
      'email', d.email, 'phone', d.phone, 'birthday', d.birthday, 'archived_at', d.archived_at, 'reasons', d.reasons)
      order by cardinality(d.reasons) desc, d.archived_at nulls first, d.last_name, d.first_name, d.id), '[]')
    from (
      select c.*, array_remove(array[
        case when typed_email = any (entries) then 'email' end,
        case when digits = any (entries) then 'phone' end,
        case when c.birthday::text = born and private.fold(c.first_name || chr(10) || c.last_name) = typed_name
          then 'name_and_birthday' end], null) as reasons
      from (
        select t.customer_id from private.customer_search t
        where t.organization_id = home and typed_email is not null
          and t.document like '%' || replace(replace(replace(typed_email, '\', '\\'), '%', '\%'), '_', '\_') || '%'
        union
        select t.customer_id from private.customer_search t
        where t.organization_id = home and digits is not null and t.document like '%' || digits || '%'
        union
        select b.id from public.customers b
        where b.organization_id = home and typed_name is not null and pg_input_is_valid(born, 'date') and b.birthday = born::date
      ) candidate
      join private.customer_search s on s.customer_id = candidate.customer_id
      cross join lateral string_to_array(translate(s.document, chr(30), chr(10)), chr(10)) entries
      join public.customers c on c.id = candidate.customer_id
      where c.id is distinct from except_id and c.erased_at is null
    ) d
    where cardinality(d.reasons) > 0);
end $$;
create index customers_organization_id_birthday_idx on public.customers (organization_id, birthday) where birthday is not null;

revoke all on function public.get_customer_profile(uuid), public.find_duplicate_customers(jsonb, uuid)
  from public, anon, authenticated;
grant execute on function public.get_customer_profile(uuid), public.find_duplicate_customers(jsonb, uuid) to authenticated;
