-- Which split a sale would have (docs/product/agreements.md, Try a sale): asked of the rules themselves.

create function public.try_terms(member_id uuid, day date, vendor_id uuid default null, category text default null,
  commission numeric default null, total numeric default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  member public.users;
  terms public.agreement_versions;
  rest public.agreement_versions;
  sale public.sales;
  by_vendor numeric;
  by_category numeric;
  by_rest numeric;
  by_all numeric;
  all_parts jsonb;
begin
  select u.* into member from public.users u
  where u.id = try_terms.member_id and u.organization_id = private.current_organization_id() and (private.is_admin() or u.id = auth.uid());
  if member.id is null or try_terms.day is null then
    return null;
  end if;
  terms := private.terms_in_force(member.organization_id, member.id, try_terms.day);
  -- A service fee has no vendor: nobody's split counts.
  if terms.id is null or try_terms.category = 'service_fee' then
    by_all := (private.split_for(member.organization_id, member.id, null, try_terms.category, try_terms.day)).split;
    by_rest := (private.split_for(member.organization_id, member.id, null, null, try_terms.day)).split;
  else
    sale.organization_id := member.organization_id;
    sale.agent_id := member.id;
    sale.sale_date := try_terms.day;
    -- After all that was recorded of this day.
    sale.created_at := 'infinity';
    sale.total_amount := coalesce(greatest(try_terms.total, 0), 0);
    sale.commission_amount := coalesce(greatest(try_terms.commission, 0), 0);
    sale.vendor_id := try_terms.vendor_id;
    sale.lines := case when try_terms.category is null then '[]'
      else jsonb_build_array(jsonb_build_object('kind', try_terms.category, 'commission', greatest(sale.commission_amount, 1))) end;
    select f.split, f.split_parts into by_all, all_parts from private.split_of_sale(terms, sale, 100) f;
    rest := terms;
    rest.vendor_splits := '[]';
    rest.category_splits := '[]';
    by_rest := (private.split_of_sale(rest, sale, 100)).split;
    by_vendor := private.split_of(terms.vendor_splits, 'vendor_id', try_terms.vendor_id::text);
  end if;
  by_category := private.split_of(terms.category_splits, 'category', try_terms.category);
  return jsonb_build_object('split', by_all,
    'by', case when by_vendor is not null then 'vendor' when by_category is not null then 'category'
      when terms.tiers is not null then 'tier' else 'default' end,
    'vendor', by_vendor, 'category', by_category, 'tier', case when terms.tiers is not null then by_rest end,
    'default', case when terms.id is null then by_rest else terms.default_split end,
    'amount', case when try_terms.commission >= 0 then private.share_of(try_terms.commission, by_all, all_parts) end,
    'split_parts', all_parts,
    'version', terms.number);
end $$;
comment on function public.try_terms is 'The split (percent) that somebody would have of a sale on this day, for the person and admins; null
  for others: {split, by (vendor, category, tier, default), vendor, category, tier, default (what each of them says, null: nothing),
  amount (money: the person''s part of the commission), split_parts (private.share_of), version (its number)}. total: of the sale, which tiers by sales booked count.';
grant execute on function public.try_terms(uuid, date, uuid, text, numeric, numeric) to authenticated;
