-- Payouts: what is owed to agents, collected into a batch, checked, approved and paid as a whole. A batch is a draft, approved,
-- scheduled (paid by itself on its planned day: payouts/functions/schedule), paid or discarded. Its lines are commissions that can be paid, each
-- in one batch at most, and adjustments (bonus, correction, recall, returned), which wait without a batch until one collects them. Admins
-- only; an agent reads the own part (pages/functions/payouts). Recalls are in payouts/functions/recalls, payments that came back in payouts/functions/voids.
--
-- Lock order: the batch, then sales and commissions (by sale), as everywhere.

-- The status as clients of before know it; `state` says what it is.
create function private.told_status(status text) returns text
language sql immutable set search_path = '' as $$
  select case status when 'scheduled' then 'approved' else status end
$$;
