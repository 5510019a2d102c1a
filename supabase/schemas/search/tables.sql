-- Amounts as they are looked for: of the bank whichever way the money went, of agents what they are paid.
create index bank_transactions_search_amount_idx on public.bank_transactions (organization_id, abs(amount), booked_on desc, id);
create index commissions_agent_amount_idx on public.commissions (organization_id, agent_id, agent_amount);
create index commission_shares_agent_amount_idx on public.commission_shares (organization_id, user_id, agent_amount)
  where role in ('co_seller', 'referral') and commission_id is not null;
