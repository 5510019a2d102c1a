set local check_function_bodies = off;

COMMENT ON FUNCTION "api_requests"."check_request"() IS 'Refuses every count but the exact one. The planner''s statistics know the rows of
  every tenant and agent: an estimate for `agent_id=eq.<somebody else>` would tell how many sales they have, past row-level
  security. Preferences are compared as servers parse them, and more strictly: apart at commas and semicolons, in lower case,
  without blanks, tabs, quotes and whatever else a parser may trim. PostgREST hands over the last of several Prefer headers only: a
  proxy in front of it must join them.';

COMMENT ON FUNCTION "private"."accept_certain_of_import"(public.bank_imports) IS 'By the organization''s choice: accepts what is certain of an import whose
  matching has ended, up to 200 a call, as one group of decisions whose id is the import''s. Not again once somebody took it back.
  Whether there is more.';

COMMENT ON FUNCTION "private"."accept_suggestions"(uuid, uuid, jsonb, boolean) IS 'Accepts the first suggestion of each transaction [{id, version}] as one group of
  decisions; with `require_certain` only certain ones. What changed meanwhile or does not fit any more is left alone and said:
  {accepted, skipped: [{id, why}]}.';

COMMENT ON FUNCTION "private"."account_lock"(uuid, uuid) IS 'The same of where an agent is paid, or of the account payouts are paid from (null).
  Waits for a payout that is being scheduled.';

COMMENT ON FUNCTION "private"."acting_name"(uuid) IS 'First and last name of the acting user for texts of notifications. Without one it was an
  admin or the operator.';

COMMENT ON FUNCTION "private"."acting_user"(uuid) IS 'The caller as the author of a change, for audit and history columns. Null for somebody
  outside this organization (a maintenance task of the operator): the foreign keys of those columns include the tenant.';

COMMENT ON FUNCTION "private"."active_amounts"(text, uuid, uuid, text, date, date, text) IS 'Amounts per bucket, without the cancelled: together they are the active total.';

COMMENT ON FUNCTION "private"."add_record"(text, uuid, jsonb) IS 'Inserts a checked customer or vendor with the caller''s rights, and ends the request:
  {id}.';

COMMENT ON FUNCTION "private"."add_to_customer_counts"(private.customer_count_delta[]) IS 'Adds deltas in the order of the key, the lock order of concurrent
  statements.';

COMMENT ON FUNCTION "private"."admin_organization_id"() IS 'The caller''s tenant for admins and owners, null for everybody else.';

COMMENT ON FUNCTION "private"."agent_year_cells"(private.report_plan, text, date, date) IS 'What the payments of a plan of this report come to between two days: by `month`, by
  `agent`, or all together (null). Statements are few; single payments are as many as commissions, and come from monthly totals
  where these are (reports/functions/sums, single.paid).';

COMMENT ON FUNCTION "private"."agent_year_figures"(private.agent_year_cell[]) IS 'The figures of several cells together: those of every report
  (reports/functions/run_report), and the parts.';

COMMENT ON FUNCTION "private"."agent_year_rows"(private.report_plan, integer, date, uuid) IS 'The payments behind a figure of the report, as get_report_rows says others: {count,
  figures, rows}. A statement has its number and no booking, a single payment its booking.';

COMMENT ON FUNCTION "private"."allow_disclosure"(text, uuid) IS 'The first call, after its checks and its audit record: lets the caller read
  `subject` once, within a minute. What is two days old serves no limit any more.';

COMMENT ON FUNCTION "private"."amounts_by_bucket"(text, uuid, uuid, text, date, date, text) IS 'Amounts of sales, or of commissions gross and their agents'' share
  (`record_type`), by the date of the sale: a row for each bucket and status, none missing. An open end of the range is the first or
  last day with a record. Hours are read from the rows, everything else from the totals.';

COMMENT ON FUNCTION "private"."announce_account_change"() IS 'Tag `account_changed`: to the person whose role, tenant or activation
  changed.';

COMMENT ON FUNCTION "private"."announce_bank"() IS 'Tag `bank`, to the admins of an organization whose inbox shows something else now:
  once a transaction and organization.';

COMMENT ON FUNCTION "private"."announce_commissions"() IS 'The same for commissions.';

COMMENT ON FUNCTION "private"."announce_conversation"(text, uuid) IS 'Tag `conversation <type> <id>` to whoever may see the record: to fifty of
  them, who read it last. It carries no word.';

COMMENT ON FUNCTION "private"."announce_dashboards"(uuid[], uuid[]) IS 'Tag `dashboard`, to the admins of the tenants and to the agents whose open
  dashboards show something else now: once per transaction and topic. A statement that concerns very many people tells fifty of
  them; the others get the tag of the next change.';

COMMENT ON FUNCTION "private"."announce_expiring_documents"() IS 'Announces, 60 and 14 days ahead, what expires: to admins, to the member
  it is for, and to whoever added it while they may see it.';

COMMENT ON FUNCTION "private"."announce_notifications"() IS 'Tag `notifications`, once to each person with new ones.';

COMMENT ON FUNCTION "private"."announce_payouts"() IS 'Tag `payouts`: to the admins of an organization whose payouts or holds change, and
  to the agents whose commissions are held or who have a new statement.';

COMMENT ON FUNCTION "private"."announce_sales"() IS 'Whose dashboards a statement changed: columns that no dashboard shows (notes,
  travelers) do not count, and of a reassigned sale both agents are told. Old and new rows are added up with a sign and what cancels
  out is left out: a join of transition tables is planned for one row, and becomes a nested loop over thousands.';

COMMENT ON FUNCTION "private"."announce_voids"() IS 'Tag `payouts`, as for statements (pages/functions/payouts): to the agent, and to the
  admins.';

COMMENT ON FUNCTION "private"."are_preferences"(jsonb) IS 'Travel preferences: an object of known, optional keys. seat, cabin, meal, room,
  mobility, allergies, interests and notes are texts, airlines is [{airline, number}], hotels is [{program, number}].';

COMMENT ON FUNCTION "private"."audit_import"() IS 'Audit events: import_begun, import_done, import_cancelled, import_undone.';

COMMENT ON FUNCTION "private"."bank_booking_count"(text) IS 'How many bookings a text says it pays: "+6 BKGS" are seven, "7 BOOKINGS" seven.
  Null when it does not say.';

COMMENT ON FUNCTION "private"."bank_commission_rows"(uuid, uuid[], boolean) IS 'What the workbench shows of commissions, in the order of `ids`. expected: what
  is open, or with `taken_back` what was deposited and can be taken back. Its plan is kept, made once for any ids: a page calls it
  fifty times, and planning takes longer than the rows.';

COMMENT ON FUNCTION "private"."bank_conflict"(public.bank_transactions) IS 'The refusal of somebody who was slower.';

COMMENT ON FUNCTION "private"."bank_day_refusal"(public.payout_batches, date) IS 'Why a payout cannot be planned for a day: no money moves then by a method that it
  uses. {success, error, field, bank_day_before, bank_day_after}, null when it can.';

COMMENT ON FUNCTION "private"."bank_digit_keys"(text) IS 'Runs of four and more digits in the text.';

COMMENT ON FUNCTION "private"."bank_file_key"(text, text, text[]) IS 'The key of a file: its account''s number without blanks, or its column names in their
  order. Null for nothing.';

COMMENT ON FUNCTION "private"."bank_group"(text, text) IS 'The group of the inbox a transaction belongs to.';

COMMENT ON FUNCTION "private"."bank_holidays"(text, integer) IS 'The days of a year, weekends aside, on which no money moves. A holiday of the Federal
  Reserve on a Sunday is kept on Monday, one on a Saturday not at all.';

COMMENT ON FUNCTION "private"."bank_lump"(public.bank_transactions) IS 'Of a deposit that nothing explains, what the vendor has open that a statement could name:
  {bookings (as many as the text says, or null), open}. Null where the vendor is not known, owes less in all than came, or has one
  booking open that is not of this amount.';

COMMENT ON FUNCTION "private"."bank_marks"(text, text, text) IS 'Where in a text recognized parts stand, [[from, length]]: the reference, then the
  payer.';

COMMENT ON FUNCTION "private"."bank_organization"() IS 'The caller''s tenant, for functions of the bank; everybody but admins and owners
  is refused.';

COMMENT ON FUNCTION "private"."bank_parts"(uuid, jsonb, integer) IS 'Parts [{commission_id, amount, …}] with what the screen shows of their commissions; the
  first `take`.';

COMMENT ON FUNCTION "private"."bank_reference_keys"(text[]) IS 'What a reference in a text of these words could be, stripped like
  sales_reference_key_idx: words, two or three neighbours written together (one with a digit among them), and a run of digits with
  the letters before or behind it.';

COMMENT ON FUNCTION "private"."bank_remittance"(uuid, uuid) IS 'The statement of a deposit: {id, file_name, total, fits, lines: [{line, reference,
  name, amount, commission}]}, null without one. fits: its total is the deposit''s amount.';

COMMENT ON FUNCTION "private"."bank_rows"(uuid, uuid[]) IS 'What a row of the inbox shows of transactions, in the order of `ids`.';

COMMENT ON FUNCTION "private"."bank_words"(text) IS 'Upper-case words of letters and digits, without accents, in their order.';

