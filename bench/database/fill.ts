import type pg from 'pg';
import { withClient } from '../../supabase/local/src/index';
import { bare, rebuild } from './indexes';

/** One organization of the measured database. */
export interface Agency {
  /** Told apart by a number; ids, names and e-mails follow from it, so that two fillings are alike. */
  number: number;
  sales: number;
  agents: number;
  vendors: number;
  customers: number;
}

/** An agency of so many sales, with people, vendors and customers in proportion. */
export const agencyOfSize = (number: number, sales: number): Agency => ({
  number,
  sales,
  agents: Math.max(12, sales / 10_000),
  vendors: Math.max(40, sales / 2500),
  customers: sales / 5,
});

/** Password of everybody who was filled in. */
export const PASSWORD = 'bench-password';

export const adminOf = (agency: Agency) => `admin.${agency.number}@bench.test`;
export const agentOf = (agency: Agency, number: number) => `agent.${agency.number}.${number}@bench.test`;

/** The id of the n-th something of an agency: computed, so that rows need no look-up. */
const id = (kind: string, agency: string, number: string) =>
  `md5('${kind}' || ${agency} || '-' || ${number})::uuid`;

const FIRST_NAMES =
  'Ada,Alma,Amir,Anna,Arthur,Aylin,Bela,Bruno,Carla,Cem,Clara,Dana,David,Diego,Edith,Elena,Emil,Emma,Erik,Fatima,Felix,' +
  'Finn,Frida,Grace,Hana,Hassan,Helen,Hugo,Ida,Ines,Ivan,James,Jana,Jonas,Julia,Karl,Kenji,Lea,Leo,Lina,Lucas,Maria,' +
  'Marta,Max,Mia,Michael,Mila,Nadia,Nina,Noah,Nora,Olga,Omar,Oscar,Paula,Pavel,Petra,Rosa,Samuel,Sara,Sofia,Tariq,Tom,Vera';
const LAST_NAMES =
  'Adler,Alvarez,Andersen,Baker,Bauer,Becker,Bianchi,Boateng,Brown,Byrne,Carter,Castro,Chen,Clarke,Costa,Dubois,Duarte,' +
  'Eriksson,Evans,Fischer,Fleming,Fontaine,Garcia,Gruber,Haddad,Hansen,Hoffman,Horvat,Hughes,Ibrahim,Ivanova,Jensen,' +
  'Johnson,Kaya,Keller,Khan,Kim,Klein,Kovacs,Lang,Larsen,Leclerc,Lehmann,Lind,Lopez,Marino,Martin,Mendes,Meyer,Moreau,' +
  'Moretti,Morgan,Nakamura,Nagy,Nguyen,Novak,Okafor,Olsen,Park,Patel,Pereira,Petrov,Popescu,Reyes,Ricci,Rossi,Santos,' +
  'Sato,Schmidt,Silva,Singh,Smith,Sokolov,Suzuki,Tanaka,Torres,Vargas,Vogel,Wagner,Walsh,Weber,Wong,Wright,Yilmaz,Young';

const picked = (list: string, by: string) =>
  `(string_to_array('${list}', ','))[1 + (${by}) % ${list.split(',').length}]`;

