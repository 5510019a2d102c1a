-- What a bank takes back or writes otherwise after it was here is a question, and a person's answer.

create function private.ask_of_lines(t public.bank_connection_accounts, kind text, transaction_ids uuid[],
  amounts numeric[] default null, days date[] default null)
returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.bank_questions as q (organization_id, connection_id, transaction_id, kind, new_amount, new_on)
  select t.organization_id, t.connection_id, n.transaction_id, ask_of_lines.kind, n.new_amount, n.new_on
  from unnest(transaction_ids, amounts, days) n(transaction_id, new_amount, new_on)
  where not exists (
    select 1 from public.bank_questions k
    where k.organization_id = t.organization_id and k.transaction_id = n.transaction_id and k.kind = ask_of_lines.kind
      and k.answer = 'keep' and k.new_amount is not distinct from n.new_amount and k.new_on is not distinct from n.new_on)
  on conflict (organization_id, transaction_id, kind) where answered_at is null do update
    set new_amount = excluded.new_amount, new_on = excluded.new_on
    where q.new_amount is distinct from excluded.new_amount or q.new_on is distinct from excluded.new_on
$$;
comment on function private.ask_of_lines is 'Asks once: what a person has answered with `keep` is not asked again, unless it differs again.';

create function private.settle_questions(organization_id uuid, transaction_ids uuid[], kind text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.bank_questions q set answered_at = now(), answer = 'settled'
  where q.organization_id = settle_questions.organization_id and q.transaction_id = any (transaction_ids)
    and q.kind = settle_questions.kind and q.answered_at is null
$$;
comment on function private.settle_questions is 'The bank itself answered: what was gone is there again, what differed is as it was.';

create function public.answer_bank_question(question_id uuid, answer text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  q public.bank_questions;
  t public.bank_transactions;
begin
  select x.* into q from public.bank_questions x
  where x.id = answer_bank_question.question_id and x.organization_id = caller_organization_id;
  if q.id is null then
    return private.command_result('This question is no longer there.', null, 'question_not_found');
  elsif answer_bank_question.answer is null or answer_bank_question.answer not in ('take', 'keep') then
    return private.command_result('Say whether to follow the bank.', 'answer', 'question_answer_missing');
  end if;
  -- In the order of everybody else: the connection, then its lines.
  perform 1 from public.bank_connections c where c.id = q.connection_id for update;
  t := private.lock_transaction(q.transaction_id);
  select x.* into q from public.bank_questions x where x.id = q.id for update;
  if q.id is null or q.answered_at is not null then
    return private.command_result('Somebody has answered this already.', null, 'question_answered');
  elsif answer_bank_question.answer = 'take' and t.status = 'matched' then
    return private.command_result('It is matched. Take the match back first.', null, 'question_matched');
  end if;
  perform private.audit(q.organization_id, 'bank_question_answered', null, q.transaction_id,
    jsonb_build_object('kind', q.kind, 'answer', answer_bank_question.answer, 'connection_id', q.connection_id));
  update public.bank_questions x set answered_at = now(), answered_by = auth.uid(), answer = answer_bank_question.answer
  where x.id = q.id;
  if q.kind = 'changed' then
    -- What is known of the line is what the bank says now, so that it is not asked again.
    update private.bank_source_lines s set amount = coalesce(q.new_amount, s.amount), booked_on = coalesce(q.new_on, s.booked_on)
    where s.organization_id = q.organization_id and s.connection_id = q.connection_id and s.transaction_id = t.id;
    if answer_bank_question.answer = 'take' then
      delete from public.bank_suggestions s where s.organization_id = t.organization_id and s.transaction_id = t.id;
      update public.bank_transactions b set amount = coalesce(q.new_amount, b.amount), booked_on = coalesce(q.new_on, b.booked_on),
        matching_due = true, version = b.version + 1 where b.id = t.id;
    end if;
  elsif answer_bank_question.answer = 'take' then
    -- Should the bank bring it once more, it comes again.
    delete from private.bank_source_lines s where s.organization_id = t.organization_id and s.transaction_id = t.id;
    delete from public.bank_transactions b where b.id = t.id;
    update public.bank_imports i set added = i.added - 1 where i.id = t.import_id and i.added > 0;
  end if;
  return private.command_result(null);
end $$;
comment on function public.answer_bank_question is '`take`: the line goes, or becomes what the bank says now; refused while it is matched.
  `keep`: it stays, and is not asked again. {success, error, field}.';
grant execute on function public.answer_bank_question(uuid, text) to authenticated;