COMMENT ON FUNCTION "private"."begin_mode"(text) IS 'Says what the statements to come are part of: ''erasing'' (texts within histories may be
  rewritten), ''importing'' (nobody is told of single records), ''undoing_import'' (what an import wrote may be deleted), '''' for
  nothing of it.';

COMMENT ON FUNCTION "private"."begin_request"(text, uuid, jsonb) IS 'Takes the key for this request. Null: go on, and end with end_request. Else the answer
  that the first request with this key was given, to be given again; the same key with other content is refused. The row of the key
  lets a repetition wait for the first.';

COMMENT ON FUNCTION "private"."below_minimum"(uuid, uuid) IS 'Agents who would be paid something, but less than the organization''s minimum, with
  all that waits for them and what the open payout has: they wait for more. Nothing below zero waits: it is carried over.';

COMMENT ON FUNCTION "private"."beside_owed"(private.aging_cell[]) IS 'What stands beside a sum that is owed: where the agents were paid already, and what was
  paid in part.';

COMMENT ON FUNCTION "private"."blocked_commissions"(uuid, uuid) IS 'Commissions that count as received, and cannot be paid now for another reason
  than the customer: what lists and the dashboard leave out of what is ready. Without any rule nothing is looked for.';

COMMENT ON FUNCTION "private"."booking_day"(uuid, date) IS 'The booking day of a fact of this day; null for null.';

COMMENT ON FUNCTION "private"."books_closed_through"(uuid) IS 'Through which day the books are closed, null for not at all; they stay so until
  the transaction ends.';

COMMENT ON FUNCTION "private"."bucket_labels"(text, date, date, text) IS 'All buckets of a range, labelled with the date (or hour) they begin.';

COMMENT ON FUNCTION "private"."bucket_shift"(text) IS 'Weeks begin on Sunday, date_trunc''s on Monday: days are counted in the bucket of a day
  this much later.';

COMMENT ON FUNCTION "private"."bump_record_version"() IS 'Increments the version of a changed row and records the change. The trigger
  argument lists the columns that no form shows: their changes do not count, and a value sent for `version` is replaced.';

COMMENT ON FUNCTION "private"."by_category"(private.report_cell[]) IS 'Cells by vendor, by the vendors'' category; the others as they are.';

COMMENT ON FUNCTION "private"."caller_scope"(uuid) IS 'The rows that lists, totals and exports may read for the caller. Those functions are
  security definer (clients have no access to the rollups, and row-level security keeps conditions that are not leakproof out of the
  indexes), so this is their only access check. agent_id: the agent whose rows count, null for all of the organization; an agent
  always gets their own id. organization_id is null when nothing may be read (no active caller, or an agent asks for another agent):
  the callers then answer zeros and empty lists. zone: time zone of the organization.';

COMMENT ON FUNCTION "private"."carried_balance"(uuid, uuid) IS 'What an agent owes from payouts that came out below zero: 0 or less. All that was
  owed by statements and not paid.';

COMMENT ON FUNCTION "private"."changed_terms"(public.sales, public.sales) IS 'Which of a sale''s terms a change concerns, as words, and the column a refusal points
  at; nothing when it concerns none. What money was reckoned from: vendor, agent, currency, total and commission.';

COMMENT ON FUNCTION "private"."check_all_report_totals"() IS 'What the job does: of each organization once a day, as soon as its own night
  has begun or whenever the job runs afterwards. Who waited longest is first; so many seconds in one run, so that no run takes long
  however many there are.';

COMMENT ON FUNCTION "private"."check_bank_balance"() IS 'The balance, checked when the database transaction ends.';

COMMENT ON FUNCTION "private"."check_bank_lines"(jsonb) IS 'Refuses what is not a list of up to 2,000 numbered lines.';

COMMENT ON FUNCTION "private"."check_customer"(jsonb) IS 'What a form sent about a customer, checked (private.check_record_input).';

COMMENT ON FUNCTION "private"."check_customer_totals"() IS 'What private.check_totals checks of days and months, of customers.';

COMMENT ON FUNCTION "private"."check_document"(jsonb) IS 'The document somebody describes by {title, category, record_type, record_id,
  visibility, member_id, expires_on, asks_to_read}, as a row of the caller''s tenant; `refusal` and `field` when it may not be so.';

COMMENT ON FUNCTION "private"."check_import_kind"(text) IS 'The caller''s tenant, if they may import this kind: whoever may add such records
  one by one.';

COMMENT ON FUNCTION "private"."check_import_portion"(jsonb) IS 'Whether `rows` can be a portion: at most 500 objects, each with its number.';

COMMENT ON FUNCTION "private"."check_record_input"(jsonb, jsonb, text) IS 'Validates the columns a form sent against their types (text, date, list, json,
  number, integer) and returns them with numbers normalized; everything else is left to the constraints. A refusal names the
  column.';

COMMENT ON FUNCTION "private"."check_report_totals"(uuid, text) IS 'Where totals of clean months say something else than the rows: nowhere, ever. Of
  one organization, of one kind or of all (null).';

COMMENT ON FUNCTION "private"."check_sale_input"(jsonb, text[]) IS 'Validates the fields a client sent for a sale: known columns only, each of its
  type. A refusal names the column.';

COMMENT ON FUNCTION "private"."check_totals"(uuid) IS 'Where totals say something else than the rows, those of days and months that are not
  stale and those of customers: nowhere, ever. Of one organization or of all (null). `kept` tells what the totals say (true) from
  what the rows say.';

COMMENT ON FUNCTION "private"."check_unmatch"(uuid, uuid[]) IS 'Whether the matches of these transactions can be taken back: the list of agents who
  were paid for one (private.paid_parts). Refuses where the vendor took the commission back meanwhile.';

COMMENT ON FUNCTION "private"."check_vendor"(jsonb) IS 'What a form sent about a vendor, checked (private.check_record_input).';

COMMENT ON FUNCTION "private"."choose_bucket"(date, date, text) IS 'Two days or fewer: by the hour; 90: by the day; 180: by the week; more: by the month.
  Somebody may ask for another bucket; one that is unknown, or so fine that nobody could read the chart, is ignored.';

COMMENT ON FUNCTION "private"."clear_communications"(uuid, uuid[], uuid) IS 'Takes the words of messages away; that something was written, and by whom,
  stays. Nobody is led there any more.';

COMMENT ON FUNCTION "private"."clear_customer_conversations"(uuid, uuid[]) IS 'The words in the conversations of erased customers go whole, like the
  notes on them.';

COMMENT ON FUNCTION "private"."closed_day_refusal"(uuid, date) IS 'Why a person cannot enter this day; null when they can.';

COMMENT ON FUNCTION "private"."closed_fact_refusal"(uuid, date) IS 'Why a person cannot change a fact with this booking day; null when they can.';

COMMENT ON FUNCTION "private"."collect_customers"(private.customer_filter, text, text, boolean, integer, integer) IS 'All matches up to a limit, sorted, and how many there are: for exports.';

COMMENT ON FUNCTION "private"."collect_payout"(public.payout_batches) IS 'Adds to a draft what can be paid now. Answers how many commissions and adjustments
  came in.';

COMMENT ON FUNCTION "private"."collectable_lines"(uuid, uuid) IS 'What a payout now would pay, for all agents or one: commissions that can be paid
  and are in no payout, and adjustments that wait.';

COMMENT ON FUNCTION "private"."command_result"(text, text) IS 'Result of a public function that changes something: {success, error, field}.
  `refusal` null means done; `field` is the form field the refusal belongs to.';

COMMENT ON FUNCTION "private"."commission_amount"(boolean) IS 'What counts as the amount of a commission: of overdue ones what is owed.';

COMMENT ON FUNCTION "private"."commission_conditions"(private.commission_filter, boolean) IS 'WHERE of the filter, over sales as `s` or commissions as `m`.';

COMMENT ON FUNCTION "private"."commission_filter_of"(text, uuid, uuid, boolean, boolean, date, date, text) IS 'What the caller asked for, as far as they may. Shared with
  export_commissions.';

COMMENT ON FUNCTION "private"."commission_history_of"(uuid) IS '{entries, names}: the entries, oldest first, with who changed what, and the
  names of the agents they mention, by id. It runs with the caller''s rights: row-level security decides.';

COMMENT ON FUNCTION "private"."commission_rows"(uuid[], boolean) IS 'What the list shows of the commissions of the sales `sale_ids`, in their order or
  backwards.';

COMMENT ON FUNCTION "private"."commission_sort"(text, boolean, boolean, boolean, boolean) IS 'FROM and the sort keys. An unknown `sort` is the moment of creation; so is
  ''due_on'' unless only overdue ones are asked for. sales_first: the commission of each sale that is found is looked up, since the
  planner takes what has several words of a search for many.';

COMMENT ON FUNCTION "private"."commission_source"(boolean) IS 'Where commissions are read from: what is owed from private.commission_money, which
  says so.';

COMMENT ON FUNCTION "private"."commission_status_summary"(jsonb, jsonb) IS 'The figures of commissions as lists and the dashboard answer them, {count,
  amount (gross), agent_amount (the agents'' share)} each: every status, with zeros where there is none; total; active_total,
  without cancelled; ready: what the agents can be paid now, which is funds_received without the `early` ones.';

COMMENT ON FUNCTION "private"."commission_worth"(public.commissions) IS 'What the vendor is expected to pay of a commission.';

COMMENT ON FUNCTION "private"."complete_payout"(public.payout_batches, date, text, uuid, jsonb, boolean) IS 'Pays a payout whose rows are locked and have no problem: statements, payments, and
  the words to the agents. by_itself: on its planned day, as the caller scheduled it.';

COMMENT ON FUNCTION "private"."confirmed_email"() IS 'The caller''s confirmed e-mail address in lower case; null when it is not confirmed,
  the account deleted or the session revoked.';

COMMENT ON FUNCTION "private"."correct_books_of_commissions"() IS 'What happens to the commission alone. What its sale does to it is told
  above.';

COMMENT ON FUNCTION "private"."correct_books_of_sales"() IS 'Before the commission follows its sale (private.sync_commission), so that it
  still tells what it was.';

COMMENT ON FUNCTION "private"."correct_share_of"(public.commissions) IS 'Writes the difference between an agent''s share and what was paid of it, with what
  was corrected before, as a correction of the next payout; one that waits for it is written anew. A draft that somebody works on is
  not waited for: then the line waits to be collected. It is a change of who wrote off, or took that back.';

COMMENT ON FUNCTION "private"."count_customers"() IS 'Keeps the rollup customer_counts.';

COMMENT ON FUNCTION "private"."count_of"(jsonb, text) IS 'Number of rows in totals by status ({status: {count, ...}}), of one status, of all but
  cancelled (''active'') or (null) of all.';

COMMENT ON FUNCTION "private"."count_to_review"() IS 'One page of the inbox with all figures around it. view: review (certain first, then
  what needs a look, then what has no suggestion; each newest first), matched (what pays something), unclaimed (oldest first),
  set_aside, all. `counts` and `strip` obey no filter. How many transactions wait for somebody, for admins; null for others. The
  tabs of Commissions say it wherever one is.';

COMMENT ON FUNCTION "private"."create_commission"() IS 'The commission of a new sale. A statement trigger: a thousand imported sales are
  one insert of a thousand commissions, and the triggers of commissions (the rollups) run once.';

COMMENT ON FUNCTION "private"."create_user_terms"() IS 'A new member starts with the default split of the organization.';

COMMENT ON FUNCTION "private"."current_organization_id"() IS 'The caller''s tenant; null for an inactive user and for a revoked or expired
  session, so everything built on it denies access. Policies call it, like the functions below, in a scalar subquery: evaluated once
  per statement, not once per row.';

COMMENT ON FUNCTION "private"."customer_documents"(uuid, uuid) IS 'What the copy of a customer''s data says of documents: those of the customer, and
  of the sales they pay.';

COMMENT ON FUNCTION "private"."customer_match_condition"(text, private.customer_filter) IS 'The filter as a condition for one customer, empty without one. Scalar
  subqueries keep it a lookup per row: the planner cannot turn it into a join that reads customers outside of the scan.';

COMMENT ON FUNCTION "private"."customer_match_query"(private.customer_filter) IS 'A query for the ids of all customers who match.';

COMMENT ON FUNCTION "private"."customer_patterns"(text) IS 'LIKE patterns for these words.';

COMMENT ON FUNCTION "private"."customer_rows"(uuid[], boolean, uuid, uuid) IS 'The rows of a page in the order of `ids`. agent_id: whose sales count in totals, null
  for all.';

COMMENT ON FUNCTION "private"."customer_scan_limit"() IS 'Most rows a scan with a filter reads: matches of a name search may stand
  together, far away from the page.';

COMMENT ON FUNCTION "private"."customer_scan_query"(private.customer_filter, text, text, text[], boolean, text, boolean) IS 'private.page_query for a scan that skips customers who do not match, bounded by
  customer_scan_limit().';

COMMENT ON FUNCTION "private"."customer_sort_keys"(text, uuid) IS 'ORDER BY expressions for a sort. by_totals: the key is a total of sales, named
  totals_column, in the rollup customer_totals (t), or for one agent in customer_totals_by_agent (a); all other keys are columns of
  customers (c).';

COMMENT ON FUNCTION "private"."customer_sums"(uuid, uuid, uuid) IS 'Totals of one customer over all agents or (agent_id) one: {sales_count, total_amount,
  last_sale_date, agent}; `agent` is the agent of the latest sale. Cancelled sales do not count.';

COMMENT ON FUNCTION "private"."customer_words"(text) IS 'The words of a search over documents, normalized, the longest first; null for an
  empty search. A word that looks like part of a phone number is compared by its digits.';

COMMENT ON FUNCTION "private"."cut_search"(text) IS 'As much of a search as is looked for: 500 characters, more than any name or e-mail
  address has. Everything that takes a search from outside cuts it by this first. `LIMITS.search` of the client is the same.';

COMMENT ON FUNCTION "private"."daily_totals_of_rows"(uuid, date[], text, uuid) IS 'What the totals of these days are, from the rows: all, or those of one kind of
  record and one subject.';

COMMENT ON FUNCTION "private"."dashboard_part"(text, uuid, uuid, date, date, date) IS 'One part of the page. The services it asks decide themselves what the caller may
  see.';

COMMENT ON FUNCTION "private"."date_range"(date, date) IS 'A range as people mean it: swapped when it is reversed, an open end (null) as far as it
  goes, and nothing beyond what a sale date may be.';

COMMENT ON FUNCTION "private"."day_text"(date) IS '"Nov 27", "Nov 27, 2025" of another year than this.';

COMMENT ON FUNCTION "private"."departures_of"(uuid, uuid, date) IS 'The next trips of an agent''s customers.';

COMMENT ON FUNCTION "private"."deposit_waits"(uuid, uuid) IS 'Money of the vendor lies in the inbox or unclaimed.';

COMMENT ON FUNCTION "private"."deposit_words"(public.bank_transactions) IS 'Words for the history of a commission: the deposit''s day. Neither its amount nor its
  file is told: an agent reads the history, other agents'' commissions may be in the deposit, and a file may be named after
  anything. Admins read both with the deposits.';

COMMENT ON FUNCTION "private"."deposits_of_commission"(uuid) IS 'The deposits of a commission, oldest first. Admins see where they come from;
  the agent of the commission day and amount only.';

COMMENT ON FUNCTION "private"."derived_commission_columns"() IS 'Columns left out of the history: keys, time stamps, what follows from the
  sale (which has a history of its own) or from the vendor''s terms, and the agent''s split and share.';

COMMENT ON FUNCTION "private"."describe_imported_sales"(public.import_batches, jsonb) IS 'What was made of rows: [{row_number, customer, vendor, agent, status,
  commission_status, commission_amount, makes, customer_row, vendor_row}], `makes` naming the customer and the vendor that were made
  with the sale, the rows those by which this file made them; null of who was there.';

COMMENT ON FUNCTION "private"."describe_sale"(public.sales) IS 'The current state of a sale, for a client whose update met a conflict.';

COMMENT ON FUNCTION "private"."document_readers"(public.documents) IS 'Who is asked to read the latest version of a document, and when they did. Nobody
  while it asks nobody.';

COMMENT ON FUNCTION "private"."document_record_label"(public.documents) IS 'What a document belongs to, as its readers call it. Null without a record, and
  for whoever may not see the record.';

COMMENT ON FUNCTION "private"."document_rows"(uuid, uuid[]) IS 'What lists show of documents, in the order of `ids`. Of the readers an agent learns
  about themselves alone.';

COMMENT ON FUNCTION "private"."document_to_confirm"(uuid) IS 'The first document that waits: for an agent one they have to read, for an admin
  one that anybody has to.';

COMMENT ON FUNCTION "private"."document_version"(public.documents) IS 'The latest version of a document.';

COMMENT ON FUNCTION "private"."draft_refusal"(public.payout_batches) IS 'Why a batch cannot be changed; null when it can.';

COMMENT ON FUNCTION "private"."drop_conversations"() IS 'What was said of records goes with them: records that were never used, and sales
  of an import that is undone.';

COMMENT ON FUNCTION "private"."drop_recall"(uuid, uuid, uuid) IS 'Takes the line of a match that was taken back, or changed, with it. Refused once an
  approved, scheduled or paid payout has it. Who takes a match back pays the agent more: that is a change of theirs.';

COMMENT ON FUNCTION "private"."due_on"(integer, text, date, date, date) IS 'When the vendor is expected to pay: days after booking, departure or return, or before
  departure (with the final payment). Without a return date a trip ends with its departure. Null when no terms are agreed or the day
  to count from is not known yet.';

COMMENT ON FUNCTION "private"."early_commissions"(private.commission_filter) IS '{count, amount, agent_amount} of what the filter finds, whatever its status, of
  commissions whose funds came and whose agent cannot be paid yet: before the customer has paid, or blocked
  (private.blocked_commissions). Seldom, so they are read from their rows.';

COMMENT ON FUNCTION "private"."easter_sunday"(integer) IS 'Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher).';

COMMENT ON FUNCTION "private"."end_request"(uuid, uuid, jsonb) IS 'Keeps the answer of a request that was done, for its repetitions. @record_id what it
  saved, by whose name it is called.';

COMMENT ON FUNCTION "private"."erase_documents"(uuid, uuid[], uuid[], text) IS 'Erasure: documents of these customers and of the sales they paid go, with news of
  them and uploads on their way; elsewhere names are taken out of titles, file names and news.';

COMMENT ON FUNCTION "private"."escape_like"(text) IS 'A text as a LIKE pattern that means itself.';

COMMENT ON FUNCTION "private"."expect_communication"(uuid) IS 'A message of the caller''s organization, on a record they may see.';

COMMENT ON FUNCTION "private"."expect_record"(text, uuid) IS 'Locks nothing; answers nothing. Refuses whoever may not see the record.';

COMMENT ON FUNCTION "private"."expect_same_message"(public.communications) IS 'Refuses a message whose id one has written another one under; the same one may
  be sent again. An id of somebody else is no id.';

COMMENT ON FUNCTION "private"."export_answer"(text[], jsonb) IS '`rows` holds one row more than the limit when there is more.';

COMMENT ON FUNCTION "private"."file_account"(uuid, uuid) IS 'Where an agent is paid by the payment file: their account, when it is of the kind of
  the organization''s; null: otherwise (private.payment_without_account).';

COMMENT ON FUNCTION "private"."file_payments"(public.payout_batches, text) IS 'Who gets something by a payout, with what was said of their account when it was paid,
  and why not by the file: `reason`, null for who is in it. What was paid otherwise stays so, also when details come later; and
  nothing goes to an account other than the statement names.';

COMMENT ON FUNCTION "private"."fill_commission_date"() IS 'For commissions that are inserted without them, by an operator or a seed.';

COMMENT ON FUNCTION "private"."fill_sale"() IS 'Fills what was left out and derives the other half of the commission. commission_basis
  tells which half was entered (rate or amount); that half stays when the total changes.';

COMMENT ON FUNCTION "private"."find_bank_transactions"(uuid, text, numeric, integer) IS 'Bank transactions of an organization by words of their text or by their exact
  amount, the latest first. Common words are met among the latest thousand; only what is not there is looked up in the index of
  texts.';

COMMENT ON FUNCTION "private"."find_commissions"(private.commission_filter, text, boolean, bigint, bigint, boolean) IS 'The ids (of sales) of one page; see private.find_sales.';

COMMENT ON FUNCTION "private"."find_commissions_worth"(uuid, uuid, numeric, uuid[]) IS 'The sales whose commission is worth exactly `amount`, the open ones first: to
  an agent what they are paid of their own.';

COMMENT ON FUNCTION "private"."find_customers"(uuid, text[]) IS 'The customers whose names or first e-mail address match all patterns, for lists of
  sales. private.searched_names is written out: a function call per row took longer than everything else.';

COMMENT ON FUNCTION "private"."find_customers_named"(uuid, uuid, text, integer, boolean) IS 'Customers by name, e-mail address, phone number or tag; who bought last comes
  first. To an agent that means: bought from them.';

COMMENT ON FUNCTION "private"."find_duplicate_rows"(public.import_batches, jsonb) IS 'The rows that exist already, and why: ''file'' (this row of this file was
  imported), ''email'', ''phone'' (with the same name) or ''name'' (a vendor''s, or an alias); `twin` is what they are the same as
  (private.import_twin). Of duplicates among the rows themselves the first one is new. Families share an e-mail address: where the
  batch says so (same_email: add), a customer is a duplicate by e-mail only with the same first name.';

COMMENT ON FUNCTION "private"."find_exact_references"(uuid, uuid, text) IS 'Sales (agent_id: of this agent alone) whose booking reference is exactly what
  was searched for, ignoring case.';

COMMENT ON FUNCTION "private"."find_filtered_customers"(private.customer_filter, text) IS 'The ids of all customers who match. is_similar: nobody has the words of the
  search, so these have names a slip away.';

COMMENT ON FUNCTION "private"."find_grouped_commissions"(private.commission_filter, text, boolean, bigint, bigint) IS 'See private.find_grouped_sales. Within a status or agent commissions are
  sorted by creation, within a vendor by date of sale.';

COMMENT ON FUNCTION "private"."find_grouped_sales"(private.sale_filter, text, boolean, bigint, bigint) IS 'find_sales for many rows sorted by status, vendor or agent: group by group, each
  in the order of its index by date. Up to a small offset all rows from the first group on are read and the offset is cut off;
  beyond it the groups are counted first, and those that lie before the page are not read.';

COMMENT ON FUNCTION "private"."find_members_named"(uuid, text[], integer, boolean) IS 'Members by name and, for admins, by e-mail address.';

COMMENT ON FUNCTION "private"."find_misspelled"(text, text[], uuid, uuid, integer) IS 'The ids of rows whose names have `words` (private.customer_words) with one slip in
  one of them, and if nobody has, with a slip in each of two; every other word is the beginning of a name. One of the first four
  words, which are the longest. `source` (id, names made by private.name_document) is written in this schema; $1 is the
  organization, $2 the agent. `most`: no more than so many are needed, and whoever is met first will do.';

COMMENT ON FUNCTION "private"."find_misspelled_customers"(uuid, text) IS 'The customers whose names are a slip away from a search, for lists where
  nothing is found as it was typed.';

COMMENT ON FUNCTION "private"."find_misspelled_vendors"(uuid, text) IS 'The vendors whose names or aliases are a slip away from a search, for lists
  where nothing is found as it was typed.';

COMMENT ON FUNCTION "private"."find_named"(text, text, text[], integer, uuid, uuid) IS 'The ids of rows that have all `words`, the best first: those that have them as whole
  words of their names, then as beginnings of words, then anywhere, and if nobody has them, those that are a slip away
  (private.find_misspelled). Of each kind those first that are not archived, then by `latest` and by name. `source` (id, names made
  by private.name_document, document, archived, label) and `latest` are written in this file; $1 is the organization, $2 the agent.
  Of a kind that thousands are of, the first few hundred that are met are sorted.';

COMMENT ON FUNCTION "private"."find_references"(uuid, uuid, text[]) IS 'Sales (agent_id: of this agent alone) whose booking reference has at least one word
  of a search, while it or the customer''s searched names have each other word. Words of one or two letters find no reference: the
  trigram index does not know them, and they would find nearly all.';

COMMENT ON FUNCTION "private"."find_sale_agent"(uuid, text) IS 'The member a row means, by e-mail address or full name; the caller when it names
  nobody. Agents record their own sales only and are told so whoever is named.';

COMMENT ON FUNCTION "private"."find_sale_customer"(uuid, jsonb, boolean) IS 'The customer a row means: by e-mail address, else by name, with the phone number
  where there are namesakes. Null: there is none. `shared_email`: people who share an address are told apart by their first names.';

COMMENT ON FUNCTION "private"."find_sale_vendor"(uuid, text) IS 'The vendor of this name, or else of this alias; null when there is none. Archived
  ones count only where there is no other.';

COMMENT ON FUNCTION "private"."find_sales"(private.sale_filter, text, boolean, bigint, bigint, boolean) IS 'The ids of one page. collect_first: collect all matching rows, then sort them (few rows);
  else read in the order of an index.';

COMMENT ON FUNCTION "private"."find_sales_anyhow"(uuid, uuid, text, numeric, uuid[], uuid[]) IS 'Sales by part of the reference (those that begin with it first), by their exact
  total, and the latest of the customers found.';

COMMENT ON FUNCTION "private"."find_sales_referenced"(uuid, uuid, text) IS 'Sales whose reference is what was searched for, whatever its case and
  punctuation.';

COMMENT ON FUNCTION "private"."find_stray_document_files"() IS 'Finds files no version and no upload knows: what arrived after it was
  given up. Looks at those of more than a day.';

COMMENT ON FUNCTION "private"."find_vendors_named"(uuid, text[], integer, boolean) IS 'Vendors by name or a name on bank statements.';

COMMENT ON FUNCTION "private"."first_candidate_day"(uuid) IS 'From which due day on (without one: sold) a transaction may pay a commission
  whose reference it does not name: what is older than the agency tracks receipts counts as settled until somebody names it.';

COMMENT ON FUNCTION "private"."first_told"(text, text[]) IS 'Those of `topics` that this transaction has not sent `tag` to yet. From now on it has.';

COMMENT ON FUNCTION "private"."follow_due_date"() IS 'A commission that is open again, because its receipt was taken back, is due by the
  dates and terms of now.';

COMMENT ON FUNCTION "private"."follow_shares"(public.payout_batches) IS 'Of a payout that is scheduled no longer: what was written off meanwhile waits as a
  correction, and is in the shares themselves now.';

COMMENT ON FUNCTION "private"."follows_terms"(public.commissions) IS 'Whether the due day follows sale and vendor: not once the vendor has paid all, or the
  rest was written off.';

COMMENT ON FUNCTION "private"."forget_request_keys"() IS 'A day longer than the browser keeps a draft, and the key with it.';

COMMENT ON FUNCTION "private"."found_commissions"(uuid[], uuid[], integer) IS 'The commissions of these sales: of exactly what was searched for first, then those
  that are still open.';

COMMENT ON FUNCTION "private"."found_customers"(uuid[], uuid) IS 'What a row of the search shows, in the order of `ids`. agent_id: whose sales count
  as a customer''s trips, null for all.';

COMMENT ON FUNCTION "private"."free_key_of_upload"() IS 'An upload that was given up has saved nothing: its key is free again.';

COMMENT ON FUNCTION "private"."give_reason"(text) IS 'Why the statements to come change records, for their histories; '''' for no reason.';

