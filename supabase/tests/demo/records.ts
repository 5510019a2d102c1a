import { sql, sqlOne } from '../support/database';
import { DEMO, HARBOUR, offenders, storedFiles } from '../support/demo';

/** What is said about the demo's records, and the papers that lie with them. */

const person = (name: string) =>
  `(select user_id from public.user_emails where email = '${name}@demo.paperplane.test')`;

test('people talk about a sale, its customer, its vendor and a late commission, in the first agency alone', async () => {
  const talks = await sql<{ about: string; messages: number; threads: number; gone: number; edited: number }>(
    `select commentable_type as about, count(*)::int as messages, count(distinct thread_id)::int as threads,
       count(deleted_at)::int as gone, count(edited_at)::int as edited
     from public.communications where organization_id = ${HARBOUR} group by 1 order by 1`,
  );
  expect(talks).toEqual([
    { about: 'commissions', messages: 2, threads: 1, gone: 0, edited: 0 },
    { about: 'customers', messages: 3, threads: 1, gone: 0, edited: 0 },
    { about: 'sales', messages: 6, threads: 2, gone: 1, edited: 1 },
    { about: 'vendors', messages: 2, threads: 1, gone: 0, edited: 0 },
  ]);
  for (const table of ['communications', 'documents'])
    expect([
      table,
      await offenders(`public.${table} where ${DEMO} and organization_id <> ${HARBOUR}`),
    ]).toEqual([table, 0]);
  expect(
    await offenders(`public.communications c where c.${DEMO} and (c.author_id not in (
        select u.id from private.record_readers(c.commentable_type, c.commentable_id) u)
      or c.created_at > now() or c.edited_at > now() or c.deleted_at > now()
      or c.thread_at <> (select f.created_at from public.communications f where f.id = c.thread_id))`),
  ).toBe(0);
});

test('two messages on the sale are new to the owner, one of them to the bell', async () => {
  const [news] = await sql<{ fresh: number; about: string }>(
    `select count(*)::int as fresh, c.commentable_type as about
     from public.communications c join public.communication_reads r on r.commentable_id = c.commentable_id
     where r.user_id = ${person('owner')} and c.created_at > r.read_at group by 2`,
  );
  expect(news).toEqual({ fresh: 2, about: 'sales' });
  const unread = await sql<{ email: string; type: string }>(
    `select e.email, n.type from public.notifications n join public.user_emails e on e.user_id = n.user_id
     where n.${DEMO} and n.type in ('mention', 'reply') and not n.is_read and e.email like '%@demo.paperplane.test' order by 1`,
  );
  expect(unread).toEqual([
    { email: 'admin@demo.paperplane.test', type: 'reply' },
    { email: 'owner@demo.paperplane.test', type: 'mention' },
  ]);
  expect(
    await offenders(
      `public.notifications n join public.communications c on c.id = n.communication_id
       where n.${DEMO} and n.created_at <> c.created_at`,
    ),
  ).toBe(0);
});

test('papers of every kind, one expired, some soon, some in two versions, one still to read for two', async () => {
  expect(
    await sqlOne(
      `select count(distinct category)::int as categories, count(distinct visibility)::int as visibilities,
         count(distinct record_type)::int as records,
         count(*) filter (where expires_on < current_date)::int as expired,
         count(*) filter (where expires_on between current_date and current_date + 60)::int as soon,
         (select count(*)::int from public.document_versions where ${DEMO} and number = 2) as second_versions,
         (select count(*)::int from public.documents d cross join lateral private.document_readers(d) r
          where d.${DEMO} and r.read_at is null) as to_read
       from public.documents where ${DEMO}`,
    ),
  ).toEqual({
    categories: 6,
    visibilities: 4,
    records: 4,
    expired: 1,
    soon: 3,
    second_versions: 2,
    to_read: 2,
  });
  expect(
    await offenders(`public.documents d join public.document_versions v on v.document_id = d.id
      where d.${DEMO} and (v.created_at > now() or v.created_at < d.created_at
        or d.created_at < coalesce((select c.created_at from public.customers c where c.id = d.customer_id),
          (select s.created_at from public.sales s where s.id = d.sale_id), d.created_at))`),
  ).toBe(0);
  // The job that announces what expires has nothing to say about a new demo.
  expect(
    await offenders(
      `public.documents d where d.${DEMO} and d.expires_on <= current_date + 60 and d.announced_days is null`,
    ),
  ).toBe(0);
});

test('each version has its file in Storage, of the size and type it is said to be', async () => {
  const versions = await sql<{ path: string; size: number; mime_type: string }>(
    `select private.document_file(v.organization_id, v.id) as path, v.size, v.mime_type
     from public.document_versions v join storage.objects o on o.name = private.document_file(v.organization_id, v.id)
     where v.${DEMO}`,
  );
  expect(versions).toHaveLength(13);
  const begins: Record<string, string> = {
    'application/pdf': '%PDF-',
    'image/png': '\u0089PNG',
    'text/csv': 'Booking,',
  };
  for (const { path, size, mime_type: type } of versions) {
    const bytes = storedFiles.get(path) ?? new Uint8Array();
    expect([path, bytes.length]).toEqual([path, size]);
    const begin = begins[type] ?? 'unknown';
    expect(Buffer.from(bytes.subarray(0, begin.length)).toString('latin1')).toBe(begin);
  }
});

test('some reports are saved, shared and not, and each of them runs', async () => {
  expect(
    await sql(
      `select r.name, r.shared, u.email, (private.read_report(r.definition, current_date)).report
       from public.saved_reports r join public.user_emails u on u.user_id = r.owner_id where r.${DEMO} order by r.name`,
    ),
  ).toEqual([
    { name: 'Cruises this year', shared: true, email: 'admin@demo.paperplane.test', report: 'sales' },
    { name: 'Monthly close', shared: true, email: 'owner@demo.paperplane.test', report: 'commissions' },
    { name: 'Who pays short', shared: false, email: 'owner@demo.paperplane.test', report: 'short_pay' },
  ]);
});

test('one booked sale is as agencies agree it: lines with a fee, two who share it, a deposit paid; its vendor owes a bonus', async () => {
  const [sale] = await sql<{ kinds: string[]; shares: number[]; fee: string; paid: string; bonus: string }>(
    `select array(select l ->> 'kind' from jsonb_array_elements(s.lines) l) as kinds, c.share_percents::float8[] as shares,
       (select o.amount from public.other_commissions o where o.sales_id = s.id and o.kind = 'service_fee') as fee,
       (select sum(p.amount) from public.customer_payments p where p.sales_id = s.id) as paid,
       (select o.amount from public.other_commissions o where o.vendor_id = s.vendor_id and o.kind = 'volume_bonus') as bonus
     from public.sales s join public.commissions c on c.sales_id = s.id where s.organization_id = ${HARBOUR} and s.co_sellers <> '[]'`,
  );
  expect(sale).toMatchObject({ shares: [60, 40], fee: '150.00', paid: '1200.00', bonus: '1250.00' });
  expect(sale?.kinds).toHaveLength(7);
});
