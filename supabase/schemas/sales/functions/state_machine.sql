-- The state machine of a sale. private.guard_sale, and private.guard_commission for its commission, decide which changes are
-- allowed; private.create_commission and private.sync_commission carry a sale's data and status over to its commission in the
-- same transaction.
--
-- Lock order: sale, then commission. Updating a sale locks it before its triggers run; a function that starts from the commission
-- and needs the sale's status to stay (record_agent_payment) locks the sale first. A plain status change of a commission locks
-- only the commission and reads the sale: every change of a sale that matters to the commission updates the commission too, so
-- the two are serialized by its row lock.

create function private.status_label(status text) returns text
language sql immutable set search_path = '' as $$ select replace(status, '_', ' ') $$;

create function private.changed_terms(new public.sales, old public.sales, out names text[], out column_name text)
language plpgsql immutable set search_path = '' as $$
begin
  names := '{}';
  if new.vendor_id is distinct from old.vendor_id then
    names := array_append(names, 'vendor'); column_name := 'vendor_id';
  end if;
  if new.agent_id is distinct from old.agent_id then
    names := array_append(names, 'agent'); column_name := 'agent_id';
  end if;
  if new.currency is distinct from old.currency then
    names := array_append(names, 'currency'); column_name := 'currency';
  end if;
  if new.total_amount is distinct from old.total_amount then
    names := array_append(names, 'total'); column_name := 'total_amount';
  end if;
  if (new.commission_amount, new.commission_rate, new.commission_basis)
    is distinct from (old.commission_amount, old.commission_rate, old.commission_basis) then
    names := array_append(names, 'commission');
    column_name := coalesce(column_name,
      case new.commission_basis when 'rate' then 'commission_rate' else 'commission_amount' end);
  end if;
  if new.lines is distinct from old.lines and private.money_of_lines(new.lines) is distinct from private.money_of_lines(old.lines) then
    names := array_append(names, 'lines'); column_name := 'lines';
  end if;
  if new.co_sellers is distinct from old.co_sellers then
    names := array_append(names, 'shares'); column_name := coalesce(column_name, 'co_sellers');
  end if;
end $$;
comment on function private.changed_terms is 'Which of a sale''s terms a change concerns, as words, and the column a refusal points
  at; nothing when it concerns none. What money was reckoned from: vendor, agent, currency, total, commission and shares.';

create function private.refuse_terms(new public.sales, old public.sales, what text, status text) returns void
language plpgsql set search_path = '' as $$
declare
  terms record;
begin
  select t.names, t.column_name into terms from private.changed_terms(new, old) t;
  if cardinality(terms.names) > 0 then
    perform private.refuse(
      'The ' || array_to_string(terms.names, ' and ') || ' of this sale cannot change any more: ' || case what
        when 'sale' then 'the sale is ' || status else 'its commission is already ' || private.status_label(status) end || '.',
      terms.column_name, 'terms_fixed', jsonb_build_object('terms', terms.names, 'what', what, 'status', status));
  end if;
end $$;
comment on function private.refuse_terms is 'Refuses a change of a sale''s terms, because of the status of a `sale` or a
  `commission`.';

create function private.guard_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status is null or new.status not in ('booked', 'paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status', 'status_unknown');
  end if;
  if new.customer_id is distinct from old.customer_id and old.status <> 'booked' and auth.uid() is not null
    and not private.is_admin() then
    perform private.refuse('Only an admin can change the customer of a ' || old.status || ' sale.', 'customer_id',
      'customer_fixed', jsonb_build_object('status', old.status));
  end if;
  if old.status <> 'booked' then
    perform private.refuse_terms(new, old, 'sale', old.status);
  end if;
  if old.status = 'cancelled' and new.status <> old.status then
    perform private.refuse('Cancellation is final.', 'status', 'cancellation_is_final');
  elsif old.status = 'paid' and new.status = 'booked' then
    perform private.refuse('A paid sale cannot return to Booked.', 'status', 'paid_sale_stays_paid');
  end if;
  return new;
end $$;
comment on function private.guard_sale is 'Terms are fixed once the sale is not booked any more; then only an admin changes the
  customer, who is what the money hangs on. Status: booked -> paid; booked or paid -> cancelled; cancelled is final. What its
  commission and a payout it is in allow, they say themselves, by guards of their own on sales.';

create function public.update_sale_status(sale_id uuid, status text, note text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  current public.sales%rowtype;
begin
  if char_length(update_sale_status.note) > 5000 then
    perform private.refuse('Use at most 5,000 characters.', 'note', 'text_too_long', '{"most": 5000}');
  end if;
  select s.* into current from public.sales s where s.id = update_sale_status.sale_id for no key update;
  if not found then
    perform private.refuse('This sale does not exist, or it is not yours.', '', 'sale_not_found');
  end if;
  -- No history entry would be written, so the note would be lost.
  if current.status = update_sale_status.status then
    perform private.refuse('This sale is already ' || current.status || '.', 'status', 'sale_status_unchanged',
      jsonb_build_object('status', current.status));
  end if;
  perform private.give_reason(update_sale_status.note);
  update public.sales s set status = update_sale_status.status where s.id = current.id returning s.* into current;
  perform private.give_reason('');
  return jsonb_build_object('id', current.id, 'status', current.status, 'version', current.version);
end $$;
comment on function public.update_sale_status is 'Moves a sale to another status; the note becomes the comment of the history entry.
  Answers {id, status, version}.';
grant execute on function public.update_sale_status(uuid, text, text) to authenticated;