COMMENT ON FUNCTION "private"."given_reason"() IS 'Null when none was given.';

COMMENT ON FUNCTION "private"."group_keys"(text, text[], uuid, uuid, uuid, text, boolean) IS 'What a list sorted by status, vendor or agent is grouped by, in the order of the list:
  statuses, or ids of vendors or agents as far as the filter lets them through.';

COMMENT ON FUNCTION "private"."guard_audit_log"() IS 'Append-only, for the owner of the table as well. Only an erasure may change
  `details`.';

COMMENT ON FUNCTION "private"."guard_commission"() IS 'Amount, split and agent are fixed once the commission is not unpaid. Status: unpaid
  -> funds_received -> agent_paid, the latter only for a paid sale and with a recorded payment; unpaid or funds_received ->
  cancelled; funds_received -> unpaid when a deposit is taken back.';

COMMENT ON FUNCTION "private"."guard_currency"() IS 'The currency of an agency is fixed by its first sale.';

COMMENT ON FUNCTION "private"."guard_customer"() IS 'Refuses a birthday in the future (one day of tolerance for time zones ahead of UTC),
  and changes of a customer who was merged or erased, except by the merge and the erasure themselves.';

COMMENT ON FUNCTION "private"."guard_history"() IS 'Makes a history (audit) table append-only, for the owner of the tables as well. Two
  exceptions: the erasure of a person rewrites texts inside an entry, but the entry itself stays; undoing an import removes sales
  that nobody has touched since, with what the import itself wrote about them.';

COMMENT ON FUNCTION "private"."guard_old_dates"() IS 'A date before 1990 is hardly ever right and moves a sale out of every report: only
  an admin enters or changes one. What no constraint accepts is left to the constraint.';

COMMENT ON FUNCTION "private"."guard_sale"() IS 'Terms are fixed once the sale is not booked any more; then only an admin changes the
  customer, who is what the money hangs on. Status: booked -> paid; booked or paid -> cancelled; cancelled is final. What its
  commission and a payout it is in allow, they say themselves, by guards of their own on sales.';

COMMENT ON FUNCTION "private"."guard_sale_agent"() IS 'Only an admin records a sale for another agent or reassigns one. The policies say
  the same; this answers with a message.';

COMMENT ON FUNCTION "private"."guard_sale_customers"() IS 'Refuses merged and erased customers on a sale. The key share lock keeps a merge
  waiting until the sale is written.';

COMMENT ON FUNCTION "private"."guard_sale_day"() IS 'A person dates no sale into closed books, nor out of them. Jobs and maintenance
  may.';

COMMENT ON FUNCTION "private"."guard_sale_of_commission"() IS 'Which changes of a sale its commission allows: its terms are fixed once the
  commission is not unpaid, and it is not cancelled once the agent was paid. The commission is locked here, after its sale.';

COMMENT ON FUNCTION "private"."guard_saved_report"() IS 'A definition must be one that can be run, and nobody keeps more than a hundred.';

COMMENT ON FUNCTION "private"."guard_scheduled_commission"() IS 'A payout that is paid is no longer scheduled when it moves its
  commissions on.';

COMMENT ON FUNCTION "private"."guard_scheduled_sale"() IS 'What is in a scheduled payout stays as it is, and so does its sale. The lock
  order is sale, then commission; refused before the state machines say theirs.';

COMMENT ON FUNCTION "private"."has_live_session"() IS 'Whether the session of the access token exists and has not expired. Also true for a
  signed-in user without an organization, who may create one or accept an invitation.';

COMMENT ON FUNCTION "private"."has_pending_invitation"(text) IS 'Blocks sign-up with an own organization; also true for an account without an
  address.';

COMMENT ON FUNCTION "private"."has_too_many_search_words"(text[]) IS 'More words than any name or e-mail address has: such a search answers an
  empty list without running a query.';

COMMENT ON FUNCTION "private"."have_visible_names"(jsonb) IS 'Whether every entry of a list of objects has a visible `name`.';

COMMENT ON FUNCTION "private"."held_commissions"(uuid, uuid) IS 'Held commissions of an organization, or of one agent, as a payout shows them.';

COMMENT ON FUNCTION "private"."hidden_key"(uuid) IS 'A key as it is kept: only who has the key itself, which is the form that drew it, can
  tell from the hashes what was sent.';

COMMENT ON FUNCTION "private"."hour_label"(date, integer, text) IS 'The hour of a day that a sale is counted in: its date, and the hour in which it was
  recorded, by the clocks of the organization. An hour that a change of clocks leaves out becomes the next one; one that comes twice
  is one.';

COMMENT ON FUNCTION "private"."hour_parts"(text, date) IS 'What never lies in two hours of the zone: an hour, or a quarter of one where the zone is
  off by parts of an hour in some half of that year. Asking the zone for each sale takes longer than the rest.';

COMMENT ON FUNCTION "private"."import_portion"(public.import_batches, jsonb) IS 'Adds the rows of a portion: {added, skipped, skips: [{row_number, reason, twin}],
  errors: [{row_number, field, message}], adds: of sales what was made of each row (private.describe_imported_sales)}. A row that is
  refused has no effect on another one: the portion is taken back and judged anew without it. So a portion says the same about the
  same rows, whoever calls it.';

COMMENT ON FUNCTION "private"."import_row_keys"(public.import_batches, jsonb) IS 'What a row''s records are looked up by: whichever two rows may concern the same
  customer, vendor or booking share a key.';

COMMENT ON FUNCTION "private"."import_twin"(public.import_batches, uuid, integer, text, text) IS 'Whom a twin is shown as: a row of this very file by its number, any other record by what
  it is called.';

COMMENT ON FUNCTION "private"."index_customers"() IS 'Upserts the documents of all rows of a statement, in the order of their ids (one
  lock order for concurrent statements), and writes only those that differ.';

COMMENT ON FUNCTION "private"."insert_import_rows"(public.import_batches, jsonb) IS 'Inserts rows in one statement; if the database refuses one of them, in slices of
  20, then one by one. Answers the errors [{row_number, field, message}], with the messages of triggers and constraints.';

COMMENT ON FUNCTION "private"."insert_import_sales"(public.import_batches, jsonb) IS 'Inserts the sales of resolved rows and moves them and their commissions to their
  statuses, one permitted step after the other.';

COMMENT ON FUNCTION "private"."is_abbreviation"(text, text) IS 'Whether `short` abbreviates `name`: its words are beginnings or skeletons of the
  words of the name, in their order, each with the same first letter ("NRTHN FJORD VOY", "NORTHERN FJORD V").';

COMMENT ON FUNCTION "private"."is_bank_filler"(text) IS 'Words that say how money moves, not who moves it.';

COMMENT ON FUNCTION "private"."is_contact_list"(jsonb, text) IS '[{label, value}] with at most 10 entries and no other keys. `kind` ''email'': values
  have the format of an e-mail column; otherwise they have the length of a phone column.';

COMMENT ON FUNCTION "private"."is_country"(text) IS 'ISO 3166-1 alpha-2.';

COMMENT ON FUNCTION "private"."is_document_for"(public.documents, uuid, uuid, boolean) IS 'Whether somebody may see a document: the one place of this rule, for its row, its
  versions and their files. `user_id` is an active member of `organization_id`; who sees a record is private.record_audience''s to
  say.';

COMMENT ON FUNCTION "private"."is_document_type"(text) IS 'Types a document may have, all of which browsers show or save and none of which
  they run. The bucket takes the same.';

COMMENT ON FUNCTION "private"."is_iban"(text) IS 'Check digits of an IBAN (ISO 13616): letters as numbers, the country and the digits at the
  end, modulo 97.';

COMMENT ON FUNCTION "private"."is_iso_date"(text) IS 'An existing date written YYYY-MM-DD, in the range that date columns accept. Null for
  null.';

COMMENT ON FUNCTION "private"."is_near_reference"(text, text) IS 'Whether two stripped references could be one that was typed wrongly: one character
  another, or two exchanged.';

COMMENT ON FUNCTION "private"."is_program_list"(jsonb, text) IS 'Loyalty programs: [{<name>, number}], at most 20 entries.';

COMMENT ON FUNCTION "private"."is_referenced_condition"(regclass) IS 'Whether another record refers to a customer or vendor (`t`), as a condition
  over every foreign key to its table, but for a vendor''s aliases, which are deleted with it.';

COMMENT ON FUNCTION "private"."is_routing_number"(text) IS 'Check digit of a US routing number (ABA).';

COMMENT ON FUNCTION "private"."is_sale_closed"(public.sales) IS 'Whether a sale, its receipt or its payment is in closed books.';

COMMENT ON FUNCTION "private"."is_sale_touched"(public.sales) IS 'Whether an imported sale or its commission was changed since, is in a payout, or had
  its payment voided. What the import did has the time of its transaction.';

COMMENT ON FUNCTION "private"."is_tag_list"(text[]) IS 'At most 20 tags of 1 to 40 characters, trimmed, without control characters, unique
  without regard to case.';

COMMENT ON FUNCTION "private"."is_visible"(text) IS 'Whether a name shows anything: at least one character that is neither white space nor
  drawn as nothing (control and format characters, fillers, variation selectors, tags). By code points, so that no locale decides.
  `isVisible` of the client is the same.';

COMMENT ON FUNCTION "private"."judge_bank_lines"(uuid, uuid, jsonb) IS 'Judges lines of a file, (docs/product/imports.md, Bank files): each with its key,
  why it cannot be taken (null when it can), and whether the account has it already. The key is the bank''s own id with the amount,
  else day, amount and texts; a counter (`twin`) tells equal lines of one file apart, so that two real ones stay two and overlapping
  files add nothing. A bank id that says nothing ("NONREF", zeros) counts as none.';

COMMENT ON FUNCTION "private"."keep_an_active_owner"() IS 'Locks the organization, so that two owners who step down at the same time are
  checked one after the other.';

COMMENT ON FUNCTION "private"."keep_customer_totals"() IS 'Every customer who is not merged into another one has a row of sums, whether
  there are sales or not; lists are sorted by it.';

COMMENT ON FUNCTION "private"."keep_documents"() IS 'All of it; the scheduled job.';

COMMENT ON FUNCTION "private"."keep_fixed_share"() IS 'What was paid stays, and so does what is about to be (private.correct_share).';

COMMENT ON FUNCTION "private"."last_asked"(uuid, uuid) IS 'When the caller''s organization last asked a vendor; null for never, and for agents.';

COMMENT ON FUNCTION "private"."last_payment_file"(public.payout_batches) IS 'The payment file of a payout that was told last since it was approved, for those
  who may pay it: {format, at, by}. Null: none yet.';

COMMENT ON FUNCTION "private"."last_seen"(uuid) IS 'The last sign-in or refresh of a session that Supabase Auth remembers.';

COMMENT ON FUNCTION "private"."latest_payments"(uuid, uuid, integer) IS 'The latest payments to an agent, voided ones too: [{id, day, statement_id, number,
  commission_id, booking_reference, payment_method, amount, voided_on}].';

COMMENT ON FUNCTION "private"."latest_sales"(text, uuid) IS '{rows, count}: the five newest sales of a customer, vendor or agent (`owner`) that the
  caller may read, and how many there are.';

COMMENT ON FUNCTION "private"."learn_payer"(public.bank_transactions) IS 'A confirmed match teaches who the payer is.';

COMMENT ON FUNCTION "private"."limit_disclosures"(uuid, text, uuid, text, integer) IS 'Refuses more different subjects within 24 hours than somebody looks up in a day''s
  work (`most`), and tells the other admins of the tenth and of the last. What was asked for already counts once. `nouns`: "passport
  numbers".';

COMMENT ON FUNCTION "private"."lock_bank_import"(uuid) IS 'The import, locked, so that calls for it write one after the other.';

COMMENT ON FUNCTION "private"."lock_commissions"(uuid, uuid[]) IS 'Locks sales, then commissions, in the order of their sales.';

COMMENT ON FUNCTION "private"."lock_customers"(uuid, uuid[]) IS 'Taken before the first write of a merge, its undoing and an erasure. Rebuilding the
  rollups locks sales, then customers, and undoing a merge writes customers first and sales later: without both locks taken here, in
  the rebuild''s order, the two could deadlock.';

COMMENT ON FUNCTION "private"."lock_document"(uuid) IS 'The document that the caller may change, locked. `refusal` says why there is none.';

COMMENT ON FUNCTION "private"."lock_draft"(uuid) IS 'The open draft of an organization, locked; null when there is none.';

COMMENT ON FUNCTION "private"."lock_import_batch"(uuid) IS 'The batch, locked, so that calls for it write one after the other. Members may go
  on with their own, admins with every batch of the tenant; any other is refused like one that does not exist.';

COMMENT ON FUNCTION "private"."lock_invitation"(uuid) IS 'Locks an invitation of the caller''s organization and says why the caller may not
  manage it; null when they may.';

COMMENT ON FUNCTION "private"."lock_member"(uuid) IS 'Locks the caller''s organization and then the member until the end of the transaction,
  so that changes of members are serialized; `refusal` says why the caller may not change this member, null when they may.';

COMMENT ON FUNCTION "private"."lock_merges"(uuid) IS 'Merges, their undoing and erasures of an organization run one after the other. Taken
  before reading which customers are merged into which: a merge that commits meanwhile would be missed.';

COMMENT ON FUNCTION "private"."lock_payout"(uuid) IS 'The batch, locked; null when it is not of the caller''s organization. Who may not ask is
  refused before anything is looked up.';

COMMENT ON FUNCTION "private"."lock_payout_lines"(public.payout_batches) IS 'Locks the sales and commissions of a payout, after the payout itself. Statements
  are numbered, and balances carried, one payout after the other.';

COMMENT ON FUNCTION "private"."lock_transaction"(uuid) IS 'The transaction, locked; null when it is not of the caller''s organization. Who may
  not ask is refused before anything is looked up.';

COMMENT ON FUNCTION "private"."lock_vendor"(uuid) IS 'Locks the vendor''s row for a change. Answers why the caller may not change it; null
  when they may.';

COMMENT ON FUNCTION "private"."lock_vendor_of_sale"() IS 'FOR KEY SHARE, like a foreign key: the terms stay until the sale''s transaction
  ends. Before the commission is locked, and before the customers are: whoever waited for new terms and kept a merge waiting
  meanwhile could be in a deadlock.';

COMMENT ON FUNCTION "private"."lock_vendor_terms"() IS 'FOR UPDATE, stronger than the lock of the update itself: it waits for those FOR
  KEY SHARE.';

COMMENT ON FUNCTION "private"."mark_closed_receipts"() IS 'The same of what stays in a closed month, or leaves an open one, when a receipt
  moves (private.keep_closed_receipts).';

COMMENT ON FUNCTION "private"."mark_days_of_sales"() IS 'Order of locks, the same for every statement: rows of sales, then of commissions,
  then customer_totals in the order of their keys. Rows before and after a statement are counted together, and what is the same
  cancels out: a change of anything else marks nothing. (Joined to each other they would be planned for one row, and take a loop in
  a loop for thousands.)';

COMMENT ON FUNCTION "private"."mark_read"(uuid, text, uuid, timestamp with time zone) IS 'Remembers that the caller has read until a moment; earlier ones change nothing.';

COMMENT ON FUNCTION "private"."mark_report_months"() IS 'Marks the months whose sums a statement changed.';

COMMENT ON FUNCTION "private"."mark_voided_months"() IS 'A void takes its payment out of the totals of the month it was made in.';

COMMENT ON FUNCTION "private"."mark_waiting_transactions"() IS 'Another day since which receipts are tracked makes other commissions
  candidates: all that waits is matched anew.';

COMMENT ON FUNCTION "private"."masked_bank_account"(uuid, uuid) IS '{kind, holder_name, last_four, updated_at} of an agent, or of the organization
  (null); null where nothing is known.';

COMMENT ON FUNCTION "private"."masked_passports"(uuid, uuid, uuid) IS '[{id, last_four, given_names, country, issued_on, expires_on, warning}]. Warning:
  the latest upcoming return of a sale that is not cancelled, if it lies less than six months before the expiry, or after it:
  {return_date, sale_id, months_after}, whole months from the return to the expiry, negative when the passport has expired by then.
  It looks at the sales of one agent, or of all (`agent` null).';

