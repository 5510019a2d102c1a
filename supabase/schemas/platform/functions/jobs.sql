-- On hosted pg_cron comes with the project; it keeps a record of every run, which nobody needs for longer than a day.
do $$
begin
  if exists (select from pg_catalog.pg_available_extensions e where e.name = 'pg_cron') then
    create extension if not exists pg_cron with schema pg_catalog;
    perform cron.schedule('forget-job-runs', '0 3 * * *',
      $job$delete from cron.job_run_details where end_time < now() - interval '1 day'$job$);
  end if;
  if to_regnamespace('cron') is not null then
    perform cron.schedule('refresh-totals', '10 seconds', 'select private.refresh_totals()');
    perform cron.schedule('refresh-report-totals', '10 seconds', 'select private.refresh_report_totals()');
    perform cron.schedule('check-report-totals', '59 seconds', 'select private.check_all_report_totals()');
    perform cron.schedule('forget-import-checks', '59 seconds', 'select private.forget_import_checks()');
    perform cron.schedule('forget-request-keys', '59 seconds', 'select private.forget_request_keys()');
    perform cron.schedule('keep-documents', '59 seconds', 'select private.keep_documents()');
    perform cron.schedule('keep-pictures', '59 seconds', 'select private.keep_pictures()');
    perform cron.schedule('keep-mailbox', '59 seconds', 'select private.keep_mailbox()');
    perform cron.schedule('pay-scheduled-payouts', '59 seconds', 'select private.pay_scheduled_payouts()');
    perform cron.schedule('remind-of-payments', '59 seconds', 'select private.remind_of_payments()');
    perform cron.schedule('call-bank-sync', '59 seconds', 'select private.call_bank_sync()');
    perform cron.schedule('keep-mail', '59 seconds', 'select private.keep_mail()');
    perform cron.schedule('send-webhooks', '10 seconds', 'select private.keep_webhooks()');
    perform cron.schedule('delete-agencies', '10 seconds', 'select private.delete_agencies()');
    -- One statement may take longer than the rest of the jobs: it writes all of an agency as of one moment.
    perform cron.schedule('write-agency-exports', '10 seconds',
      $job$set local statement_timeout = '30min'; select private.write_agency_exports()$job$);
    perform cron.schedule('refresh-matches', '10 seconds', 'select private.refresh_matches()');
  end if;
end $$;
