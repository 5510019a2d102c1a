set local check_function_bodies = off;

ALTER TABLE "public"."users" ADD COLUMN "sees_first_steps" boolean NOT NULL DEFAULT true;

CREATE OR REPLACE FUNCTION private.dashboard_part(part text, organization_id uuid, agent_id uuid, first_day date, last_day date, today date, f private.commission_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case part
    when 'sales' then public.get_sales_by_status(first_day, last_day)
    when 'commissions' then private.commission_stats(f)
    when 'sales_trend' then public.get_sales_status_timeline(first_day, last_day) - 'bucket'
    when 'commission_trend' then public.get_commission_status_timeline(first_day, last_day) - 'bucket'
    when 'top_agents' then public.get_top_agents(first_day, last_day)
    when 'top_vendors' then public.get_top_vendors(first_day, last_day)
    when 'recent_customers' then public.get_recent_customers(5, first_day, last_day)
    when 'to_do' then private.to_do(f)
    when 'first_steps' then private.own_first_steps()
    when 'payable' then private.payable_to(organization_id, agent_id)
    when 'departures' then private.departures_of(organization_id, agent_id, today)
    when 'payments_due' then private.payments_due(organization_id, agent_id, today)
    when 'next_tier' then private.next_tier(organization_id, agent_id, today)
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.own_first_steps()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.get_first_steps() from public.users u where u.id = auth.uid() and u.sees_first_steps
$function$;

CREATE OR REPLACE FUNCTION public.get_dashboard(start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, parts text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  scope record := private.caller_scope();
  today date := private.today();
  earliest constant date := '1900-01-01';
  range record;
  part text;
  answer jsonb;
  f private.commission_filter;
begin
  if scope.organization_id is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  range := private.date_range(
    coalesce(get_dashboard.start_date, greatest(coalesce(get_dashboard.end_date, today), earliest) - 364),
    coalesce(get_dashboard.end_date, today));
  answer := jsonb_build_object('range', jsonb_build_object('start', range.first_day, 'end', range.last_day,
    'bucket', private.choose_bucket(range.first_day, range.last_day, null), 'today', today));
  foreach part in array '{sales,commissions,sales_trend,commission_trend,top_vendors,recent_customers,payments_due}'::text[]
    || case when scope.agent_id is null then '{to_do,top_agents,first_steps}'::text[] else '{payable,departures,next_tier}' end
  loop
    continue when not coalesce(part = any (get_dashboard.parts), get_dashboard.parts is null);
    begin
      -- Once: it looks for what can be paid, which two parts say.
      if part in ('commissions', 'to_do') and f.organization_id is null then
        f := private.commission_filter_of(null, null, null, false, false, range.first_day, range.last_day, null);
      end if;
      answer := answer || jsonb_build_object(part,
        private.dashboard_part(part, scope.organization_id, scope.agent_id, range.first_day, range.last_day, today, f));
    exception when others then
      -- For whoever runs the server; the page says that something is missing.
      raise log 'Dashboard without %: % (%)', part, sqlerrm, sqlstate;
      answer := answer || jsonb_build_object(part, jsonb_build_object('error', true));
    end;
  end loop;
  return answer - array(select p.name from unnest('{payments_due,next_tier,first_steps}'::text[]) p(name) where answer -> p.name = 'null');
end $function$;

COMMENT ON COLUMN "public"."users"."sees_first_steps" IS 'Admins: the dashboard shows the first steps that are open; false once they have dismissed them';

COMMENT ON FUNCTION "private"."own_first_steps"() IS 'The first steps as the caller''s dashboard shows them: null to who has dismissed them.';

COMMENT ON FUNCTION "public"."get_dashboard"(date, date, text[]) IS '{range: {start, end, bucket, today}, and the parts of the caller''s page: sales,
  commissions, sales_trend, commission_trend, top_vendors, recent_customers, payments_due (where there are any); for admins to_do,
  top_agents and first_steps (until they dismiss them), for agents payable, departures and next_tier (of who has tiers and is not past the last)}. A part that failed is {error: true}; `parts` asks for some only. Days are the organization''s. Without dates the last
  365 days; without one of them those up to the end, or from the start until today.';

REVOKE ALL ON FUNCTION "private"."own_first_steps"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_first_steps"() TO "postgres";

REVOKE ALL ("sees_first_steps") ON TABLE "public"."users" FROM "authenticated";

GRANT UPDATE ("sees_first_steps") ON TABLE "public"."users" TO "authenticated";