COMMENT ON FUNCTION "private"."match_customers"(uuid, text[]) IS 'The customers who match every pattern; or, with exclude_customers, those who do not
  match, where that is the shorter list. No trigram index knows words of one or two letters: for them all customers are read, and a
  sample tells which list is shorter.';

COMMENT ON FUNCTION "private"."match_references"(uuid, private.bank_reading[]) IS 'Without nested loops in what follows: thousands of readings are planned as if they
  were few. Look-ups by index are lateral. Sales whose reference stands in the texts. reference: 2 as typed, 1 by its digits.';

COMMENT ON FUNCTION "private"."match_remittance"(uuid) IS 'Finds the commissions of the lines that have none; no commission is found twice.';

COMMENT ON FUNCTION "private"."match_sets"(uuid, private.bank_reading[], private.bank_payer[]) IS 'Sets of open commissions of the recognized vendor that add up to a transaction, to the
  cent: those named in the text, neighbours in the order of due days (also without one of them), and any two, three or four. At most
  24 commissions are looked at, those due nearest. Beyond that some set adds up to almost anything, so the search is bounded on
  purpose and no set is ever certain. found: how many sets add up. recorded: how many of one an admin has recorded as received; sets
  without any come first. Without merge joins either: they would pair all pairs of a transaction to find sets of four.';

COMMENT ON FUNCTION "private"."match_singles"(uuid, private.bank_reading[], private.bank_payer[]) IS 'Single commissions each transaction may pay, with every signal. reference: see
  private.match_references, 0 none; vendor: strength, see private.vendors_of_payers; days: how long after the due day the money
  came. owed: what an exact amount is; expected: what no deposit explains. recorded_on: when an admin recorded it as received,
  without a deposit; as_recorded: the same amount, within ten days.';

COMMENT ON FUNCTION "private"."match_transactions"(uuid, uuid[]) IS 'Computes the suggestions of these transactions anew, with the vendor, the
  category and the status that follow. What is like what people set aside before (bank_patterns) is set aside, unless a commission
  explains it.';

COMMENT ON FUNCTION "private"."may_add_document_file"(text) IS 'Whether the caller may add this file: of an upload they began within the last
  day.';

COMMENT ON FUNCTION "private"."may_change_document"(public.documents) IS 'Whether the caller may change a document, give it a new version and delete it:
  admins, and agents what they themselves added to a sale of their own or to a customer.';

COMMENT ON FUNCTION "private"."may_read_document_file"(text) IS 'Whether the caller may read a file now: they may see its document, and have
  opened this version within the last minute.';

COMMENT ON FUNCTION "private"."may_see_document"(public.documents) IS 'The same for the caller; denies an inactive user and a revoked session.';

COMMENT ON FUNCTION "private"."may_see_record"(text, uuid) IS 'Whether the caller may see a record. Also for policies: it denies an inactive user
  and a revoked session.';

COMMENT ON FUNCTION "private"."may_use_passports"(uuid, uuid) IS 'Who may see, add, change and delete the passports of a customer: admins, and
  agents with a live sale of their own that the customer pays or travels on. Live is a sale that is worth something, not cancelled,
  with travel ahead or over for less than 30 days.';

COMMENT ON FUNCTION "private"."mend_report_totals"(uuid, text) IS 'Compares the totals of one kind with the rows, and adds up again what differs:
  the audit log keeps which months, the owners are told.';

COMMENT ON FUNCTION "private"."mention"(public.communications) IS 'Writes down whom a message mentions. Refuses anybody who may not see the record; who was
  mentioned before is not told again.';

COMMENT ON FUNCTION "private"."misspelled"(text) IS 'LIKE patterns for the beginnings of names that are one slip away from `word`: a letter
  wrong, missing, too many, or swapped with its neighbour. Null for words so short that a slip makes another name of them. Where no
  three letters in a row would be left for the trigram index, only common letters are tried.';

COMMENT ON FUNCTION "private"."misspelled_expression"(text) IS 'The same as a regular expression: of many patterns for one text it is far
  quicker than trying each.';

COMMENT ON FUNCTION "private"."most_used_tags"(uuid, boolean) IS '[{tag, count}]: the twenty most used tags of active, archived or (null) all
  customers, from the rollup.';

COMMENT ON FUNCTION "private"."move_due_dates"() IS 'New terms of a vendor move the due dates of all its commissions that are not fully
  paid by it, locked first, in the order of their sales.';

COMMENT ON FUNCTION "private"."move_threads"(uuid, uuid[], uuid, uuid) IS 'Moves threads of one customer, with all replies, to another one, and what leads there
  with them: a merge, and its undoing.';

COMMENT ON FUNCTION "private"."name_document"(text) IS 'Names as searches compare them: normalized, each word between line breaks, which no
  searched word contains. So a pattern can ask for whole words and for their beginnings; trigrams know the beginning of a word. Its
  cost says that indexes are worth it.';

COMMENT ON FUNCTION "private"."name_invitation_for_mail"() IS 'Auth takes the data of a request for a mail only for somebody new: an
  account that exists gets the id here.';

COMMENT ON FUNCTION "private"."name_spellings"(text, text) IS 'The ways to write a name: "Vera Lind", "Lind, Vera", "Lind Vera".';

COMMENT ON FUNCTION "private"."needs_other_person"(public.payout_batches) IS 'Whether somebody else than the caller has to approve a draft.';

COMMENT ON FUNCTION "private"."next_bank_day"(text[], date, integer) IS 'The nearest day before (-1) or after (1) one that is a bank day of all these kinds.';

COMMENT ON FUNCTION "private"."normalize_customer"() IS 'Trims texts; an empty text in an optional column becomes null, because forms send
  one for a field that was left out.';

COMMENT ON FUNCTION "private"."normalize_entries"(jsonb) IS 'A list of objects with their texts trimmed. Anything else is returned as it is:
  the check constraint refuses it.';

COMMENT ON FUNCTION "private"."normalize_preferences"(jsonb) IS 'Travel preferences with texts trimmed and without empty known keys. Unknown
  keys stay: the check constraint refuses them.';

COMMENT ON FUNCTION "private"."normalize_search_text"(text) IS 'Text as search compares it: lower case, without accents. The dictionary and
  the collation are named, so that the result depends neither on search_path nor on the locale of the database: stored search
  documents are compared with it.';

COMMENT ON FUNCTION "private"."normalize_vendor"() IS 'Trims texts and turns empty ones into null. JSON of an unexpected shape stays as it
  is: a constraint refuses it.';

COMMENT ON FUNCTION "private"."note_payout"(public.payout_batches, text, jsonb, boolean) IS 'by_itself: what no person did; it changes the draft, and is nobody''s change.';

COMMENT ON FUNCTION "private"."notify_admins_of_sales"() IS 'To the admins who want to know: which sales others record, and which are
  paid. One message for the sales of one statement, which leads to the sale when it is one. Whoever hears of a sale as its agent
  does not hear of it twice. An import tells once, too.';

COMMENT ON FUNCTION "private"."notify_of_commission"() IS 'To the agent, when a commission became funds_received and when its payout was
  recorded, alone and not with others. That the vendor paid is said only of a commission with a receipt.';

COMMENT ON FUNCTION "private"."notify_of_deposit"() IS 'To the agent, when the vendor''s money came for a commission that did not become
  funds_received by it.';

COMMENT ON FUNCTION "private"."notify_of_import"(public.import_batches) IS 'To the agents for whom somebody else imported sales, when the import ends: how
  many.';

COMMENT ON FUNCTION "private"."notify_of_joining"() IS 'To whoever invited somebody who has joined.';

COMMENT ON FUNCTION "private"."notify_of_reply"(public.communications) IS 'To whoever wrote in the thread and may still see the record, unless the message
  mentions them.';

COMMENT ON FUNCTION "private"."notify_of_role"() IS 'To whoever has a new role. It leads admins and owners to their page in the team list;
  agents have none.';

COMMENT ON FUNCTION "private"."notify_of_sale"() IS 'To the agent who was assigned a sale, and to the agent whose sale was cancelled. Once
  per statement, whatever its rows. An import tells each agent once, when it ends: private.notify_of_import.';

COMMENT ON FUNCTION "private"."notify_other_admins"(uuid, text, text, text, uuid) IS 'To the active admins and owners but the caller.';

COMMENT ON FUNCTION "private"."nth_weekday"(integer, integer, integer, integer) IS 'The nth weekday of a month (0: Sunday); counted from its end when n is below zero.';

COMMENT ON FUNCTION "private"."open_commissions"(uuid, uuid, boolean) IS 'Open commissions of an organization, or of one agent, with what stands in their way
  (private.payout_obstacle) and the open payout they are in. only_received: those that the vendor has not paid are left out.';

COMMENT ON FUNCTION "private"."open_condition"(date, text) IS 'That rows of private.commission_money have something open, as a condition `of` an
  alias, with what lets an index find it: the view asks each row''s organization, so its rules are no condition of an index.';

COMMENT ON FUNCTION "private"."open_for_payout"(uuid, uuid, boolean) IS 'private.open_commissions, with one more obstacle. later: its agent waits for more
  (private.below_minimum).';

COMMENT ON FUNCTION "private"."other_reference"(text, text) IS 'The reference that a text names in place of a booking''s own, as it is written
  there: one of the same form ("CR-26701" for CR-26710), its letters and digits together or apart by a sign. Apart by a blank only
  after the booking''s own letters, for "ID 26701" is none. Null where the booking''s own stands in the text, and for references
  without letters: any number could be one.';

COMMENT ON FUNCTION "private"."other_word_condition"(text, integer) IS 'That a sale `s` has a further word of a search, whose pattern is the parameter
  `word`: in its reference, its vendor''s or its customer''s names, those with or without their accents. Vendors and customers who
  have it are looked up once; but no trigram index knows words of one or two letters, so for these the names of each sale are
  read.';

COMMENT ON FUNCTION "private"."owed_condition"(date, text) IS 'The same of what is owed, of rows `m`. `today` is the text of a parameter: the
  organization''s day.';

COMMENT ON FUNCTION "private"."owed_figures"(uuid, uuid, uuid) IS 'What is owed to an organization, of one agent or vendor where one is named: {count,
  amount, vendors, agents_paid: {count, amount, advanced}, paid_short: {count, amount}, tracked_since}. Every figure of it is made
  here, but for aging, which tells it by age.';

COMMENT ON FUNCTION "private"."own_organization_id"() IS 'The caller''s tenant even when they are inactive or their session is revoked.
  Only for reading the own organization (the app tells an inactive user why nothing opens) and its time zone; never to decide access
  to anything else.';

COMMENT ON FUNCTION "private"."page_query"(text, text, text[], boolean, text, boolean) IS 'A query for the ids of one page ($1 is LIMIT, $2 OFFSET). collect_first: all matching
  rows are collected and then sorted (OFFSET 0 is an optimization fence), for filters that match few rows: an index in the order of
  the list could pass a million other rows before it meets them. Otherwise rows are read in the order of an index until the page is
  full.';

COMMENT ON FUNCTION "private"."page_window"(bigint, integer, integer) IS 'LIMIT (take) and OFFSET (skip) of a page, counted from the nearer end of the list: a
  late page is read in the opposite order (backwards), and the caller reverses its rows.';

COMMENT ON FUNCTION "private"."paid_parts"(uuid, uuid[], uuid[]) IS 'What agents have been paid for among the parts of these transactions that are not in
  `kept`: [{transaction_id, commission_id, booking_reference, agent}], [] for none. A commission whose agent was paid before its
  first deposit does not count.';

COMMENT ON FUNCTION "private"."paid_to_agent"(uuid, uuid, integer) IS 'What an agent was paid in a year.';

COMMENT ON FUNCTION "private"."paid_to_agents"(uuid, date, date) IS 'What all agents of an organization were paid between two days.';

COMMENT ON FUNCTION "private"."pay_as_scheduled"(public.payout_batches) IS 'Pays a scheduled payout on behalf of who scheduled it. Answers why it cannot be
  paid, null when it is.';

COMMENT ON FUNCTION "private"."pay_scheduled_payouts"() IS 'Pays what is planned for today, or should have been paid before. Each payout
  by itself: one that cannot be paid stays scheduled with the reason, and is tried again.';

COMMENT ON FUNCTION "private"."payable_by"(public.bank_transactions) IS 'Commissions of a transaction''s vendor that it may pay, or of money out those it may take
  back; at most 50, those first that were due nearest to its day.';

COMMENT ON FUNCTION "private"."payable_to"(uuid, uuid) IS 'What an agent is owed: now (funds_received, and the customer has paid), and later, with
  the reason why not now. received_on is null where nobody has seen the vendor''s money. {now: {count, amount}, expected: {count,
  amount}, rows}, amounts of the agent''s part.';

COMMENT ON FUNCTION "private"."payer_key"(text, text) IS 'Who pays, as the bank''s text has it: the first run of words that are neither numbers nor
  filler, of the counterparty where the bank names it. Null when there is none.';

COMMENT ON FUNCTION "private"."payment_answer"(uuid) IS 'What became of a payment: {success, error, field, statements, state, planned_on}.';

COMMENT ON FUNCTION "private"."payment_file_read_at"(public.payout_batches) IS 'When that was: the file may be with the bank.';

COMMENT ON FUNCTION "private"."payment_without_account"(text) IS 'How agents are paid whom the payment file cannot pay: by check where checks
  are usual, elsewhere by a transfer outside the file. shared/src/domain/payment-methods.ts says the same.';

COMMENT ON FUNCTION "private"."payout_approvers"(public.payout_batches) IS 'Who can approve a draft, and why the others cannot: [{id, first_name, last_name,
  avatar_url, can_approve, changes: [{action, details, at}]}], five changes of each, that they started it and the latest, newest
  first; null where one person is enough.';

COMMENT ON FUNCTION "private"."payout_figures"(public.payout_batches) IS 'Figures of a batch: {agents, commissions, commission_amount, adjustments,
  adjustment_amount, carried_in, carried_out, amount}.';

COMMENT ON FUNCTION "private"."payout_line_rows"(uuid, uuid, uuid) IS 'Lines of a batch, of all agents or one, with what a screen shows of their
  commissions. funded: the vendor has paid; of all agents, not of one, who is told what they are paid.';

COMMENT ON FUNCTION "private"."payout_obstacle"(public.commissions, public.sales, public.organizations, boolean, date) IS 'Why a commission cannot be paid to its agent now, the first that holds in this
  order; null when it can. held: an admin holds it; travel: the trip has not begun or ended, by the organization''s choice; vendor:
  nothing was received; customer: the sale is not paid. The one place that says so: payouts, lists, the dashboard and what agents
  are told read it.';

COMMENT ON FUNCTION "private"."payout_of_commission"(uuid) IS 'What payouts have of a commission: {hold: {reason, at, by}, payout: {id, name,
  status}, statement: {id, number}, void: {voided_on, reason, by}, recalls: [{amount, note, at, transaction_id, payout}]}, null
  where there is none. Its agent is told no ids of payouts and transactions. Null for others.';

COMMENT ON FUNCTION "private"."payout_organization"() IS 'The caller''s tenant, for functions of payouts; everybody but admins and owners
  is refused.';

COMMENT ON FUNCTION "private"."payout_problems"(public.payout_batches) IS 'What stands in the way of paying a batch: [{line_id, commission_id,
  booking_reference, agent, problem}], [] for nothing.';

COMMENT ON FUNCTION "private"."payout_totals"(public.payout_batches) IS 'What each agent gets by a batch: sums of its lines, what they bring along and what is
  left.';

COMMENT ON FUNCTION "private"."payout_unfunded"(public.payout_batches) IS '{count, amount}: the commissions of a batch that vendors have not paid in full, and
  the agents'' share of them.';

COMMENT ON FUNCTION "private"."pending_invitations"(text) IS 'The invitations that can be accepted with this address, the last one sent first.
  The inviter must still be entitled to them.';

COMMENT ON FUNCTION "private"."picture_pattern"(text) IS 'Regular expression for the names of files the caller may list, add and remove in a
  storage bucket: everybody their own avatar, owners the logo of the organization, admins the logos of vendors (`bucket` is
  ''vendors'', files lie in the bucket logos below <organization>/vendors). Null, which matches nothing, for everybody else.';

COMMENT ON FUNCTION "private"."plain_words"(text) IS 'The text as people read it: mentions are names.';

COMMENT ON FUNCTION "private"."plan_report"(jsonb) IS 'The same with whose rows it reads: the caller''s organization, and of an agent their own
  alone. An id of elsewhere finds nothing.';

COMMENT ON FUNCTION "private"."post_recall"(public.payout_batches, public.commissions, numeric, text, uuid, boolean) IS 'Writes the line, the history of the commission, and tells the agent. The caller has
  locked the commission. `b`: the open draft. by_itself: the bank said so, and it is nobody''s change of the draft.';

COMMENT ON FUNCTION "private"."post_void"(public.payout_batches, uuid, uuid, uuid, uuid, numeric, date, text) IS 'Writes the counter payment, and what pays it again: into the open draft `b`, else it waits
  for the next one. The caller has locked what is voided, a statement or a single payment, and told who may.';

COMMENT ON FUNCTION "private"."proposed_tracking_day"(uuid) IS 'The day from which an owner may say that receipts are recorded: the first day
  of the oldest import of the bank. Null without one.';

COMMENT ON FUNCTION "private"."rank_suggestions"(uuid, private.bank_reading[], private.bank_payer[]) IS 'The best three suggestions of each reading, with their reasons.';

COMMENT ON FUNCTION "private"."read_report"(jsonb, date) IS 'The plan of a definition, but for whose rows it reads. Refuses what it does not know.';

