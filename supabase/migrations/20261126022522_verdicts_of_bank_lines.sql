set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.preview_bank_lines(account_id uuid, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  perform private.check_bank_lines(lines);
  return (
    with judged as materialized (
      select j.line, j.why, case when j.why is not null then 'broken' when j.here then 'here' else 'new' end as verdict,
        j.is_twin as twin, j.booked_on, j.amount
      from private.judge_bank_lines(caller_organization_id, preview_bank_lines.account_id, lines) j)
    select jsonb_build_object(
      'lines', coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'verdict', j.verdict, 'fate', j.verdict, 'why', j.why, 'twin', j.twin,
        'similar', j.verdict = 'new' and exists (
          select 1 from public.bank_transactions t where t.organization_id = caller_organization_id
            and t.account_id = preview_bank_lines.account_id and t.booked_on = j.booked_on and t.amount = j.amount))
        order by j.line), '[]'),
      'counts', jsonb_build_object('new', count(*) filter (where j.verdict = 'new'), 'here', count(*) filter (where j.verdict = 'here'),
        'broken', count(*) filter (where j.verdict = 'broken')))
    from judged j);
end $function$;

COMMENT ON FUNCTION "public"."preview_bank_lines"(uuid, jsonb) IS 'What an import of these lines would do, nothing is written: {lines: [{line, verdict,
  why, twin, similar}], counts}. verdict: new, here, broken (`fate`: the same, for deployed remotes). similar: new, but the account
  has a transaction of that day and amount under another key, as from another kind of file.';
