-- The outbox of webhooks listens to the wings below (integrations/functions/webhook_outbox).
create trigger sales_after_70_webhooks_added after insert on public.sales
  referencing new table as changed for each statement execute function private.webhooks_of_sales();
create trigger sales_after_70_webhooks_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.webhooks_of_sales();
create trigger sales_after_70_webhooks_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.webhooks_of_sales();

create trigger commissions_after_70_webhooks after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.webhooks_of_receipts();

create trigger other_commissions_after_70_webhooks after update on public.other_commissions
  for each row when ((new.received_on, new.received_amount) is distinct from (old.received_on, old.received_amount))
  execute function private.webhooks_of_other_receipt();

create trigger agent_payments_after_70_webhooks after insert on public.agent_payments
  referencing new table as changed for each statement execute function private.webhooks_of_agent_payments();

create trigger payout_lines_after_70_webhooks after insert on public.payout_lines
  for each row when (new.kind = 'recall') execute function private.webhooks_of_recall();

create trigger payout_batches_after_70_webhooks after update on public.payout_batches
  for each row when (new.status = 'paid' and old.status <> 'paid') execute function private.webhooks_of_payout();

create trigger payment_voids_after_70_webhooks after insert on public.payment_voids
  for each row execute function private.webhooks_of_void();

create trigger customer_merges_after_70_webhooks after insert on private.customer_merges
  for each row execute function private.webhooks_of_merge();

create trigger customers_after_70_webhooks after update of erased_at on public.customers
  for each row when (new.erased_at is not null and old.erased_at is null) execute function private.webhooks_of_erasure();

create trigger webhook_events_after_10_deliver after insert on private.webhook_events
  referencing new table as written for each statement execute function private.deliver_webhook_events();

-- Here, as it asks a function.
alter table private.api_keys add constraint api_keys_scopes_known check (cardinality(scopes) > 0 and scopes <@ private.api_scopes());