COMMENT ON FUNCTION "private"."rebuild_customer_totals"() IS 'Adds up again what customers bought, and what lists of customers count and
  search. Nobody writes sales or customers meanwhile.';

COMMENT ON FUNCTION "private"."rebuild_report_totals"(uuid) IS 'Adds up everything again, of one organization or of all (null), for rows that
  were written without triggers.';

COMMENT ON FUNCTION "private"."rebuild_totals"(uuid) IS 'Adds up everything again, of one organization or of all (null), for rows that were
  written without triggers. Nobody waits.';

COMMENT ON FUNCTION "private"."recallable_amount"(uuid, uuid) IS 'What can still be taken back of a commission: what its agent was paid for it, less
  what was taken back or corrected already.';

COMMENT ON FUNCTION "private"."receipt_content"(public.commissions) IS 'What a commission says in the reports by received date. Generated columns follow
  from these.';

COMMENT ON FUNCTION "private"."record_audience"(text, uuid) IS 'Whose a record is: its tenant, the agent who sees it beside the admins, and whether
  all members do.';

COMMENT ON FUNCTION "private"."record_readers"(text, uuid) IS 'The active members who may see a record, whoever asks.';

COMMENT ON FUNCTION "private"."recorded_json"(public.commissions, uuid) IS 'What an admin recorded as received, for the screens: {amount, on, written_off,
  reason}, see private.recorded_receipt; null for nothing.';

COMMENT ON FUNCTION "private"."recorded_reason"(bigint) IS 'Of several bookings, those that an admin has recorded as received; null for none.';

COMMENT ON FUNCTION "private"."recorded_receipt"(public.commissions, uuid) IS 'What an admin recorded as received of a commission, as far as no transaction but
  `except_id` stands in its place: amount (0 for nothing), its day, and what was written off with it.';

COMMENT ON FUNCTION "private"."redact"(text, text, integer) IS 'Replaces every match of the pattern and cuts the result to what the column holds.';

COMMENT ON FUNCTION "private"."redact_bank"(uuid, text) IS 'Redacts the texts of the bank, for private.erase_customer. Keys of lines stay, so the
  same file still adds nothing.';

COMMENT ON FUNCTION "private"."redact_communications"(uuid, uuid[], uuid[], text) IS 'Redacts the words about an erased customer: on these sales and commissions,
  or, with `sale_ids` null, in the whole organization.';

COMMENT ON FUNCTION "private"."redact_json"(jsonb, text, text[], boolean) IS 'Redacts every text in a JSON value, at any depth; the values of `cleared_keys` become
  null. `limit_length`: for texts that have limits of their own, all of 50 characters or more, so none becomes longer than 50
  characters or than it was.';

COMMENT ON FUNCTION "private"."redact_payouts"(uuid, uuid[], text) IS 'Redacts the free texts of payouts: of these commissions, or of the whole organization
  (null) with its statements and histories (private.redact_sales).';

COMMENT ON FUNCTION "private"."redact_sales"(uuid, uuid[], text, text[]) IS 'Redacts the free texts of sales, their commissions, payments, histories and
  notifications. `sale_ids` null: of the whole organization, except notifications and sales without notes (erase_customer finds
  their booking references by trigrams).';

COMMENT ON FUNCTION "private"."redact_saved_reports"(uuid, text) IS 'Takes a name out of the names of saved reports, which stay unique.';

COMMENT ON FUNCTION "private"."redact_voids"(uuid, uuid[], text) IS 'Redacts the reasons of voids: of the single payments for these commissions, or of the
  whole organization (null), with the lines that pay them again (private.redact_payouts).';

COMMENT ON FUNCTION "private"."reference_form"(text) IS 'How a text of upper-case letters and digits is formed: CR30984 is AA99999. References
  of one vendor mostly have one form.';

COMMENT ON FUNCTION "private"."refresh_customer_totals"(private.sales_change[]) IS 'Reads what these customers bought again, from the rows: of all, and of the
  agents concerned. Whoever writes for the same customer waits for the row of the other and then reads what the other wrote. Paid, a
  sale counts as before, and so it does with another vendor. The one place that asks for a plan that is kept: for an array of one
  the planner makes a new plan at every call, because it expects ten, and that was two thirds of what totals cost a write (1.23 to
  1.36 times one without).';

COMMENT ON FUNCTION "private"."refresh_matches"() IS 'Matches what waits to be matched anew, at most 500 transactions a run, and what the
  marked sales may explain: transactions to review or unclaimed, of the sale''s vendor, or with its reference in the text, at most
  500 an organization a run. Where unclaimed money finds its sale the admins are told.';

COMMENT ON FUNCTION "private"."refresh_report_totals"() IS 'What the job does: of every organization a year of months in one run. One does
  it at a time, as what was read earlier must not be written over what was read later.';

COMMENT ON FUNCTION "private"."refresh_report_totals_of"(uuid, integer) IS 'Adds up the stale months of an organization again, the latest `most` of
  each kind (null: all). Rows are read after the marks are taken: what is written meanwhile is counted or not, and has its mark
  either way.';

COMMENT ON FUNCTION "private"."refresh_totals"() IS 'What the job does: adds up what is stale, of every organization, of each a year of
  months in one run. One does it at a time, as what was read earlier must not be written over what was read later; who comes
  meanwhile leaves it to the next run.';

COMMENT ON FUNCTION "private"."refresh_totals_of"(uuid, integer) IS 'Adds up the stale days of an organization again: those of the latest stale months,
  so many at most (null: all). Rows are read after the marks are taken: what is written meanwhile is counted or not, and has its
  mark either way. Only what is different is written: of a month mostly a few of many thousand rows. Whoever calls it holds the lock
  (refresh_totals).';

COMMENT ON FUNCTION "private"."refuse"(text, text) IS 'Raises every refusal that no constraint can express, in one shape for the client.
  `column_name` becomes the hint: the form field the message belongs to, or empty.';

COMMENT ON FUNCTION "private"."refuse_archived_vendor"() IS 'For triggers on sales: a sale cannot be recorded for or moved to an archived
  vendor; existing sales stay.';

COMMENT ON FUNCTION "private"."refuse_saved_already"(jsonb, jsonb) IS 'Refuses what is sent with the key of something else. @saved what was saved
  (private.saved_as) @differs the fields that differ';

COMMENT ON FUNCTION "private"."refuse_stale_version"() IS 'Optimistic concurrency for direct updates of the table (scripts, not the app,
  which calls update_customer or update_vendor): an update that sends `version` must send the latest one. Fires on "update of
  version" only: a merge and its undoing write rows without naming a version.';

COMMENT ON FUNCTION "private"."refuse_terms"(public.sales, public.sales, text) IS 'Refuses a change of a sale''s terms for a reason: "the sale is paid".';

COMMENT ON FUNCTION "private"."refuse_truncate"() IS 'TRUNCATE fires no row trigger and no statement trigger for DELETE: rollups would
  keep deleted rows, and a history would be lost without a trace. Refused for the owner of the tables as well.';

COMMENT ON FUNCTION "private"."rematch_commissions"(uuid, uuid[], uuid[]) IS 'Suggestions that a decision about these commissions made stale, or that it makes
  possible again.';

COMMENT ON FUNCTION "private"."remember_removed_file"() IS 'An upload that ends or is given up, and a version that is deleted, leave a
  file behind.';

COMMENT ON FUNCTION "private"."remove_document_files"() IS 'Removes files that nothing shows any more. On hosted only Storage removes
  bytes: it is asked over HTTP (pg_net), with the secrets project_url and service_role_key of Vault. Elsewhere deleting the row is
  enough: the embedded Storage sweeps what no row knows.';

COMMENT ON FUNCTION "private"."remove_imported_sales"(public.import_batches, integer) IS 'Deletes up to `most` sales of a batch that nobody has touched since the import
  and that are in no closed month, with their commissions and payments and what the import wrote about them in the histories.
  Answers how many.';

COMMENT ON FUNCTION "private"."report_agent_year"(private.report_plan, integer) IS 'The report, as private.report_answer says others: {rows, total, before, others},
  at most `most` agents, or every month up to today.';

COMMENT ON FUNCTION "private"."report_aging"(private.report_plan) IS 'What vendors have not paid of a plan''s commissions: {report, today, tracked_since,
  buckets: [{bucket, count, amount, agents_paid}], agents_paid: {count, amount, advanced}, paid_short: {count, amount}, vendors:
  [{vendor, count, amount, oldest_due_on, buckets, agents_paid, paid_short, deposit_waits, asked_on}]}. count and amount of a vendor
  are of what is overdue, and so is what stands beside; who owes longest stands first. The bank, addresses and when a vendor was
  asked are the admins''.';

COMMENT ON FUNCTION "private"."report_answer"(private.report_plan, integer) IS 'The rows of a report, {rows, total, before, others}: each row has its key, label,
  figures, and those of the range before. At most `most` groups, of which `others` are what they leave of the total; but every
  month, one without anything too, up to today.';

COMMENT ON FUNCTION "private"."report_cells"(private.report_plan, text, date, date) IS 'What a plan comes to between two days, by month, agent, vendor, or all together (null).
  Whole months come from their totals where these know what is asked for; months with stale totals, cut-off ones and everything else
  from the rows. A group is left out where all of it is nothing: closed books may leave a month nothing but a write-off.';

COMMENT ON FUNCTION "private"."report_cells_together"() IS 'Several cells `f` together.';

COMMENT ON FUNCTION "private"."report_choice"(jsonb, text, text[]) IS 'The choice under a key, the first of what there is when it is left out.';

COMMENT ON FUNCTION "private"."report_choices"(text) IS 'What each report may be asked for; the first of each is its own choice.';

COMMENT ON FUNCTION "private"."report_condition"(private.report_plan) IS 'The rows of a plan `p`, over facts `f`: $1 is the plan, $2 and $3 the first days
  and last days that are read.';

COMMENT ON FUNCTION "private"."report_customers"(private.report_plan, bigint, integer, uuid[]) IS 'The customers with the largest bookings in a plan, `most` of them. Of many rows
  only customers are looked at who, over all time, have bought for as much as the last of those found: who bought less altogether
  cannot be among them. Or these customers (`wanted`).';

COMMENT ON FUNCTION "private"."report_days"(integer) IS 'Days between pairs of days, $2 and $3: a few of them one by one, so that an index finds
  each.';

COMMENT ON FUNCTION "private"."report_facts"(text, boolean) IS 'The rows of a kind as a query `f`. Fixed pieces only, no value of anybody: what is
  asked for goes in as parameters. With customers also whose booking it is, and for how much. A sale that stands while its
  commission was cancelled alone expects none. `sign` is -1 for what a commission said on a closed day and says no more.';

COMMENT ON FUNCTION "private"."report_figures"(private.report_cell) IS 'The figures of a cell. The agency''s share is what was received less what agents get
  of it.';

COMMENT ON FUNCTION "private"."report_label"(text, uuid) IS 'Name and picture of what a group is of.';

COMMENT ON FUNCTION "private"."report_range"(text, date) IS 'Ranges that move with the calendar, and `custom`: from and to.';

COMMENT ON FUNCTION "private"."report_rank"(private.report_plan, private.report_cell) IS 'What ranks the groups of a report.';

COMMENT ON FUNCTION "private"."report_rest"(private.report_cell, private.report_cell[]) IS 'What of a total is not shown.';

COMMENT ON FUNCTION "private"."report_sums_of"(text) IS 'How rows `f` of a kind add up, in the order of private.report_cell.';

COMMENT ON FUNCTION "private"."report_text"(jsonb, text) IS 'The text under a key; anything but a text is refused.';

COMMENT ON FUNCTION "private"."report_totals_of_rows"(uuid, text, date[]) IS 'What the totals of these months of a kind are, from the rows.';

COMMENT ON FUNCTION "private"."resolve_sale_rows"(public.import_batches, jsonb) IS 'Looks up what each row means, and makes the customers and vendors who are not
  there; a vendor with `vendor_rate` (percent), `vendor_payment_days` and `vendor_payment_basis` of its row. `added`: the rows of
  new sales, with ids in place of names. `skips`: rows of sales the caller may see that exist already: ''file'' (this row of this
  file was imported) or ''booking'' (the same reference at the same vendor). `errors` as everywhere.';

COMMENT ON FUNCTION "private"."returned_payments"(public.payout_batches, uuid) IS 'The payments that an agent''s lines of kind `returned` in a batch pay again:
  [{number, booking_reference, paid_on, voided_on, amount}], of a statement its number, of a single payment its booking. Told beside
  the sum of the new statement, as it was that day.';

COMMENT ON FUNCTION "private"."revoke_open_invitations"() IS 'An inviter who is deactivated or demoted loses their pending invitations,
  unless their new role still permits them: nobody comes back by an invitation they sent to themselves before.';

COMMENT ON FUNCTION "private"."row_limit"(integer) IS 'How many rows a list of the best or the latest has: as asked for, within reason.';

COMMENT ON FUNCTION "private"."rows_added_before"(public.import_batches, jsonb) IS 'The rows of a portion that this very batch has added before.';

COMMENT ON FUNCTION "private"."rows_without"(jsonb, jsonb) IS 'The rows whose numbers are in no entry of `entries`, in their order.';

COMMENT ON FUNCTION "private"."sale_conditions"(private.sale_filter) IS 'WHERE of the filter, over sales as `s`.';

COMMENT ON FUNCTION "private"."sale_content"(public.sales) IS 'The columns of a sale whose changes make a new version and a history entry.
  bump_sale_version and write_sales_history leave out the same columns.';

COMMENT ON FUNCTION "private"."sale_description"(public.sales) IS '"sale NWR-1 for Vera Lind"';

COMMENT ON FUNCTION "private"."sale_filter_of"(text, uuid, uuid, date, date, text, boolean) IS 'What the caller asked for, as far as they may.';

COMMENT ON FUNCTION "private"."sale_rows"(uuid[], boolean) IS 'What the list shows of the sales `ids`, in their order or backwards.';

COMMENT ON FUNCTION "private"."sale_sort"(text) IS 'FROM and the sort keys. An unknown `sort` is the date. Sales of one day stand in the order
  of their recording.';

COMMENT ON FUNCTION "private"."sale_status_summary"(jsonb) IS 'The sums as list_sales answers them: every status, with zeros where there is
  none, and two totals.';

COMMENT ON FUNCTION "private"."sales_by"(text, uuid, uuid, date, date) IS 'What each agent or vendor (`grouped_by`) sold, of the organization or of one agent of it,
  without cancelled sales, and the gross commission on it, without cancelled commissions: whole months from their totals, the other
  days from those of days (agents) or from the rows (vendors). Of a month at an edge of the range that is mostly inside, the days
  outside are taken away.';

COMMENT ON FUNCTION "private"."sales_with_reference"(text, uuid) IS 'Sales with this reference at this vendor, for find_duplicate_bookings. Security
  definer for the sake of the index on the reference, which row-level security would keep from being used; so it must apply the
  caller''s scope itself.';

COMMENT ON FUNCTION "private"."save_record"(text, text, uuid, uuid, integer, jsonb) IS 'Saves the given columns of a customer or vendor if the row is still at the version the
  caller has seen: {outcome: ''saved'', id, version}. Otherwise nothing is written: {outcome: ''conflict'', version, <noun>: the
  current row, changes: [{changed_by, changed_at, changed_fields, version}]}, oldest change first. The row is locked before the
  comparison, so of concurrent saves one succeeds.';

COMMENT ON FUNCTION "private"."saved_as"(text, uuid) IS 'What a request has saved, as its author may see it now: {kind, id, name}; null when they
  may not. Each command says so itself, by a function private.saved_by_<command>(record_id) beside it.';

COMMENT ON FUNCTION "private"."saved_by_add_payout_adjustment"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_begin_bank_import"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_begin_import"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_create_customer"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_create_invitation"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_create_sale"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_create_vendor"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_save_bank_account"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_save_document"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_start_document_upload"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_of_commission"(uuid, text) IS 'See private.saved_as. @what in front of the booking''s reference';

COMMENT ON FUNCTION "private"."scan_customers"(private.customer_filter, text, boolean, bigint, bigint, bigint) IS 'One page in the order of an index; with a filter possibly less than a page (see
  customer_scan_limit). Sorted by the totals of one agent, the buyers (customers with a sale by that agent) come from their index
  and all other customers, whose totals are zero, follow in the order of their ids: two queries, the second only where the page
  needs it.';

COMMENT ON FUNCTION "private"."schedule_lock"(uuid, uuid) IS 'The scheduled payout that a commission is in, as the reason why it stays as it is;
  null when it is in none.';

COMMENT ON FUNCTION "private"."search_commissions"(private.commission_filter, text, boolean, bigint, bigint) IS 'Sums by status, the early ones (see private.early_commissions) and the ids of one
  page, from one pass over what a search finds; what it finds exactly comes first.';

COMMENT ON FUNCTION "private"."search_patterns"(text) IS 'LIKE patterns for the words of a search over lower-case text, the longest (most
  selective for a trigram index) first; null for an empty search. Wildcards are escaped.';

COMMENT ON FUNCTION "private"."search_sales"(private.sale_filter, text, boolean, bigint, bigint) IS 'Sums by status and the ids of one page, from one pass over the sales a search finds;
  those it finds exactly come first.';

COMMENT ON FUNCTION "private"."searched_names"(text) IS 'The part of a document that lists of sales are searched by: names and first e-mail
  address.';

COMMENT ON FUNCTION "private"."send_tag"(text, text) IS 'Sends a tag to one topic. The write that causes a message succeeds whatever is wrong with
  Realtime: errors become warnings, and a lock is waited for half a second only.';

COMMENT ON FUNCTION "private"."send_tags"(text[], text) IS 'send_tag for many topics. It takes the lock of the inserts first, so a locked table is
  waited for once, not once per topic.';

