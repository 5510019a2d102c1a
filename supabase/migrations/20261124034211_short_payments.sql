set local check_function_bodies = off;

ALTER TABLE "public"."payout_lines" DROP CONSTRAINT "payout_lines_commission_id_whole";

ALTER TABLE "public"."commissions" ADD COLUMN "share_base" numeric(12,2);

CREATE OR REPLACE FUNCTION private.correct_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  difference numeric;
  b public.payout_batches;
begin
  if not private.share_is_fixed(new) then
    return null;
  end if;
  delete from public.payout_lines l
  where l.organization_id = new.organization_id and l.commission_id = new.id and l.kind = 'correction' and l.batch_id is null;
  difference := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2) - new.agent_amount - coalesce((
    select sum(l.amount) from public.payout_lines l
    where l.organization_id = new.organization_id and l.commission_id = new.id and l.kind = 'correction'), 0);
  -- Nobody gives back more than they were paid.
  if difference < 0 and new.status = 'agent_paid' then
    difference := greatest(difference, -private.recallable_amount(new.organization_id, new.id));
  end if;
  if difference = 0 then
    return null;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = new.organization_id and p.status = 'draft' for update skip locked;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, amount, note)
  select new.organization_id, b.id, new.agent_id, 'correction', new.id, difference,
    left(v.name, 200) || case when difference < 0 then ' paid less than was expected' else ': what was written off is expected again' end
  from public.vendors v where v.id = new.vendor_id;
  -- Who approves the draft has to see it.
  update public.payout_batches p set version = p.version + 1 where p.id = b.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.derived_commission_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{id,organization_id,sales_id,sale_date,sale_paid,vendor_id,due_on,commission_split,agent_amount,deposited_amount,
    open_amount,undeposited_amount,manual_amount,share_base,taken_back_amount,manual_written_off,created_at,updated_at}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.guard_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale_status text;
begin
  new.notes := nullif(btrim(new.notes), '');
  -- Derived, whatever was sent.
  new.agent_amount := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2);
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.written_off, new.received_amount) is distinct from (old.written_off, old.received_amount) then
    new.share_base := private.share_base(new);
    new.agent_amount := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2);
  end if;
  -- What was paid stays, and so does what is about to be (private.correct_share).
  if new.agent_amount <> old.agent_amount and private.share_is_fixed(old) then
    new.agent_amount := old.agent_amount;
  end if;

  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status');
  end if;
  if old.status <> 'unpaid' and (new.amount, new.commission_split, new.agent_id)
    is distinct from (old.amount, old.commission_split, old.agent_id) then
    perform private.refuse(
      'The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(old.status) || '.', 'amount');
  end if;

  if new.status <> old.status then
    select s.status into sale_status from public.sales s where s.id = new.sales_id;
    if sale_status is null then
      perform private.refuse('Cannot validate commission status without sale data', 'status');
    elsif new.status = 'funds_received' and sale_status = 'cancelled' then
      perform private.refuse('Cannot mark commission as funds received for a cancelled sale', 'status');
    elsif new.status = 'agent_paid' and sale_status = 'cancelled' then
      perform private.refuse('Agent cannot be paid for a cancelled sale', 'status');
    elsif old.status = 'agent_paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status');
    elsif old.status = 'cancelled' then
      perform private.refuse('A cancelled commission cannot be changed.', 'status');
    -- The way back: what was matched is taken back. Only private.sync_receipts writes the sum of the deposits.
    elsif new.status = 'unpaid' and new.deposited_amount >= old.deposited_amount then
      perform private.refuse('Funds received cannot return to Unpaid.', 'status');
    elsif new.status = 'agent_paid' and old.status <> 'funds_received' then
      perform private.refuse('Funds must be received before the agent is paid.', 'status');
    elsif new.status = 'agent_paid' and sale_status <> 'paid' then
      perform private.refuse('The customer has not paid this sale yet.', 'status');
    elsif new.status = 'agent_paid' and not exists (
      select 1 from public.agent_payments p where p.commission_id = new.id
    ) then
      perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.recallable_amount(organization_id uuid, commission_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select sum(p.amount) from public.agent_payments p
      where p.organization_id = recallable_amount.organization_id and p.commission_id = recallable_amount.commission_id), 0)
    + coalesce((select sum(l.amount) from public.payout_lines l
      where l.organization_id = recallable_amount.organization_id and l.commission_id = recallable_amount.commission_id
        and l.kind in ('recall', 'correction')), 0)
$function$;

CREATE OR REPLACE FUNCTION private.share_base(c public.commissions)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(coalesce(c.received_amount, 0), c.amount)
  from public.organizations o
  where o.id = c.organization_id and c.written_off > 0 and o.agents_paid_on = 'received'
$function$;

CREATE OR REPLACE FUNCTION private.share_is_fixed(c public.commissions)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.status = 'agent_paid' or c.status = 'funds_received' and exists (
    select 1 from public.payout_lines l
    join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission' and b.status = 'scheduled')
$function$;

CREATE OR REPLACE FUNCTION private.sync_recalls()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  a record;
  c public.commissions;
  b public.payout_batches;
  share numeric;
begin
  if tg_op <> 'INSERT' then
    for a in select r.* from replaced r where r.amount < 0 order by r.commission_id loop
      perform private.drop_recall(a.organization_id, a.transaction_id, a.commission_id);
    end loop;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  for a in
    select n.*, v.name as vendor, t.booked_on from changed n
    join public.bank_transactions t on t.organization_id = n.organization_id and t.id = n.transaction_id
    join public.commissions m on m.organization_id = n.organization_id and m.id = n.commission_id and m.status = 'agent_paid'
    join public.vendors v on v.id = m.vendor_id
    where n.amount < 0 order by n.commission_id
  loop
    select m.* into c from public.commissions m where m.id = a.commission_id;
    share := least(private.recallable_amount(c.organization_id, c.id), round(-a.amount * c.commission_split / 100, 2));
    continue when coalesce(share, 0) <= 0;
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    perform private.post_recall(b, c, share, a.vendor || ' took commission back on ' || to_char(a.booked_on, 'FMMonth FMDD, YYYY'),
      a.transaction_id);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_payout_adjustment(line_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  l public.payout_lines;
begin
  delete from public.payout_lines d
  where d.organization_id = caller_organization_id and d.id = delete_payout_adjustment.line_id and d.kind in ('bonus', 'correction')
    and d.commission_id is null and (d.batch_id is null or d.batch_id = b.id)
  returning d.* into l;
  if l.id is null then
    return private.command_result('This adjustment can no longer be deleted.');
  elsif l.batch_id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note));
  end if;
  return private.command_result(null);
end $function$;

ALTER TABLE "public"."commissions" ADD CONSTRAINT "commissions_share_base_range" CHECK (((share_base >= (0)::numeric) AND (share_base <= amount)));

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_commission_id_whole" CHECK (
CASE kind
    WHEN 'bonus'::text THEN (commission_id IS NULL)
    WHEN 'correction'::text THEN true
    ELSE (commission_id IS NOT NULL)
END);

CREATE TRIGGER commissions_after_30_correct_share AFTER UPDATE ON public.commissions FOR EACH ROW WHEN ((new.share_base IS DISTINCT FROM old.share_base)) EXECUTE FUNCTION private.correct_share();

COMMENT ON COLUMN "public"."commissions"."share_base" IS 'Filled by trigger: what the agent''s share is reckoned from, where that is less than the amount; see agents_paid_on';

REVOKE ALL ON FUNCTION "private"."correct_share"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_share"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_base"(public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_base"(public.commissions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_is_fixed"(public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_is_fixed"(public.commissions) TO "postgres";
