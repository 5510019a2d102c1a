import { sql, sqlOne } from '../support/database';
import { DEMO, HARBOUR, offenders } from '../support/demo';

/** What the first agency's other programs do with it, and what it knows of its agents for their taxes. */

test('one key is in use, one was revoked; nobody has either', async () => {
  expect(
    await sql(
      `select k.name, k.revoked_at is not null as revoked, u.last_used_at < now() as used,
         k.revoked_at < now() and k.revoked_at > k.created_at as ended
       from private.api_keys k join private.api_key_uses u on u.key_id = k.id where k.${DEMO} order by k.created_at`,
    ),
  ).toEqual([
    { name: 'Old forms', revoked: true, used: true, ended: true },
    { name: 'Booking desk', revoked: false, used: true, ended: null },
  ]);
});

// Holds integrations-96
test('two endpoints have been told of the last weeks: one took it all, one was switched off; by itself nobody is asked', async () => {
  const endpoints = await sql<{ host: string; taken: number; waiting: number; most: number; off: boolean }>(
    `select private.webhook_host(e.url) as host, count(*) filter (where d.state = 'delivered' and d.status = 200)::int as taken,
       count(*) filter (where d.state = 'waiting')::int as waiting, max(d.tries)::int as most,
       e.switched_off_at < now() and e.switched_off_by is null as off
     from private.webhook_endpoints e join private.webhook_deliveries d on d.endpoint_id = e.id
     where e.${DEMO} group by e.id order by e.url`,
  );
  expect(endpoints).toMatchObject([
    { host: 'crm.harbourvale.example', most: 14, off: true },
    { host: 'payroll.harbourvale.example', waiting: 0, most: 1, off: null },
  ]);
  for (const { taken } of endpoints) expect(taken).toBeGreaterThan(2);
  expect(endpoints[0]?.waiting).toBeGreaterThan(0);
  expect(
    await offenders(`private.webhook_deliveries d join private.webhook_endpoints e on e.id = d.endpoint_id
      where e.${DEMO} and (d.asked_at is not null or d.state = 'waiting' and e.switched_off_at is null or d.tried_at > now()
        or (d.state = 'waiting') <> (d.number >= (select min(w.number) from private.webhook_deliveries w
          where w.endpoint_id = e.id and w.state = 'waiting')))`),
  ).toBe(0);
  const { sale, payment } = await sqlOne<{ sale: boolean; payment: boolean }>(
    `select bool_and(v.type not like 'sale.%' or s.id is not null) as sale,
       bool_and(v.type <> 'commission.paid' or c.status = 'agent_paid') as payment
     from private.webhook_events v left join public.sales s on s.id = v.record_id
     left join public.commissions c on c.id = v.record_id where v.${DEMO}`,
  );
  expect([sale, payment]).toEqual([true, true]);
});

test('forms of this year have agents whose details are known, one of them a business, and some who were asked', async () => {
  const details = await sqlOne<{ given: number; businesses: number; asked: number; open: number }>(
    `select count(*)::int as given, count(*) filter (where number_kind = 'ein')::int as businesses,
       (select count(*)::int from private.tax_requests r where r.${DEMO} and not exists (
         select 1 from private.tax_details d where d.agent_id = r.agent_id)) as asked,
       count(*) filter (where encode(numbers_encrypted, 'escape') like '%98765%')::int as open
     from private.tax_details where ${DEMO}`,
  );
  expect(details).toEqual({ given: 7, businesses: 1, asked: 2, open: 0 });
  expect(
    await offenders(`public.users u join private.tax_details d on d.agent_id = u.id
      where u.${DEMO} and (d.organization_id <> ${HARBOUR} or d.updated_at > now())`),
  ).toBe(0);
});
