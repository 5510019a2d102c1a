-- What vendors owe, added up from private.commission_money (commissions/functions/receipts), and since when an agency knows it.

create function private.open_condition(tracked_since date, of text) returns text
language sql immutable set search_path = '' as $$
  select replace('?.open > 0 and ?.whole_open > 0 and ' || case when tracked_since is null then '?.status = ''unpaid'''
    else format('?.status = any (''{unpaid,funds_received,agent_paid}'') and (?.due_on >= %1$L or ?.due_on is null and ?.sale_date >= %1$L)',
      tracked_since) end, '?', of)
$$;
comment on function private.open_condition is 'That rows of private.commission_money have something open, as a condition `of` an
  alias, with what lets an index find it: the view asks each row''s organization, so its rules are no condition of an index, and what is
  one person''s is none either.';

create function private.owed_condition(tracked_since date, today text) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 'm.owed > 0', 'm.due_on < ' || today,
    case when tracked_since is not null then format('m.due_on >= %L', tracked_since) end, private.open_condition(tracked_since, 'm'))
$$;
comment on function private.owed_condition is 'The same of what is owed, of rows `m`. `today` is the text of a parameter: the
  organization''s day.';

create function private.owed_figures(organization_id uuid, agent_id uuid default null, vendor_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  tracked_since date;
  today date;
  -- Of the agency each commission is one, with what all its people were paid, in whatever order; of a person it is their part.
  by_share constant boolean := owed_figures.agent_id is not null
    and private.has_shares(owed_figures.organization_id, owed_figures.agent_id);
  all_people boolean;
  answer jsonb;
begin
  select o.receipts_tracked_since, (now() at time zone o.time_zone)::date into tracked_since, today
  from public.organizations o where o.id = owed_figures.organization_id;
  -- Nobody is paid of what was not received: without a day since which receipts are tracked, nothing else is owed.
  all_people := owed_figures.agent_id is null and tracked_since is not null
    and private.shares_commissions(owed_figures.organization_id);
  execute 'with owed as (
      select m.commission_id, m.vendor_id, m.owed, m.owed_agent_paid, m.paid_short, m.advanced
      from private.commission_money' || case when by_share then '_by_share' else '' end || ' m
      where m.organization_id = $1 and ' || private.owed_condition(tracked_since, '$4')
    || case when owed_figures.agent_id is not null then ' and m.payee_id = $2' else '' end
    || case when owed_figures.vendor_id is not null then ' and m.vendor_id = $3' else '' end || ')
    select jsonb_build_object(''count'', coalesce(sum(v.n), 0), ''amount'', coalesce(sum(v.owed), 0), ''vendors'', count(*),
      ''agents_paid'', jsonb_build_object(''count'', coalesce(sum(v.paid_n), 0), ''amount'', coalesce(sum(v.paid), 0),
        ''advanced'', coalesce(sum(v.advanced), 0)'
    || case when all_people then ' + coalesce((
          -- Behind a fence: who is owed is guessed to be few, and each of many would be looked up.
          select sum(h.agent_amount)
          from (select h.commission_id, h.agent_amount from private.shares_beside_sellers h where h.organization_id = $1 and h.status = ''paid'' offset 0) h
          join owed o on o.commission_id = h.commission_id), 0)' else '' end || '),
      ''paid_short'', jsonb_build_object(''count'', coalesce(sum(v.short_n), 0), ''amount'', coalesce(sum(v.short), 0)),
      ''tracked_since'', $5::date)
    from (
      select m.vendor_id, count(*) as n, sum(m.owed) as owed, count(*) filter (where m.owed_agent_paid > 0) as paid_n,
        sum(m.owed_agent_paid) as paid, sum(m.advanced) as advanced, count(*) filter (where m.paid_short > 0) as short_n,
        sum(m.paid_short) as short
      from owed m group by 1) v'
  into answer using owed_figures.organization_id, owed_figures.agent_id, owed_figures.vendor_id, today, tracked_since;
  return answer;
end $$;
comment on function private.owed_figures is 'What is owed to an organization, of one agent or vendor where one is named: {count,
  amount, vendors, agents_paid: {count, amount, advanced}, paid_short: {count, amount}, tracked_since}. agents_paid: commissions all of
  whose people were paid, and what is owed of them, as the list of what is overdue says under Agent paid; advanced: what anybody was paid
  of all that is owed, seller or not, whoever was paid first (of one agent: what they were). Every figure of it is made here, but for
  aging, which tells it by age.';