COMMENT ON FUNCTION "private"."session_came_by_mail"() IS 'Whether a mail opened the caller''s session: a link or a code of a sign-up, an
  invitation, a magic link or a recovery. Auth keeps how a session came about; it writes `otp` for every mailed link, and the other
  words where a browser exchanged a code for it (PKCE).';

COMMENT ON FUNCTION "private"."set_invitation_words"() IS 'The words of the mail to an invited person: agency, inviter and the
  invitation''s last day. Auth writes its mails from the account''s metadata, which anybody fills who asks for a mail, and shows it
  to whoever signs up with an unconfirmed address. So the words are taken from the invitation alone, only where the metadata names
  it by its id, which its organization''s admins know, and they are taken out again with the mail. They authorize nothing.';

COMMENT ON FUNCTION "private"."share_base"(public.commissions, public.commissions) IS 'What the agent''s share is reckoned from; null: the whole amount. What is written off
  reduces it by the choice of when it was written off; what stays open reduces nothing.';

COMMENT ON FUNCTION "private"."share_is_fixed"(public.commissions) IS 'Whether an agent''s share cannot change any more: it was paid (a payout is, before
  its commissions are), or its payment is scheduled.';

COMMENT ON FUNCTION "private"."sort_clause"(text[], boolean, text) IS 'ORDER BY over sort keys, with the id as the tiebreaker in the opposite direction: one
  index (column desc, id) serves both directions.';

COMMENT ON FUNCTION "private"."sort_customers"(private.customer_filter, uuid[], text, boolean, bigint, bigint) IS 'One page of all matches, sorted. Their sort keys are looked up one by one (OFFSET 0
  keeps the planner from rewriting the lateral join), up to a number of matches from which reading the whole table is quicker: the
  planner does not know how many ids an array has, so it cannot choose. Parameters here: $3 organization, $4 agent, $5 matches.';

COMMENT ON FUNCTION "private"."stamp_organization"() IS 'What was saved, be it as it was: the first steps tick each by its own.';

COMMENT ON FUNCTION "private"."statement_agency"(uuid) IS 'Who pays, as a statement names them; whom to ask stands apart.';

COMMENT ON FUNCTION "private"."statement_lines"(public.payout_batches, uuid) IS 'The lines of one agent in a batch, commissions first, as they are kept in a
  statement: without the customers'' names, which can be erased.';

COMMENT ON FUNCTION "private"."subtract_sums"(jsonb, jsonb) IS 'Of sums by status, {status: {name: number}}: `minuend` minus `subtrahend`.';

COMMENT ON FUNCTION "private"."sum_commissions"(private.commission_filter) IS '{status: {count, amount, agent_amount}} over every filter but the status.';

COMMENT ON FUNCTION "private"."sum_sales"(private.sale_filter) IS '{status: {count, amount, commission_amount}} over every filter but the status.';

COMMENT ON FUNCTION "private"."sync_commission"() IS 'Carries an update of sales over to their commissions, for all rows of a statement at
  once: reassigning an agent''s open sales changes thousands of rows. Rows before and after are brought together by a full join
  behind an optimization fence (offset 0). An inner join is planned by the first statement of a session, mostly one of a single row,
  as nested loops: 5,000 sales took a minute then. A full join can only be hashed or merged.';

COMMENT ON FUNCTION "private"."sync_recalls"() IS 'What a transaction takes back of commissions whose agents were paid: their share of it.
  sales and commissions are locked (private.write_match), so the draft is taken only when nobody else has it; otherwise the line
  waits to be collected.';

COMMENT ON FUNCTION "private"."sync_receipts"() IS 'Writes what follows for commissions whose allocations changed: the sum of the
  deposits, of what the vendor took back and of what was written off, the receipt, and the status. Deposits stand in place of what
  an admin had recorded, as much of it as each says, and keep its day unless one takes it. A commission whose deposits pay it moves
  from unpaid to funds_received, one whose deposit is taken back returns to where it was, unless something else (a paid sale, by the
  organization''s choice) keeps it there.';

COMMENT ON FUNCTION "private"."sync_vendor_aliases"() IS 'The advisory lock makes vendors of one organization change their aliases one
  after the other: two that exchange aliases at the same moment would deadlock.';

COMMENT ON FUNCTION "private"."take_disclosure"(text, uuid) IS 'The second call: the subject, and marks it as told. Refuses alike what does not
  exist, is somebody else''s, was told or is late.';

COMMENT ON FUNCTION "private"."tell_not_paid"(public.payout_batches, text, date) IS 'Keeps why a scheduled payout could not be paid, and tells owners and admins: of each
  reason once a day.';

COMMENT ON FUNCTION "private"."tell_of_void"(uuid, uuid, numeric, text, text, uuid) IS 'What the agent is told: that it came back, no promise of when it comes again.';

COMMENT ON FUNCTION "private"."to_do"() IS 'What waits for an admin, of all days: {payable, overdue, departures}, each {count, amount} as
  the list it leads to counts it. payable: the agents'' part of what can be paid now; overdue: what vendors owe
  (private.owed_figures); departures: totals of booked sales whose trip begins within 30 days or has begun. And
  vendors_without_terms: with how many vendors that have something unpaid no due days are agreed, so that nothing of theirs can be
  overdue.';

COMMENT ON FUNCTION "private"."today"() IS 'The current date in the time zone of the caller''s organization; in UTC for a caller without
  one.';

COMMENT ON FUNCTION "private"."told_lines"(public.payout_batches, uuid[]) IS 'What the history keeps of lines that come and go: [{kind, amount, agent_id, agent,
  commission_id, booking_reference, note, reason}], of the first 200. reason: why one could not be paid any more.';

COMMENT ON FUNCTION "private"."told_status"(text) IS 'The status as clients of before know it; `state` says what it is.';

COMMENT ON FUNCTION "private"."totals"(text, uuid, uuid, date, date) IS 'Totals of sales or of commissions (`record_type`) by day and status, of one agent or
  (agent_id null) of the organization. One snapshot: a stable function reads as the statement that calls it.';

COMMENT ON FUNCTION "private"."traveler_names"(public.sales) IS 'The names of the travelers as they are at this moment, for histories.';

COMMENT ON FUNCTION "private"."travelers_after_merge"(uuid[], uuid, uuid, uuid) IS 'The travelers of a sale after customer `merged` became `kept`. The paying
  customer is not listed among the travelers.';

COMMENT ON FUNCTION "private"."trip_lock"(public.sales) IS 'The same of a sale whose trip would keep its commission waiting on the planned day
  (organizations.payout_hold_until).';

COMMENT ON FUNCTION "private"."typed_amount"(text, uuid, boolean) IS 'The amount that a search text is, in the notation of the organization: with or without
  the sign or code of a currency at either end, `1,234.56`, `1.234,56`, `1 234,56`. Of two separators the last is the decimals'', of
  equal ones none; one before three digits is read by the notation. Null for anything else, and, with `marked`, for a number without
  decimals that no currency stands beside.';

COMMENT ON FUNCTION "private"."undo_refusal"(private.customer_merges) IS 'Why a merge cannot be undone; null when it can.';

COMMENT ON FUNCTION "private"."unmatch_transactions"(uuid, uuid[]) IS 'Takes the matches of these transactions back, unless an agent was paid for one:
  then nothing is written and the list answered (private.paid_parts). The caller has locked the transactions.';

COMMENT ON FUNCTION "private"."unseen_changes"(public.payout_batches) IS 'People''s changes that nobody else has seen: since the payout was approved or handed
  over last, with who handed it over. What came by itself is nobody''s change. An adjustment that waited is a change of who wrote
  it, as soon as it comes into a draft.';

COMMENT ON FUNCTION "private"."upcoming_trips"(uuid) IS 'Up to six trips of a customer that have not ended, the next departure first: those
  they pay for and those they travel along on.';

COMMENT ON FUNCTION "private"."vendor_document"(text, text[]) IS 'What a vendor is found by: the words of the name, and of the names on bank
  statements.';

COMMENT ON FUNCTION "private"."visible_text"(text) IS 'The trimmed text; null when nothing of it is visible.';

COMMENT ON FUNCTION "private"."void_note"(uuid, uuid, uuid) IS '{voided_on, reason, by} of a payment that was voided; null of one that stands.';

COMMENT ON FUNCTION "private"."void_refusal"(uuid, numeric, date, text) IS 'Why the caller cannot void a payment of this amount, as {error, field}; null when
  nothing stands in the way.';

COMMENT ON FUNCTION "private"."void_unproven_access"() IS 'Where an invitation waits for an address, an account that gets it starts anew
  with the mail that proved it: the password and the sessions of before are void. They were made when nobody had proven to own the
  address yet, and Auth, hosted and embedded, keeps the password of whoever signed up first.';

COMMENT ON FUNCTION "private"."wanted_commission_status"(jsonb) IS 'The commission''s status that a row asks for: the one it names, or what its
  dates say; null when it says nothing. Refuses what the sale''s status rules out. A commission counts as received when its sale is
  paid.';

COMMENT ON FUNCTION "private"."with_misspelled"(private.commission_filter, text, text[]) IS 'A filter for whose search nothing is found as it was typed, because nobody has all
  of the words `of_names`: then for customers and vendors whose names are a slip away from the whole search, or from these words,
  with the others as they were typed.';

COMMENT ON FUNCTION "private"."words_of_names"(uuid, uuid, text[]) IS 'Those of `patterns` that only names of customers can have: no vendor''s name and no
  reference of these sales (agent_id: of this agent alone) has them. Not words of one or two letters: no trigram index knows them.';

COMMENT ON FUNCTION "private"."words_pattern"(text[]) IS 'A regular expression that matches any of the words in free text (used by the erasure
  of personal data), also without accents: longest alternative first, any white space between the parts of a word, no letter or
  digit right before or after. Null for no words.';

COMMENT ON FUNCTION "private"."write_agent_payments"(uuid, uuid[], text[], text[], date, text, uuid) IS 'Writes the payments of commissions, each with its method and reference, and
  moves them to agent_paid. The caller has locked and checked sales and commissions.';

COMMENT ON FUNCTION "private"."write_bank_details"(uuid, uuid, jsonb) IS 'Checks and writes details for an agent, or for the organization (null). The
  refusal {error, field}, or null. No message repeats the input.';

COMMENT ON FUNCTION "private"."write_match"(public.bank_transactions, jsonb, numeric, numeric, text, uuid) IS 'Writes a match: the parts [{commission_id, amount, write_off, reason}] replace those the
  transaction had. The caller has locked the transaction. Answers the refusal, {error, field}, or null. `expected` in a part is what
  its commission was thought to owe: when that has changed, somebody was faster. Of a commission that an admin had recorded as
  received the deposit stands in place of that: with `rest` = ''received'' of no more than it brought (the others came otherwise),
  else of all. It keeps the recorded day unless `keep_day` is false, and what was written off with it unless `write_off` says
  otherwise.';

COMMENT ON FUNCTION "private"."write_notification"(uuid, uuid, text, text, text, uuid) IS 'Writes one message, unless the caller is its recipient.';

COMMENT ON FUNCTION "private"."write_sales_history"() IS 'Writes the entries of all rows of a statement at once. The full join behind
  offset 0 is explained at private.sync_commission.';

COMMENT ON FUNCTION "public"."accept_bank_suggestions"(jsonb, boolean) IS 'Accepts the first suggestion of up to 500 transactions [{id, version}].
  {success, group_id, accepted, skipped}, see private.accept_suggestions.';

COMMENT ON FUNCTION "public"."accept_invitation"(text, text, uuid) IS 'Makes the caller a member, in a session that a mail opened: a password may be
  somebody else''s. `invitation_id` pins the invitation that was shown; without it the last one sent counts. Answers {success,
  organization_id} or {success, error}.';

COMMENT ON FUNCTION "public"."add_payout_adjustment"(uuid, text, numeric, text, uuid) IS 'Adds what an agent gets besides, or gives back: {kind: bonus or correction,
  amount, note}. Into the open draft, else it waits for the next one. {success, error, field, id}.';

COMMENT ON FUNCTION "public"."add_payout_lines"(uuid, uuid[], uuid[]) IS 'Puts into a draft what was taken out of it: commissions that can still be paid, and
  adjustments that wait. {success, error, field, added}.';

COMMENT ON FUNCTION "public"."approve_payout"(uuid, integer) IS 'Approves a draft as the caller saw it. {success, error, field, problems}.';

COMMENT ON FUNCTION "public"."archive_customer"(uuid, boolean) IS 'Archives or restores: an archived customer is offered in no picker. For every
  member; answers {success, error, field}.';

COMMENT ON FUNCTION "public"."begin_bank_import"(uuid, text, text, text, integer, jsonb, text, text[], uuid) IS '{import_id}, once for each `request_key`. `identifier`: the account''s number in
  the file; `headers`: the names of its columns. Both are remembered for the account, with the mapping; headers with its
  `delimiter`.';

COMMENT ON FUNCTION "public"."begin_import"(text, text, text, text[], jsonb, integer, uuid) IS '{batch_id}: a new batch, once for each `request_key`. `mapping` says how the file''s
  columns are read, and how duplicates are told (same_email).';

COMMENT ON FUNCTION "public"."cancel_document_upload"(uuid) IS 'Gives an upload of the caller up. Idempotent.';

COMMENT ON FUNCTION "public"."check_import_rows"(text, text, jsonb, jsonb, uuid, boolean) IS 'Says what import_rows will answer for a portion of a file, and writes nothing: the
  rows are imported, after those of earlier portions that they may meet, and taken back. Portions are checked in their order: the
  first without `check_id`, the others with the answered one, `is_last` with the end of the file. {check_id} and what
  private.import_portion answers.';

COMMENT ON FUNCTION "public"."check_invitation_email"(text) IS 'Whether a pending invitation exists for this address, and nothing else about
  it. Open to anonymous callers: the page behind an expired mail link asks before it offers a new mail, which proves the address
  again.';

COMMENT ON FUNCTION "public"."close_books"(date) IS 'Closes the books through a day that has ended. Only forward, only owners. {success,
  error, field}.';

COMMENT ON FUNCTION "public"."collect_payout"(uuid) IS 'Adds to a draft what can be paid since. {success, error, field, added}.';

COMMENT ON FUNCTION "public"."confirm_document_read"(uuid) IS 'The caller has read the version they are asked to read. Idempotent.';

COMMENT ON FUNCTION "public"."correct_agent_payment"(uuid, date, text, text) IS 'Corrects when, how and with which reference an agent was paid; what was paid to
  whom stands. Admins only. {success, error, field}. The history of the commission keeps what it was before.';

COMMENT ON FUNCTION "public"."create_customer"(jsonb, uuid) IS 'Adds a customer, once for each `request_key`: {id}. Runs with the caller''s rights:
  the policies decide, as for an insert.';

COMMENT ON FUNCTION "public"."create_invitation"(text, text, numeric, text, text, uuid) IS 'Writes an invitation, once for each `request_key`: {id, mailed}, where `mailed`
  says that its mail has left, so that who asks again sends no second one. Runs with the caller''s rights: policy and trigger
  decide, as for an insert. The mail''s link is Auth''s alone.';

COMMENT ON FUNCTION "public"."create_organization_with_owner"(text, text, uuid, text, text, text) IS 'Sign-up: creates an organization and makes the account its owner.
  Answers {success, organization_id} or {success, error}. Two callers are accepted: anonymous (right after sign-up, before the
  e-mail address is confirmed) for an unconfirmed account younger than ten minutes, and a signed-in user for themselves. In both
  cases the account must belong to no organization and have no pending invitation. The e-mail address always comes from the account,
  never from the caller.';

COMMENT ON FUNCTION "public"."create_sale"(jsonb, text[], uuid) IS 'Records a sale with its travelers and, by trigger, its commission. Answers {id, version}.
  Once for each `request_key`.';

COMMENT ON FUNCTION "public"."create_vendor"(jsonb, uuid) IS 'Adds a vendor, as create_customer does a customer.';

COMMENT ON FUNCTION "public"."delete_bank_details"() IS 'Forgets where the caller is paid: the next payment file cannot pay them.
  {success, error, field}.';

COMMENT ON FUNCTION "public"."delete_customer"(uuid) IS 'Deletes a customer who is on no sale: admins any, agents those they added themselves.
  Answers {success, error, field}.';

COMMENT ON FUNCTION "public"."delete_document"(uuid) IS 'Deletes a document with all its versions; their files are removed by the scheduled
  job.';

COMMENT ON FUNCTION "public"."delete_message"(uuid) IS 'Its author may delete a message, admins any. That it was there stays.';

COMMENT ON FUNCTION "public"."delete_payout_adjustment"(uuid) IS 'Deletes a bonus or correction that is not paid yet; recalls stay, payments
  that came back, and what follows from a short payment. {success, error, field}.';

COMMENT ON FUNCTION "public"."delete_vendor"(uuid) IS 'The foreign key decides whether there are sales: a check beforehand would miss one
  recorded at the same moment.';

COMMENT ON FUNCTION "public"."discard_payout"(uuid) IS 'Ends a batch unpaid: its commissions can be collected again, its adjustments wait.
  {success, error, field}.';

COMMENT ON FUNCTION "public"."edit_message"(uuid, text) IS 'Its author may change a message for 15 minutes.';

COMMENT ON FUNCTION "public"."erase_customer"(uuid, text) IS 'The confirmation is the customer''s full name. Answers {success} or {success, error,
  field}. Idempotent.';

COMMENT ON FUNCTION "public"."export_customer_data"(uuid) IS 'Records that the caller asks for everything that is known about one customer.
  Answers the id to read it by.';

