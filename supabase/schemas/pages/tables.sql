-- Null means not filtered by it; organization_id is always set when rows may be read. agent_id: whose sales count in totals, null
-- for all. only_buyers: only customers who bought from that agent.
create type private.customer_filter as (
  organization_id uuid, agent_id uuid, only_buyers boolean, archived boolean, tag text, patterns text[]);

-- Null: not filtered by it. organization_id is null where nothing may be found; the days are always set, an open range being
-- that of private.date_range. With exclude_customers, customer_ids are those whose sales are left out. sale_ids: what a search
-- finds by booking reference, besides the sales of these customers; exact_ids: those whose reference is what was searched for,
-- the first of the list. departing_by: booked, the trip begins that day at the latest.
create type private.sale_filter as (
  organization_id uuid, agent_id uuid, vendor_id uuid, first_day date, last_day date, customer_ids uuid[], status text,
  exclude_customers boolean, sale_ids uuid[], exact_ids uuid[], departing_by date, group_id uuid, by_share boolean);

-- Null: not filtered by it. organization_id is null where nothing may be found; the days (of the sale) are always set.
-- word: pattern of the longest word; customer_ids and vendor_ids are those whose names have it, or with exclude_customers,
-- customer_ids are those whose names have not. names_only: nothing but names of customers has the word. complement, set together
-- with exclude_customers: the rows `word` does not match.
-- due_before: owed (private.commission_money), and due before that day, today; tracked_since: see private.owed_condition. ready: of which somebody can
-- be paid now: the seller, unless it is one of `blocked` (private.blocked_commissions), or somebody beside the seller, by one of
-- `ready_shares` (private.ready_shares); `ready_ids` are their commissions. exact_ids: sales whose reference is what was searched for; they come first.
-- names_only: the word is in no reference. all_words: whoever is not excluded has all words; of the others' sales each word is looked for.
create type private.commission_filter as (
  organization_id uuid, agent_id uuid, first_day date, last_day date, status text, word text, customer_ids uuid[],
  vendor_ids uuid[], other_words text[], vendor_id uuid, due_before date, exclude_customers boolean, complement boolean,
  exact_ids uuid[], ready boolean, blocked uuid[], names_only boolean, tracked_since date, all_words boolean, by_share boolean,
  all_shares boolean, ready_ids uuid[], ready_shares uuid[]);
