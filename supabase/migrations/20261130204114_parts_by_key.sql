DROP VIEW "private"."commission_money_by_share";

DROP VIEW "private"."commissions_by_share";

DROP VIEW "private"."sales_by_share";

CREATE VIEW "private"."commissions_by_share" AS  SELECT c.id,
    h.organization_id,
    c.sales_id,
    h.user_id AS agent_id,
    c.vendor_id,
    h.counted_on AS sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
        CASE
            WHEN (h.status = 'paid'::text) THEN 'agent_paid'::text
            WHEN (h.status = 'cancelled'::text) THEN 'cancelled'::text
            WHEN (c.status = 'agent_paid'::text) THEN 'funds_received'::text
            ELSE c.status
        END AS status,
    c.status AS whole_status,
    h.percent AS share_percent,
    h.split AS commission_split,
    private.commission_part(c.amount, c.share_percents, h.place) AS amount,
    h.agent_amount,
    h.place,
    c.received_on,
    c.received_posted_on,
    private.commission_part(c.received_amount, c.share_percents, h.place) AS received_amount,
    private.commission_part(c.written_off, c.share_percents, h.place) AS written_off,
    private.commission_part(c.open_amount, c.share_percents, h.place) AS open_amount,
    c.received_amount AS whole_received,
    c.open_amount AS whole_open,
    c.amount AS whole_amount
   FROM (public.commission_shares h
     JOIN public.commissions c ON ((c.id = h.commission_id)))
  WHERE (h.place IS NOT NULL);

CREATE VIEW "private"."commission_money_by_share" AS  SELECT c.organization_id,
    c.id AS commission_id,
    c.agent_id AS payee_id,
    c.sales_id,
    c.vendor_id,
    c.whole_status AS status,
    c.sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
    c.amount,
    c.agent_amount,
    c.open_amount,
    COALESCE(c.received_amount, (0)::numeric) AS received,
    c.received_on,
    c.written_off,
    w.known,
        CASE
            WHEN w.open THEN c.open_amount
            ELSE (0)::numeric
        END AS open,
        CASE
            WHEN w.owed THEN c.open_amount
            ELSE (0)::numeric
        END AS owed,
        CASE
            WHEN (w.owed AND (c.whole_received > (0)::numeric)) THEN c.open_amount
            ELSE (0)::numeric
        END AS paid_short,
        CASE
            WHEN (w.owed AND (c.status = 'agent_paid'::text)) THEN c.open_amount
            ELSE (0)::numeric
        END AS owed_agent_paid,
        CASE
            WHEN (w.owed AND (c.status = 'agent_paid'::text)) THEN c.agent_amount
            ELSE (0)::numeric
        END AS advanced,
    c.place,
    c.whole_open
   FROM ((((private.commissions_by_share c
     JOIN public.organizations o ON ((o.id = c.organization_id)))
     CROSS JOIN LATERAL ( SELECT ((now() AT TIME ZONE o.time_zone))::date AS today
         OFFSET 0) d)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (o.receipts_tracked_since IS NULL) THEN (c.whole_status = 'unpaid'::text)
                    ELSE (COALESCE(c.due_on, c.sale_date) >= o.receipts_tracked_since)
                END AS known) k)
     CROSS JOIN LATERAL ( SELECT k.known,
            (k.known AND (c.whole_open > (0)::numeric)) AS open,
            (k.known AND (c.whole_open > (0)::numeric) AND COALESCE((c.due_on < d.today), false)) AS owed) w);

CREATE VIEW "private"."sales_by_share" AS  SELECT s.id,
    h.organization_id,
    h.user_id AS agent_id,
    s.agent_id AS seller_id,
    s.customer_id,
    s.vendor_id,
    s.booking_reference,
    h.counted_on AS sale_date,
    s.travel_date,
    s.return_date,
    s.status,
    s.created_at,
    s.group_id,
    h.percent AS share_percent,
        CASE
            WHEN (h.percent = (100)::numeric) THEN s.total_amount
            ELSE private.share_part(s.total_amount, s.co_sellers, h.place)
        END AS total_amount,
        CASE
            WHEN (h.percent = (100)::numeric) THEN s.commission_amount
            ELSE private.share_part(s.commission_amount, s.co_sellers, h.place)
        END AS commission_amount
   FROM (public.commission_shares h
     JOIN public.sales s ON ((s.id = h.sales_id)))
  WHERE ((h.place IS NOT NULL) AND (h.commission_id IS NOT NULL));

COMMENT ON VIEW "private"."commission_money_by_share" IS 'What private.commission_money says, a row for each commission and person who has a
  share of it, with their part. The status is the commission''s: of it one thing is open, whoever was paid.';

COMMENT ON VIEW "private"."commissions_by_share" IS 'A row for each vendor''s commission and person who has a share of it, with their part,
  split, amount and status: a share is paid by itself. whole_status, whole_received, whole_open and whole_amount are the commission''s: a seller''s share (place 1) that funds are here
  for is of a commission that funds are here for, which an index knows.';

COMMENT ON VIEW "private"."sales_by_share" IS 'A row for each sale and person who sold it (agent_id), with their part of the amounts.';

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commissions_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."sales_by_share" TO "postgres";