COMMENT ON FUNCTION "public"."export_customers"(text, text, uuid, text, text, boolean) IS 'Without passports: those are never exported.';

COMMENT ON FUNCTION "public"."export_team"(text, text, text, boolean) IS 'Admins only: an agent may list names and pictures of the team (list_team), and gets no
  rows here.';

COMMENT ON FUNCTION "public"."export_vendors"(text, text, text, text, boolean, boolean) IS 'Admins only, like list_vendors, whose answer this is.';

COMMENT ON FUNCTION "public"."find_customers_by_name"(text) IS '[{id, first_name, last_name, email, phone}]: customers without archived
  ones.';

COMMENT ON FUNCTION "public"."find_duplicate_bookings"(text, uuid, uuid) IS 'Up to 20 sales the caller may see with this reference at this vendor, newest
  first, for a warning before saving.';

COMMENT ON FUNCTION "public"."find_duplicate_customers"(jsonb, uuid) IS 'Customers who may be the same person as {first_name, last_name, birthday,
  email, phone}, with the reasons: same e-mail address, same phone number (digits), or same name and birthday. Most reasons first.';

COMMENT ON FUNCTION "public"."find_members_by_name"(text) IS '[{id, first_name, last_name, avatar_url, is_active}]: members, inactive ones
  last; admins find them by e-mail address, too.';

COMMENT ON FUNCTION "public"."find_open_commissions"(text, uuid, integer, boolean) IS '{rows, count}: up to 20 a page of the open commissions of any vendor, or of
  one, that have what was typed in their reference or in the name of the customer, or are of that amount; without a search those due
  first. With `taken_back` those that a deposit has paid, which a vendor may take back, by what was deposited; without a search
  none.';

COMMENT ON FUNCTION "public"."find_vendors_by_name"(text, boolean) IS '[{id, name, logo_url, default_commission_rate, archived}]: vendors, for filters
  with archived ones, which come last.';

COMMENT ON FUNCTION "public"."finish_bank_import"(uuid, boolean, jsonb) IS 'Ends an import and matches what it added, in steps: while {more}, call again.
  Where the organization wants it, what is certain is then accepted (private.accept_certain_of_import): `accepted` of the answer are
  those so far, which undo_bank_decision takes back by the id of the import. With `cancelled` what it wrote is removed.
  `broken_lines` [{line, why}] are those the browser did not send. The answer: {more, status, added, here, broken, accepted,
  groups}.';

COMMENT ON FUNCTION "public"."finish_document_upload"(uuid) IS 'Makes the uploaded file a document or a version; the rights are asked for
  again. Answers {success, document_id} or {success, error, field}. Idempotent.';

COMMENT ON FUNCTION "public"."finish_import"(uuid, boolean, integer) IS 'Ends a batch. `refused`: number of rows the client found invalid and did not send.
  Idempotent.';

COMMENT ON FUNCTION "public"."get_agent_sales_timeline"(uuid, date, date, text) IS 'One agent''s sales timeline. An agent asks about themself; about anybody
  else they see what they see of nobody.';

COMMENT ON FUNCTION "public"."get_bank_transaction"(uuid) IS 'One transaction with all that the workbench shows; null when there is none of
  that id.';

COMMENT ON FUNCTION "public"."get_books"() IS 'What the page of closed books shows, for admins; null for others: {closed_through, latest
  (the last day that can be closed), changed: {closed, by, at, from, to, reason}, corrections}: how they came to be closed through
  that day, and the latest 100 corrections of sales of closed months.';

COMMENT ON FUNCTION "public"."get_commission_record"(uuid) IS '{history, deposits, payout}: what a commission''s page tells beside the
  commission itself, in one call. Each part decides what the caller may see of it.';

COMMENT ON FUNCTION "public"."get_commission_stats"(date, date, text, uuid) IS 'private.commission_status_summary; a status that is not one of the four is
  ignored, one of them leaves the others at zero.';

COMMENT ON FUNCTION "public"."get_commission_status_timeline"(date, date, text) IS 'Gross amounts by status; `agent` holds the same of the agents''
  share.';

COMMENT ON FUNCTION "public"."get_commissions_by_status"(date, date) IS 'Gross, of every status and all of them.';

COMMENT ON FUNCTION "public"."get_conversation"(text, uuid, uuid, uuid) IS 'One page of a conversation, in its order: the last fifty messages, those before
  `before_id`, or all from a little before `from_id` on. Beside them how many there are, what is new for the caller (since
  `read_at`, of others), and who may read it.';

COMMENT ON FUNCTION "public"."get_customer_page"(uuid) IS 'What get_customer_profile answers, with `sales` and `trips`, in one round trip.
  Runs with the caller''s rights: the profile checks access itself, sales and trips are under row-level security.';

COMMENT ON FUNCTION "public"."get_customer_profile"(uuid) IS '{customer, totals, companions, passports, merges, can_use_passports}; null for a
  customer who does not exist in the caller''s tenant. Totals, the next departure and the warnings of passports count the sales in
  the caller''s scope.';

COMMENT ON FUNCTION "public"."get_dashboard"(date, date, text[]) IS '{range: {start, end, bucket, today}, and the parts of the caller''s page: sales,
  commissions, sales_trend, commission_trend, top_vendors, recent_customers; for admins to_do and top_agents, for agents payable and
  departures}. A part that failed is {error: true}; `parts` asks for some only. Days are the organization''s. Without dates the last
  365 days; without one of them those up to the end, or from the start until today.';

COMMENT ON FUNCTION "public"."get_document"(uuid) IS 'One document: its row in the list, `versions` (newest first) and, for admins, `readers`
  and the last hundred `downloads`. Null when there is none that the caller may see.';

COMMENT ON FUNCTION "public"."get_first_steps"() IS 'What a new agency has done of its first steps: {agency: currency, notation or time
  zone saved, split: the split or when commission counts as received, vendor, sale, people: somebody else is there or invited, bank:
  a file was imported}, and what it has not said yet: {vendors_without_terms, default_split, received_on}. Null for everybody but
  admins.';

COMMENT ON FUNCTION "public"."get_member_page"(uuid) IS 'What get_member_profile answers, with `sales`: the newest sales that the caller may
  read.';

COMMENT ON FUNCTION "public"."get_member_profile"(uuid) IS '{member, terms, figures, payouts}; null for a member the caller may not see.
  Totals are without cancelled sales and commissions; figures.ready is what can be paid to them now, by the function payouts go by;
  payouts are the ten newest.';

COMMENT ON FUNCTION "public"."get_my_payouts"() IS 'What the next payout pays an agent, to the cent: the lines of the open batch, else
  what a batch started now would collect. With what is not in it and why. {payout, lines, carried_in, amount, carried_out, waiting:
  [{obstacle, amount, rows}], held, paid_this_year, statements, account}.';

COMMENT ON FUNCTION "public"."get_passport_reveals"(uuid) IS 'Who saw which number when, newest first: [{passport_id, last_four, revealed_by:
  {first_name, last_name}, revealed_at}].';

COMMENT ON FUNCTION "public"."get_payout"(uuid) IS 'One payout with all that its page shows: {payout, approvers, agents, lines, held, travel,
  problems, file, events}; null when there is none.';

COMMENT ON FUNCTION "public"."get_receipt_tracking"() IS 'Since when the caller''s agency tracks what vendors pay, and since when it
  could: {since, proposed}, for admins and owners; null for everybody else. An owner writes the day
  (organizations.receipts_tracked_since).';

COMMENT ON FUNCTION "public"."get_recent_customers"(integer, date, date) IS 'Walks the newest sales, by the index of the organization''s or the agent''s,
  only until enough customers are found: what the order needs is in the index, and only the sales that count are looked at.';

COMMENT ON FUNCTION "public"."get_report_gallery"() IS 'What the page of all reports shows of each, in one call: the reports as they are
  without choices, by month.';

COMMENT ON FUNCTION "public"."get_report_rows"(jsonb, text, integer, jsonb) IS 'The rows behind a figure: of one group (`key`) or of the whole report, the latest
  first, of aging the longest overdue, {count, figures, rows}. The figures are those of the rows, all of them; a row that `corrects`
  takes back what its commission said on a day that is closed. `after` is the place of the last row of the page before, {day, id};
  pages after the first say no figures.';

COMMENT ON FUNCTION "public"."get_sale_history"(uuid) IS '{entries, commission, names, corrections}: the history of a sale, the status changes
  of its commission, what changed of it after its month was closed (admins only), all newest first, and the names of all users,
  customers and vendors that the entries refer to by id. Security invoker: what row-level security hides is neither answered nor
  named.';

COMMENT ON FUNCTION "public"."get_statement"(uuid) IS 'One statement as it was frozen, with the customers'' names of today (a person may have
  been erased), what the agent was paid in its year and the year before, whether it was voided (void), and for admins by line
  whether the vendor has paid (funded). Null when there is none that the caller may read.';

COMMENT ON FUNCTION "public"."get_top_agents"(date, date, integer) IS 'Top lists: by revenue, without cancelled sales; commission is gross, without cancelled
  commissions. An agent''s list of agents is themself.';

COMMENT ON FUNCTION "public"."get_unread_count"() IS 'The number of unread notifications, which every page asks for first. For a
  deactivated user or a revoked session row-level security alone would answer 0, like nothing new. An error instead makes the client
  check its session, so that no page needs another request for that.';

COMMENT ON FUNCTION "public"."get_vendor_overdue"(uuid) IS 'What a vendor owes, the longest overdue first, for the e-mail that asks for it; at
  most 200 commissions, `expected` is what is owed.';

COMMENT ON FUNCTION "public"."get_vendor_page"(uuid) IS 'The answer of get_vendor_profile, with the newest `sales`.';

COMMENT ON FUNCTION "public"."get_vendor_profile"(uuid) IS '{vendor, figures} for admins; null for everybody else and for a vendor of another
  organization. Figures, without anything cancelled: number and total of sales; what the vendor has not paid, {count, amount,
  agent_amount} each: expected (not due, or without a due day), overdue (owed, with what private.owed_figures names beside it);
  commissions by status, amounts gross: funds_received and agent_paid; received {count, amount, owed, taken_back}: what receipts say
  came from the vendor, less what it took back, and the gross commission it is for.';

COMMENT ON FUNCTION "public"."hand_over_payout"(uuid, uuid, integer) IS 'Hands the review of a draft, as the caller saw it, over to another admin: from now
  on the caller stands for what was changed in it. {success, error, field}.';

COMMENT ON FUNCTION "public"."hold_commission"(uuid, text) IS 'Holds a commission back, with a reason that its agent reads; it leaves the draft it
  is in. {success, error, field}.';

COMMENT ON FUNCTION "public"."hold_payout_lines"(uuid, uuid[], text) IS 'Holds commissions of a draft together, with one reason that their agents read.
  {success, error, field, held}.';

COMMENT ON FUNCTION "public"."import_bank_lines"(uuid, jsonb) IS 'Writes what is new among these lines: {added, here, broken: [{line, why}]}. Sent
  again, the same lines add nothing.';

COMMENT ON FUNCTION "public"."import_rows"(uuid, jsonb) IS 'Imports up to 500 rows of the file, [{row_number, <columns>}], row_number from 1, and
  answers what private.import_portion does. Idempotent: rows that are sent a second time to the same import are answered as the
  first time, and counted once.';

COMMENT ON FUNCTION "public"."invitation_preview"() IS 'The latest pending invitation for the caller''s confirmed address; null when there
  is none or the caller is a member already. by_mail: whether this session may accept it; if not, its person asks for a fresh
  mail.';

COMMENT ON FUNCTION "public"."last_import_mapping"(text, text[], text) IS '{mapping, words, earlier}: how a file with these headers was read the last time,
  by the caller or else by anybody of the tenant, and the last import of this very file that added records and was not undone. An
  agent hears of no other agent''s sales: of sales they are told their own imports. `words`: what the words of the agency''s files
  were said to mean, in its last hundred imports of this kind, {field: {word: meaning}}; the latest said holds.';

COMMENT ON FUNCTION "public"."list_bank_accounts"() IS 'Accounts by name: id, name, institution, last_four, currency, through (the last
  day imported), open_count (transactions to review), has_mapping, archived_at, version.';

COMMENT ON FUNCTION "public"."list_bank_imports"(integer, integer, uuid) IS '{rows, count}: imports, of one account or of all, the latest first.';

COMMENT ON FUNCTION "public"."list_commissions"(text, uuid, date, date, text, text, boolean, integer, integer, uuid, boolean, boolean) IS '{rows, count, page, page_size, total_pages, stats}. `stats`
  (private.commission_status_summary) obeys every filter but the status, `count` that one, too. Days are those of the sale. overdue:
  owed, past its due day with something open, whatever the agent was paid (private.commission_money); what is owed is then the
  amount of the sums and of the sort, and `due_on` is one more sort, the longest overdue first unless asked otherwise. open and owed
  of a row are what its vendor has not paid, and of it what is overdue. ready: funds received, and paid by the customer. Everything
  else as in list_sales.';

COMMENT ON FUNCTION "public"."list_customers"(text, text, uuid, text, text, boolean, integer, integer) IS '{rows, count, page, page_size, total_pages, tags}. search: every word is part of the
  names, an e-mail address, a phone number or a tag; where nobody has them, whatever the other filters, the names are a slip away.
  state: ''active'', ''archived'' or ''all''. agent_id: only customers who bought from that agent, with the totals of that agent.
  tags: the twenty most used ones of the state, [{tag, count}]. An unknown state or sort falls back to the default; a page beyond
  the last has no rows; page_size is 1 to 100. Totals and the agent of a row count the sales in the caller''s scope, without
  cancelled ones.';

COMMENT ON FUNCTION "public"."list_documents"(text, text, text, uuid, text, text, text, boolean, integer, integer) IS '{rows, count, page, page_size, total_pages, counts: {all, expiring, expired, to_read},
  to_confirm}: one page of documents. `state` is all, expiring (within 60 days), expired or to_read (an agent''s own, an admin''s of
  everybody); `counts` obey every filter but it. `record_type` ''members'' are those of one member. `to_confirm` is the first
  document that somebody has to read: {id, title, waits_for_me, names, count}.';

COMMENT ON FUNCTION "public"."list_payouts"(integer, integer) IS '{rows, count, page, total_pages, strip}: payouts, the latest first. strip: what can be
  paid now, what is held, what waits for a trip, and what was paid this year and in the last (private.agent_year).';

COMMENT ON FUNCTION "public"."list_sales"(text, uuid, uuid, date, date, text, text, boolean, integer, integer, boolean) IS '{rows, count, page, page_size, total_pages, by_status}. `by_status` obeys every filter but
  the status, `count` that one, too; the status ''active'' is all but cancelled. customer_search: every word is part of the
  customer''s first name, last name or first e-mail address, or of the booking reference (private.find_references); what has exactly
  this reference comes first. Where there is none, the sales of customers whose names are a slip away. An unknown status or sort is
  ignored; departing: booked, and the trip begins within 30 days or has begun. A page beyond the last has no rows; page_size is 1 to
  100. An agent who asks for another agent''s sales finds none.';

COMMENT ON FUNCTION "public"."list_statements"(uuid, integer, integer) IS '{rows, count, page, total_pages}: statements of the caller, or for admins of any
  agent, the latest first.';

COMMENT ON FUNCTION "public"."list_team"(text, text, text, boolean, integer, integer) IS '{rows, count, page, page_size, total_pages, by_status}: members and, for admins, pending
  invitations. Every word of `search` must be part of the name, for admins also of the e-mail address; where nobody of any status
  has them, names a slip away are found. `status` is everyone, active, invited or inactive; `by_status` counts the matches of the
  search over all of them. Totals leave out cancelled sales and commissions; commission_amount is gross.';

COMMENT ON FUNCTION "public"."list_vendors"(text, text, text, text, boolean, integer, integer, boolean) IS '{rows, count, page, page_size, total_pages, by_category}. Only admins find vendors.
  Every word of `search` must be part of the name or of an alias; where no vendor of any category and state has them, those that are
  a slip away. `without_terms` keeps those with whom no due days are agreed. `by_category` counts the matches without the category
  filter, `count` with it. sales_count and total_amount come from the rollups, without cancelled sales. An unknown category, state
  or sort falls back to the default; page_size is 1 to 100.';

COMMENT ON FUNCTION "public"."mark_conversation_read"(uuid) IS 'The caller has seen the conversation until this message; whoever led them
  there has done so.';

COMMENT ON FUNCTION "public"."match_bank_transaction"(uuid, integer, jsonb, numeric, numeric, uuid, text) IS 'Matches a transaction with commissions
  (docs/product/bank.md, Matching a transaction). `parts` [{commission_id, amount, write_off, reason, expected, rest, keep_day}], as private.write_match takes them,
  replace what was matched before. {success, error, field, group_id, version, conflict}.';

COMMENT ON FUNCTION "public"."merge_customers"(uuid, uuid) IS 'Answers {success, merge_id} or {success, error, field}. Idempotent: merging a
  customer again into the same one answers the merge that exists.';

COMMENT ON FUNCTION "public"."open_document"(uuid) IS 'Records that the caller opens a version; its file can be read for a minute from then
  on. Answers the id of the disclosure.';

COMMENT ON FUNCTION "public"."pay_payout"(uuid, integer, date, text, uuid, jsonb) IS 'Pays an approved payout, or schedules it for a day to come (payouts/functions/schedule).
  Agents whose bank details fit the file are paid by it, the others by check or by a transfer outside it
  (private.payment_without_account), with a number or reference of their own that `checks` may tell ({agent_id: number}).
  `payment_key` makes it once: sent again with the same key it answers what the first call did. {success, error, field, problems,
  statements, state, planned_on, bank_day_before, bank_day_after}.';