async function fillPeople(client: pg.Client, { number, agents, vendors, customers }: Agency): Promise<void> {
  await client.query(
    `insert into public.organizations (id, name, email) values (${id('o', '$1', '0')}, 'Agency ' || $1, 'office@bench.test')`.replaceAll(
      '$1',
      `'${number}'`,
    ),
  );
  const organization = id('o', `'${number}'`, '0');
  // Number 0 is the admin.
  const people = `select n, ${id('u', `'${number}'`, 'n')} as id,
    case when n = 0 then 'admin.${number}' else 'agent.${number}.' || n end || '@bench.test' as email
    from generate_series(0, $1::int) n`;
  await client.query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
       raw_app_meta_data, raw_user_meta_data)
     select '00000000-0000-0000-0000-000000000000', p.id, 'authenticated', 'authenticated', p.email, h.hash, now(),
       '{"provider": "email", "providers": ["email"]}', '{}'
     from (${people}) p cross join (select extensions.crypt($2, extensions.gen_salt('bf', 4)) as hash) h`,
    [agents, PASSWORD],
  );
  await client.query(
    `insert into auth.identities (provider, provider_id, user_id, identity_data)
     select 'email', p.id::text, p.id, jsonb_build_object('sub', p.id, 'email', p.email) from (${people}) p`,
    [agents],
  );
  await client.query(
    `insert into public.users (id, organization_id, first_name, last_name, role)
     select p.id, ${organization}, ${picked(FIRST_NAMES, 'n * 7')}, ${picked(LAST_NAMES, 'n * 11')},
       case when n = 0 then 'admin' else 'agent' end
     from (${people}) p`,
    [agents],
  );
  await client.query(
    `insert into public.user_emails (user_id, organization_id, email) select p.id, ${organization}, p.email from (${people}) p`,
    [agents],
  );
  await client.query(
    `insert into private.user_search (user_id, organization_id, document)
     select u.id, u.organization_id, private.name_document(u.first_name || ' ' || u.last_name || ' ' || e.email)
     from public.users u join public.user_emails e on e.user_id = u.id where u.organization_id = ${organization}`,
  );
  await client.query(
    `insert into public.user_terms (user_id, organization_id, commission_split)
     select p.id, ${organization}, 50 + n % 5 * 10 from (${people}) p`,
    [agents],
  );
  await client.query(
    `insert into public.vendors (id, organization_id, name, default_commission_rate)
     select ${id('v', `'${number}'`, 'n')}, ${organization}, ${picked(LAST_NAMES, 'n * 13')} || ' '
       || (array['Cruises', 'Airways', 'Hotels', 'Tours', 'Rail'])[1 + n % 5] || ' ' || n, 5 + n % 10
     from generate_series(1, $1::int) n`,
    [vendors],
  );
  await client.query(
    `insert into public.vendor_terms (vendor_id, organization_id, expected_payment_days, expected_payment_basis)
     select ${id('v', `'${number}'`, 'n')}, ${organization}, case when n % 5 > 0 then 15 * (1 + n % 4) end, 'booking'
     from generate_series(1, $1::int) n`,
    [vendors],
  );
  // First and last names are drawn apart from each other; the number keeps the e-mail of a pair unique.
  await client.query(
    `insert into public.customers (id, organization_id, first_name, last_name, email, phone, created_at)
     select ${id('k', `'${number}'`, 'n')}, ${organization}, f, l, lower(f || '.' || l || n) || '@mail.test',
       '(646) 555-' || lpad((n % 10000)::text, 4, '0'), now() - n % 1000 * interval '1 day'
     from generate_series(1, $1::int) n
     cross join lateral (select ${picked(FIRST_NAMES, 'abs(hashint4(n)) / 3')} as f,
       ${picked(LAST_NAMES, 'abs(hashint4(n + 7)) / 5')} as l) x`,
    [customers],
  );
}

/**
 * Three years of sales up to today. Some agents and vendors sell far more than others; what was sold lately is
 * mostly booked, what is older mostly paid, a twentieth is cancelled.
 */
async function fillSales(
  client: pg.Client,
  { number, sales, agents, vendors, customers }: Agency,
): Promise<void> {
  const of = `'${number}'`;
  await client.query(
    `insert into public.sales (id, organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date,
       travel_date, return_date, total_amount, commission_amount, commission_rate, commission_basis, currency, status,
       created_by, created_at, updated_at)
     select ${id('s', of, 'n')}, ${id('o', of, '0')}, ${id('k', of, 'customer')}, ${id('v', of, 'vendor')},
       ${id('u', of, 'agent')}, chr(65 + n % 26) || chr(65 + n / 7 % 26) || '-' || (abs(hashint4(n)) % 900000 + 100000),
       current_date - age, case when n % 11 > 0 then current_date - age + 30 + n % 90 end,
       case when n % 11 > 0 then current_date - age + 37 + n % 90 end, amount, round(amount * rate / 100, 2), rate, 'rate',
       'USD', case when outcome < 0.05 then 'cancelled' when age < 60 and outcome < 0.7 or outcome < 0.06 then 'booked' else 'paid' end,
       ${id('u', of, 'agent')}, now() - (age + part) * interval '1 day', now() - (age + part) * interval '1 day'
     from generate_series(1, $1::int) n
     cross join lateral (select n * 0 + random() as part, n * 0 + random() as outcome,
       (1 + n * 0 + floor(random() * $4::int))::int as customer, (1 + n * 0 + floor(random() ^ 2 * $3::int))::int as vendor,
       (1 + n * 0 + floor(random() ^ 2 * $2::int))::int as agent, (n * 0 + floor(random() * 1095))::int as age,
       round((exp(7 + n * 0 + random() * random() * 3))::numeric, 2) as amount, (5 + n % 10)::numeric as rate
       offset 0) r`,
    [sales, agents, vendors, customers],
  );
}

/** One for each sale; of all agencies at once, for a thousand of them would read all sales a thousand times. */
async function fillCommissions(client: pg.Client): Promise<void> {
  await client.query(
    `insert into public.commissions (id, organization_id, sales_id, agent_id, vendor_id, sale_date, sale_paid, amount, commission_split,
       agent_amount, status, seller_paid, due_on, received_amount, received_on, received_posted_on, received_how, created_at, updated_at)
     select ${id('c', 's.id', "''")}, s.organization_id, s.id, s.agent_id, s.vendor_id, s.sale_date, s.status = 'paid', s.commission_amount, t.commission_split,
       round(s.commission_amount * t.commission_split / 100, 2), m.status, m.status = 'agent_paid', s.sale_date + v.expected_payment_days,
       case when m.status in ('funds_received', 'agent_paid') then s.commission_amount end,
       case when m.status in ('funds_received', 'agent_paid') then s.sale_date end,
       case when m.status in ('funds_received', 'agent_paid') then s.sale_date end,
       case when m.status in ('funds_received', 'agent_paid') then 'word' end, s.created_at, s.created_at
     from public.sales s
     join public.user_terms t on t.user_id = s.agent_id
     join public.vendor_terms v on v.vendor_id = s.vendor_id
     cross join lateral (select case s.status when 'booked' then 'unpaid' when 'cancelled' then 'cancelled'
       else case when s.sale_date > current_date - 45 then 'funds_received' else 'agent_paid' end end as status) m`,
  );
}

/** The share of each seller, as its commission says. */
async function fillShares(client: pg.Client): Promise<void> {
  await client.query(
    `insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split, gross_part,
       agent_amount, counted_on, status, paid_on, created_at, updated_at)
     select c.organization_id, c.id, c.sales_id, c.agent_id, 'seller', 1, 100, c.commission_split, c.amount, c.agent_amount, c.sale_date,
       case c.status when 'agent_paid' then 'paid' when 'cancelled' then 'cancelled' else 'open' end,
       case when c.status = 'agent_paid' then c.received_on + 20 end, c.created_at, c.updated_at
     from public.commissions c`,
  );
}

/**
 * Fills a migrated, empty database with these agencies: rows without triggers, indexes built afterwards, totals at
 * the end. Histories, notifications and payments stay empty; no list reads them.
 * @param url connection as a superuser: only one may leave out the checks of references
 * @param change what is different in this bench, before indexes and totals
 */
export async function fill(
  url: string,
  agencies: Agency[],
  log: (line: string) => void,
  change: (client: pg.Client) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`set session_replication_role = replica`);
    await client.query(`set maintenance_work_mem = '256MB'`);
    await client.query(`select setseed(0.5)`);
    const indexes = await bare(client, ['sales', 'commissions', 'commission_shares', 'customers']);
    for (const agency of agencies) {
      await fillPeople(client, agency);
      await fillSales(client, agency);
    }
    await fillCommissions(client);
    await fillShares(client);
    await change(client);
    log('Rows are in');
    await rebuild(client, indexes);
    log('Indexes are built');
    // Totals are added up by plans that need to know how much there is.
    await client.query('analyze');
    await client.query(
      'select private.rebuild_totals(), private.rebuild_customer_totals(), private.rebuild_report_totals()',
    );
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
}

/** While rows are written that can be written again, nothing has to survive a crash. */
const FILLING = {
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_wal_size: '6GB',
  checkpoint_timeout: '30min',
};

/** Fills a database that has nothing yet (`fill`); one that stayed in its folder is left as it is. */
export async function fillOnce(...filling: Parameters<typeof fill>): Promise<void> {
  await withClient(filling[0], async (client) => {
    const { rows } = await client.query<{ n: string }>('select count(*) as n from public.organizations');
    if (Number(rows[0]?.n) > 0) return;
    const start = Date.now();
    for (const [name, value] of Object.entries(FILLING))
      await client.query(`alter system set ${name} = '${value}'`);
    await client.query('select pg_reload_conf()');
    await fill(...filling);
    for (const name of Object.keys(FILLING)) await client.query(`alter system reset ${name}`);
    await client.query('select pg_reload_conf()');
    console.log(`Filled in ${Math.round((Date.now() - start) / 60_000)} minutes`);
  });
}
