set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.mark_waiting_transactions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.bank_transactions t set matching_due = true
  where t.organization_id = new.id and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0) and not t.matching_due;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_matches()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
              upper(regexp_replace(s.booking_reference, '[^A-Za-z0-9]', '', 'g'))) > 0))
      order by t.id limit 500);
    perform private.match_transactions(marked.organization_id, ids);
    select count(*) into found_count from public.bank_transactions t
    join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
    where t.organization_id = marked.organization_id and t.id = any (ids) and t.unclaimed_amount <> 0
      and s.commission_id = any (marked.commission_ids);
    if found_count > 0 then
      insert into public.notifications (organization_id, user_id, type, message)
      select u.organization_id, u.id, 'bank', case found_count when 1 then 'An unclaimed deposit has found its sale.'
        else found_count || ' unclaimed deposits have found their sales.' end
      from public.users u
      where u.organization_id = marked.organization_id and u.is_active and u.role in ('owner', 'admin') order by u.id;
    end if;
    done := done + cardinality(ids);
  end loop;
  return done;
end $function$;

CREATE TRIGGER organizations_after_60_mark_waiting AFTER UPDATE OF receipts_tracked_since ON public.organizations FOR EACH ROW WHEN ((new.receipts_tracked_since IS DISTINCT FROM old.receipts_tracked_since)) EXECUTE FUNCTION private.mark_waiting_transactions();

REVOKE ALL ON FUNCTION "private"."mark_waiting_transactions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_waiting_transactions"() TO "postgres";
