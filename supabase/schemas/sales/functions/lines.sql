-- Lines of a sale: what it is made of, what of it earns commission, and the sums that follow. A sale without lines has one total.
--
-- sales.lines is what a person entered, kept in one form, so that version, history and conflicts see lines as they see any other
-- column; sale_lines has them as rows, for reports and exports.

create function private.line_number(line jsonb, key text, n int, lowest numeric, highest numeric) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  typed constant text := line ->> key;
  amount numeric;
begin
  if typed is null or jsonb_typeof(line -> key) not in ('number', 'string') or typed !~ '^ *-?\d{1,20}(\.\d{1,20})? *$' then
    perform private.refuse(case key when 'rate' then 'Enter a percentage like 12.5.' else 'Enter an amount like 1,482.50.' end,
      format('lines.%s.%s', n, key), case key when 'rate' then 'percentage_expected' else 'amount_expected' end);
  end if;
  amount := round(typed::numeric, 2);
  if amount not between lowest and highest then
    if key = 'rate' then
      perform private.refuse('Enter a percentage from 0 to 100.', format('lines.%s.rate', n), 'percentage_out_of_range');
    elsif key = 'commission' then
      perform private.refuse('A line earns at most its amount.', format('lines.%s.commission', n), 'line_commission_above_amount');
    elsif highest = 0 then
      perform private.refuse('A discount is an amount below zero.', format('lines.%s.amount', n), 'discount_not_negative');
    else
      perform private.refuse('Enter an amount of 0 or more. The most is 9,999,999,999.99.', format('lines.%s.amount', n), 'amount_out_of_range');
    end if;
  end if;
  return amount;
end $$;
comment on function private.line_number is 'A number of line `n` (from 0), rounded to two decimals; refused at lines.<n>.<key> when it is none or not within
  its range.';

create function private.checked_line(line jsonb, n int) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  kind constant text := line ->> 'kind';
  words constant text := nullif(btrim(line ->> 'text'), '');
  unknown constant text := (
    select min(k) from jsonb_object_keys(case jsonb_typeof(line) when 'object' then line else '{"": 0}' end) k
    where k <> all ('{kind,text,amount,earns,rate,commission}'));
  earns text := coalesce(line ->> 'earns', 'nothing');
  amount numeric;
  rate numeric;
  commission numeric;
begin
  if unknown is not null then
    perform private.refuse('A line has no field "' || left(unknown, 60) || '" that can be set here.', format('lines.%s', n), 'field_unknown',
      jsonb_build_object('noun', 'line', 'field', left(unknown, 60)));
  elsif kind is null or kind <> all ('{fare,taxes,non_commissionable,air,hotel,cruise,tour,insurance,transfer,extra,discount,service_fee}') then
    perform private.refuse('Choose what this line is.', format('lines.%s.kind', n), 'line_kind_missing');
  elsif char_length(words) > 200 then
    perform private.refuse('Use at most 200 characters.', format('lines.%s.text', n), 'text_too_long', '{"most": 200}');
  elsif earns <> all ('{rate,amount,nothing}') then
    perform private.refuse('Say whether the line earns a rate, an amount or nothing.', format('lines.%s.earns', n), 'line_earns_unknown');
  end if;
  if kind = 'discount' then
    amount := private.line_number(line, 'amount', n, -9999999999.99, 0);
  else
    amount := private.line_number(line, 'amount', n, 0, 9999999999.99);
  end if;
  if kind in ('taxes', 'non_commissionable', 'service_fee') then
    earns := 'nothing';
  end if;
  if earns = 'rate' then
    rate := private.line_number(line, 'rate', n, 0, 100);
    commission := round(amount * rate / 100, 2);
  elsif earns = 'amount' then
    commission := private.line_number(line, 'commission', n, least(amount, 0), greatest(amount, 0));
    rate := case when amount = 0 then 0 else round(commission / amount * 100, 2) end;
  end if;
  return jsonb_build_object('kind', kind, 'text', words, 'amount', amount, 'earns', earns, 'rate', coalesce(rate, 0),
    'commission', coalesce(commission, 0));
end $$;
comment on function private.checked_line is 'A line as it is kept: {kind, text, amount, earns, rate, commission}, the half that follows
  reckoned. Taxes, what is not commissionable and the agency''s service fee earn nothing from a vendor; a discount is below zero, and so
  is what it takes off the commission. `n` from 0.';

create function private.checked_lines(lines jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(lines) is distinct from 'array' then
    perform private.refuse('Send the lines as a list.', 'lines', 'list_expected', '{"field": "lines"}');
  elsif jsonb_array_length(lines) > 60 then
    perform private.refuse('A sale has at most 60 lines.', 'lines', 'lines_too_many', '{"most": 60}');
  end if;
  return coalesce((
    select jsonb_agg(private.checked_line(e.line, e.n::int - 1) order by e.n) from jsonb_array_elements(lines) with ordinality e(line, n)), '[]');
end $$;
comment on function private.checked_lines is 'The lines of a sale as they are kept, or a refusal at the line and field that is wrong.';

create function private.money_of_lines(lines jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_agg(e.line - 'text' order by e.n) from jsonb_array_elements(lines) with ordinality e(line, n)
$$;
comment on function private.money_of_lines is 'Lines without their texts, which may still change when what they come to may not.';

create function private.sum_lines(sale public.sales) returns public.sales
language plpgsql immutable set search_path = '' as $$
declare
  through numeric;
begin
  select sum((e.line ->> 'amount')::numeric), coalesce(sum((e.line ->> 'amount')::numeric) filter (where e.line ->> 'kind' = 'service_fee'), 0),
    sum((e.line ->> 'commission')::numeric)
  into sale.total_amount, sale.fee_amount, sale.commission_amount
  from jsonb_array_elements(sale.lines) e(line);
  through := sale.total_amount - sale.fee_amount;
  sale.commission_basis := 'amount';
  if through < 0 or sale.total_amount > 9999999999.99 then
    perform private.refuse('The lines come to less than nothing, or to too much.', 'lines', 'lines_sum_out_of_range');
  elsif sale.commission_amount not between 0 and through then
    perform private.refuse('Commission must be at most the total amount.', 'lines', 'commission_above_total');
  end if;
  sale.commission_rate := case when through > 0 then round(sale.commission_amount / through * 100, 2) else 0 end;
  return sale;
end $$;
comment on function private.sum_lines is 'A sale with the sums of its lines: total (fees with it), fee, the vendor''s commission, and the effective
  rate on what goes through the vendor.';

create function private.sync_sale_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.sale_lines l where l.organization_id = new.organization_id and l.sale_id = new.id;
  end if;
  insert into public.sale_lines (organization_id, sale_id, place, kind, text, amount, earns, rate, commission)
  select new.organization_id, new.id, e.place, l.kind, l.text, l.amount, l.earns, l.rate, l.commission
  from jsonb_array_elements(new.lines) with ordinality e(line, place)
  cross join lateral jsonb_to_record(e.line)
    l(kind text, text text, amount numeric, earns text, rate numeric, commission numeric);
  return null;
end $$;
comment on function private.sync_sale_lines is 'sale_lines follows sales.lines.';