COMMENT ON FUNCTION "public"."post_message"(uuid, text, uuid, text, uuid) IS 'Writes a message, or a reply in the thread of `reply_to`. The client chooses the id, so
  that trying again after a lost answer writes it once, also while the first still runs; another one with its id is refused. In the
  body a mention is <@id>.';

COMMENT ON FUNCTION "public"."preview_bank_lines"(uuid, jsonb) IS 'What an import of these lines would do, nothing is written: {lines: [{line, fate,
  why, twin, similar}], counts}. fate: new, here, broken. similar: new, but the account has a transaction of that day and amount
  under another key, as from another kind of file.';

COMMENT ON FUNCTION "public"."read_customer_data"(uuid) IS 'Everything about the customer that export_customer_data was called for. Passport
  numbers are masked: their owner has them.';

COMMENT ON FUNCTION "public"."read_passport_number"(uuid) IS 'The number of the passport that reveal_passport was called for.';

COMMENT ON FUNCTION "public"."read_payment_file"(uuid) IS 'What the payment file says: {batch_id, name, currency, planned_on, kind, sender,
  payments: [{agent_id, holder_name, amount, numbers}], left: [{agent_id, name, amount, reason}]}. left: who gets something
  otherwise (private.file_payments).';

COMMENT ON FUNCTION "public"."recognize_bank_account"(text, text[], text, text) IS '{account_id, mapping, earlier}: the account a file belongs to, how its columns
  were read, and the last import of this very file that was not undone. Nulls where nothing is known. Without a `separator` the
  latest reading of these headers.';

COMMENT ON FUNCTION "public"."record_agent_payment"(uuid, uuid, uuid, uuid, numeric, date, text, text, text, uuid) IS 'Records the payment and moves the commission to agent_paid, in one transaction.
  {success, error, commission}; a refusal is an answer, too, and names the parameter it is about as `field`, so that a form can show
  it there. Organization, agent and author come from the rows and the session; what the client sends about them must agree.';

COMMENT ON FUNCTION "public"."record_recall"(uuid, numeric, text, uuid, uuid) IS '{success, error, field, id}.';

COMMENT ON FUNCTION "public"."record_receipt"(uuid, date, numeric, text, uuid) IS 'A manual receipt: `received_amount` came on `received_on`. Said again it replaces what
  was said before; without a day (null) it is taken back. Of a short one the rest stays open, or is written off, with a reason
  (`write_off_reason`). An unpaid commission becomes funds_received by it, and stays so. {success, error, field}.';

COMMENT ON FUNCTION "public"."record_vendor_asked"(uuid, boolean) IS 'Notes that a vendor was asked today for all that is overdue. Where a deposit of
  it waits only with `although_deposit_waits`, which is kept. Admins only. {success, error, field}.';

COMMENT ON FUNCTION "public"."reject_bank_suggestion"(uuid, integer, integer) IS '"Not this": the suggestion of that rank is never made for this transaction
  again. {success, error, group_id, version}.';

COMMENT ON FUNCTION "public"."release_commission"(uuid) IS 'Ends a hold; the commission comes into the open draft when it can be paid.
  {success, error, field}.';

COMMENT ON FUNCTION "public"."remind_document_readers"(uuid) IS 'Notifies everybody who has not read a document yet (admins). Answers
  {success, reminded} or {success, error, field}.';

COMMENT ON FUNCTION "public"."remove_payout_lines"(uuid, uuid[]) IS 'Takes lines out of a draft: commissions can be collected again, adjustments wait
  for the next payout. {success, error, field}.';

COMMENT ON FUNCTION "public"."renew_invitation"(uuid) IS 'Extends an invitation, also an expired one, to seven days from now. The caller
  becomes its inviter: from then on it depends on their role. Admins only; answers {success, error}.';

COMMENT ON FUNCTION "public"."reopen_bank_transaction"(uuid) IS 'Brings a transaction that was set aside back to the review. {success, error,
  version}.';

COMMENT ON FUNCTION "public"."reopen_books"(date, text) IS 'Reopens the books after an earlier day, or altogether (null), with a reason, and tells
  the other owners. {success, error, field}. Booking days that were given meanwhile stay.';

COMMENT ON FUNCTION "public"."reopen_payout"(uuid, text, boolean) IS 'Takes an approved or scheduled payout back to a draft, with the reason. Clients of
  before send none for an approved one. Of a scheduled one whose payment file was read, `bank_has_it` says whether the bank has the
  file: then it is paid on its day. {success, error, field}.';

COMMENT ON FUNCTION "public"."request_payment_file"(uuid, text) IS 'Records that the caller asks for the payment file of an approved, scheduled or
  paid payout, and in which format: `nacha`, `pain`, `csv`, or null where a remote of before does not say. Answers the id to read it
  by.';

COMMENT ON FUNCTION "public"."reveal_passport"(uuid) IS 'Records that the caller asks for a passport''s number. Answers the id to read it
  by.';

COMMENT ON FUNCTION "public"."revoke_invitation"(uuid) IS 'Admins only; answers {success, error}.';

COMMENT ON FUNCTION "public"."run_report"(jsonb) IS 'A report (docs/product/reports.md, Reports): {report, range: {first, last, today},
  before_range, rows, total, before, others, books_closed_through}; of aging what private.report_aging says, of agents'' year with
  the parts (reports/functions/agent_year). One call, over what the caller may see.';

COMMENT ON FUNCTION "public"."save_bank_account"(jsonb, uuid, uuid) IS 'Adds an account {name, institution, last_four}, once for each `request_key`, or
  changes it. {success, error, field, id}.';

COMMENT ON FUNCTION "public"."save_bank_details"(jsonb) IS 'Where the caller is paid: {kind: us, holder_name, routing_number, account_number,
  account_type} or {kind: iban, holder_name, iban, bic}. The admins are told that it changed. {success, error, field}.';

COMMENT ON FUNCTION "public"."save_bank_remittance"(uuid, text, jsonb) IS 'Puts a statement beside a deposit: `lines` [{line, reference, name, amount}].
  {success, error, field, remittance}.';

COMMENT ON FUNCTION "public"."save_document"(uuid, integer, jsonb, uuid) IS 'Saves all that is said about a document (see private.check_document), unless somebody
  has changed it since `expected_version`; once for each `request_key`.';

COMMENT ON FUNCTION "public"."save_passport"(uuid, jsonb) IS 'Adds a passport ({number, given_names, country, issued_on, expires_on}) or changes one
  ({id, ...}; without a number the stored one stays). Answers {success, id} or {success, error, field}. No error message repeats the
  input: it may hold a number.';

COMMENT ON FUNCTION "public"."save_payout_account"(jsonb) IS 'The account payouts are paid from, written by owners: as save_bank_details, for
  us besides {company_id}. {success, error, field}.';

COMMENT ON FUNCTION "public"."search_everything"(text) IS '{exact, customers, sales, commissions, vendors, team, documents, bank}: up to three
  of each kind, the best first; a kind nothing was found of is left out. exact: sales whose reference is `query`; they are not
  repeated among the sales. Agents find customers, their own sales and commissions, and documents that they may see; vendors,
  members and bank transactions open for admins only, and only they find them.';

COMMENT ON FUNCTION "public"."set_aside_bank_transactions"(jsonb, text, boolean) IS 'Sets transactions [{id, version}] aside as no commission; with `learn`,
  later ones of the same payers, too, while nothing suggests otherwise. {success, error, group_id, set_aside, skipped}.';

COMMENT ON FUNCTION "public"."set_bank_vendor"(uuid, uuid, text) IS 'Says which vendor paid, and what a transaction is, and matches it anew. {success,
  error, version}.';

COMMENT ON FUNCTION "public"."set_member_active"(uuid, boolean, uuid) IS 'Activates or deactivates a member. With `reassign_to` the open sales of a
  deactivated member (booked, commission unpaid) go to that active member. Answers {success, error, field, reassigned}, the last one
  being the number of reassigned sales.';

COMMENT ON FUNCTION "public"."set_member_split"(uuid, numeric) IS 'Applies to new sales; recorded sales keep their split.';

COMMENT ON FUNCTION "public"."start_document_upload"(jsonb, jsonb, uuid, uuid) IS 'Begins the upload of `file` ({name, type, size}) as a new document (see
  private.check_document) or, with `document_id`, as a new version, once for each `request_key`. Answers {success, upload_id, path}
  or {success, error, field}.';

COMMENT ON FUNCTION "public"."start_payout"(text, date) IS 'Starts a draft with all that can be paid now. Without a name that of the month of its
  planned day. {success, error, field, id}.';

COMMENT ON FUNCTION "public"."transfer_ownership"(uuid) IS 'Makes the member an owner and the caller an admin, in one transaction.';

COMMENT ON FUNCTION "public"."undo_bank_decision"(uuid) IS 'Takes back what one group of decisions did, unless an agent was paid for it:
  {success, error, undone, paid, more}, of what was accepted up to 200 transactions a call; while {more}, call again. What somebody
  else decided since stays, so all of the group has to be the last decision of its transactions.';

COMMENT ON FUNCTION "public"."undo_bank_import"(uuid) IS 'Takes an import back, with what hung on it: {success, error, removed, paid, more}.
  Matches go first, up to 200 a call; while {more}, call again: the last call removes all lines. Refused with the list `paid` where
  an agent has been paid for what one of its transactions brought.';

COMMENT ON FUNCTION "public"."undo_import"(uuid) IS 'Undoes a batch: {removed, kept: [{id, name, reason}], kept_count, more}, of the records
  of its kind. Records that were edited or that others refer to since stay (''edited'', ''used''), as do sales of closed months
  (''closed''); the first 100 of them are listed. Customers and vendors that an import of sales made go with it where nothing else
  needs them. A call deletes up to 1,000 records of a kind: while `more`, call again.';

COMMENT ON FUNCTION "public"."undo_merge"(uuid) IS 'Puts back what the merge moved and nobody has changed since. Answers {success,
  customer_id: the customer who is restored} or {success, error, field}. Idempotent: answers the same when the merge was undone
  already.';

COMMENT ON FUNCTION "public"."update_customer"(uuid, integer, jsonb) IS 'For every active member. `customer` holds the changed columns; answers like
  private.save_record. A customer of another tenant is treated as one that does not exist.';

COMMENT ON FUNCTION "public"."update_sale"(uuid, integer, jsonb, text[]) IS 'Saves the changed fields of a sale, and its travelers unless null, if it still has the
  version the caller started from: {outcome: ''saved'', id, version}. Otherwise nothing is written: {outcome: ''conflict'', version,
  sale, changes} with the current sale and the changes since, oldest first. The row lock lets exactly one of two simultaneous
  updates win.';

COMMENT ON FUNCTION "public"."update_sale_status"(uuid, text, text) IS 'Moves a sale to another status; the note becomes the comment of the history entry.
  Answers {id, status, version}.';

COMMENT ON FUNCTION "public"."update_vendor"(uuid, integer, jsonb) IS 'Saves the given columns of a vendor for admins, as update_customer does for
  customers.';

COMMENT ON FUNCTION "public"."void_agent_payment"(uuid, text) IS 'Voids the payment of a single commission. What a payout paid is voided with its
  statement. {success, error, field, id}.';

COMMENT ON FUNCTION "public"."void_statement_payment"(uuid, text) IS 'Voids what one agent was paid by a paid payout. Admins; where a second person
  approves payouts, owners. {success, error, field, id}.';

COMMENT ON TABLE "private"."audit_log" IS 'Sensitive actions. Functions append to it and read it; no API role has access. It never holds
  a secret.';

COMMENT ON TABLE "private"."bank_file_keys" IS 'What tells that a file belongs to an account, hashed: its number (''number'') or the
  headers of its columns (''headers'') with what separates them, and the mapping by which such a file was read the last time.';

COMMENT ON TABLE "private"."commissions_before_deposit" IS 'The state of a commission before its first deposit, to which it goes back
  with the last one.';

COMMENT ON TABLE "private"."customer_counts" IS 'Rollup: customers per tag, and all customers under the empty tag. `tag_key` is the tag
  in lower case, `tag` one of its spellings.';

COMMENT ON TABLE "private"."customer_merges" IS 'One row per merge, with what undoing it needs.';

COMMENT ON TABLE "private"."customer_search" IS 'One row per customer. `document` is normalized text: first name, last name and first
  e-mail address (what lists of sales are searched by), a record separator (chr(30)), then everything else including the digits of
  each phone number. Its entries are separated by line breaks, which no searched word contains. `names`: first and last name as
  private.name_document, for searches of whole words and of the beginnings of words. `tag_keys`: tags in lower case. Rows are kept
  short, because a search for few letters reads thousands of them.';

COMMENT ON TABLE "private"."customer_totals" IS 'A row for every customer who can be listed, without sales too: an index then holds the
  whole list in its order. The earliest day there is stands for no sale, as dates that are missing sort in other lists.';

COMMENT ON TABLE "private"."disclosures" IS 'A disclosure is told in two calls: the first writes the audit record and answers the id of
  a disclosure, the second tells by that id. If one call did both, the secret could leave in an error (a cast in `?select=` is
  enough), and the error would take the record back.';

COMMENT ON TABLE "private"."document_uploads" IS 'An upload that was begun: what the document will be, or to which document the file is
  a new version. Its id becomes the id of the version. After a day it is given up.';

COMMENT ON TABLE "private"."import_check_rows" IS 'What a check of a file remembers of the rows that it would add, so that later
  portions know the records these would make. Gone with the last portion; of a check that was left, an hour later.';

COMMENT ON TABLE "private"."monthly_totals" IS 'What counts: cancelled sales are left out, and so are cancelled commissions.';

COMMENT ON TABLE "private"."record_changes" IS 'former_name serves the erasure of personal data: free texts are searched for every name
  a person had. Removed by the erasure.';

COMMENT ON TABLE "private"."rejected_suggestions" IS 'What a person said no to: never suggested for this transaction again.';

COMMENT ON TABLE "private"."removed_document_files" IS 'Files that nothing shows any more and the job removes.';

COMMENT ON TABLE "private"."report_checks" IS 'When each kind of an organization''s totals was compared with the rows last.';

COMMENT ON TABLE "private"."request_keys" IS 'What makes every create happen once (docs/product/platform.md, Nothing twice). A form
  draws a key when it opens and sends it with what it creates. The functions that create begin with begin_request and end with
  end_request; without a key both do nothing.';

COMMENT ON TABLE "private"."secrets" IS 'Read by private.secret_key alone.';

COMMENT ON TABLE "private"."stale_days" IS 'One row for each statement and day, not one for each day: nobody looks for what is there
  already.';

COMMENT ON TABLE "private"."stale_matches" IS 'Sales that appear or change may explain what lies in the inbox. The write only marks
  them: private.refresh_matches, a job of some seconds, matches what they concern and tells the admins.';

COMMENT ON TABLE "private"."vendor_aliases" IS 'Makes aliases unique in an organization, whatever their case. Denormalized from
  vendors.aliases by trigger; nothing else reads or writes it.';

COMMENT ON TABLE "public"."bank_patterns" IS 'What a payer''s transactions turned out to be: a vendor''s money (one payer, like a
  settlement service, may pay for several vendors), or something to set aside. Written by the functions of
  bank/functions/decisions.';

COMMENT ON TABLE "public"."customer_companions" IS 'Who travels with whom: one row per pair, whichever of the two customers it was added
  for.';

COMMENT ON TABLE "public"."document_versions" IS 'A file. It is never changed: what is new is a version of its own, and the old ones
  stay readable.';

COMMENT ON TABLE "public"."invitations" IS 'The state follows from accepted_at, revoked_at and expires_at. first_name and last_name are
  the inviter''s suggestion: the team list shows them and the form of the invited person is prefilled with them.';

COMMENT ON TABLE "public"."payout_events" IS 'What people did with a batch, and what came by itself.';

COMMENT ON TABLE "public"."payout_holds" IS 'Commissions that wait, with a reason that the agent reads, until somebody releases them.';

COMMENT ON TABLE "public"."payout_statements" IS 'What an agent was told about one payout, as it was when it was paid. Never changed.';

COMMENT ON TABLE "public"."sale_travelers" IS 'sales.traveler_ids as rows, with the foreign keys an array cannot have and an index by
  customer. Denormalized by trigger.';

COMMENT ON TABLE "public"."sales" IS 'Sales and their travelers: who may read and change them, amounts derived from what was entered,
  optimistic concurrency (version), and the functions that create, update and look for sales. Agents work with their own sales,
  admins with all of their organization. How a sale moves between its statuses is in sales/functions/state_machine.sql.';

COMMENT ON TABLE "public"."sales_history" IS 'The history of sales: one entry per version, written by triggers only and append-only. The
  API reads the history of the sales the caller may read. An update keeps the changed columns only. The agent''s split and share are
  in no history, here or of commissions (commissions/functions/history.sql): an agent who takes over a sale must not learn what the
  previous one earned.';

COMMENT ON TABLE "public"."user_emails" IS 'The address each member signs in with. Beside users, for not every colleague may read it:
  people their own, admins all.';

COMMENT ON TABLE "public"."user_terms" IS 'Terms apply to new sales only: a sale keeps the split it was recorded with.';

COMMENT ON TABLE "public"."user_terms_history" IS 'Append-only history (audit) of commission splits.';

COMMENT ON TABLE "public"."vendor_askings" IS 'That a vendor was asked for what it owes. Kept as it was: what was owed then.';

COMMENT ON TABLE "public"."vendors" IS 'Vendors: what they sell, contacts, address, default commission rate, payment terms, and the
  aliases under which they appear on bank statements. Every member reads the vendors of their organization but for what is the
  admins'' alone, who manage them. An alias belongs to one vendor of an organization; an archived vendor takes no new sales.';
