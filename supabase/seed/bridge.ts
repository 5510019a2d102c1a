import { Client } from 'pg';
import { addDays, createCalendar } from './calendar';
import { DEMO_LOGINS } from './logins';

/** A booking that no deposit has paid, and how its vendor appears on statements. */
interface Booking {
  amount: string;
  payer: string;
  reference: string;
}

// Of vendors that have paid before, so that who pays is known; each once, no two of an amount, and those first that are due about now:
// on some days too few are.
const OPEN = `
  select o.amount, o.payer, o.reference
  from (
    select distinct on (v.id) c.amount::text as amount, v.aliases[1] as payer, s.booking_reference as reference,
      abs(c.due_on - $2::date) as days
    from public.commissions c
    join public.sales s on s.id = c.sales_id
    join public.vendors v on v.id = c.vendor_id
    join public.users u on u.organization_id = c.organization_id
    join auth.users a on a.id = u.id
    where a.email = $1 and c.status = 'unpaid' and s.booking_reference is not null and s.sale_date < $2::date - 10 and c.amount >= 80
      and exists (select 1 from public.bank_patterns p where p.organization_id = c.organization_id and p.vendor_id = v.id)
      and not exists (select 1 from public.commissions o where o.organization_id = c.organization_id and o.amount = c.amount and o.id <> c.id)
    order by v.id, abs(c.due_on - $2::date), c.id) o
  order by o.days, o.reference limit 2`;

const line = (id: string, day: string, amount: string, text: string) => ({ id, day, amount, text });

/**
 * What the demo's bank delivers: the last three days of two accounts. Two of three deposits are of bookings that are open, one says
 * nothing. No account where the demo is not there.
 */
export async function bridgeAccountsOf(client: Client, now: Date) {
  const { today } = createCalendar(now);
  const { rows } = await client.query<Booking>(OPEN, [DEMO_LOGINS[0]?.email, today]);
  const [first, second] = rows;
  if (!first || !second) return [];
  const [before, then, yesterday] = [addDays(today, -3), addDays(today, -2), addDays(today, -1)];
  const lines = [
    line('TRN-70411', before, '-1450.00', 'HARBOUR POINT PROPERTIES RENT'),
    line('TRN-70412', before, first.amount, `ACH CREDIT ${first.payer} COMM ${first.reference}`),
    line('TRN-70413', then, '-15.00', 'INCOMING WIRE FEE'),
    line('TRN-70414', then, '12604.37', 'WIRE IN 90533 CORAL BAY PAYABLES'),
    line('TRN-70415', yesterday, second.amount, `DIRECT DEP ${second.payer} REF ${second.reference}`),
    line('TRN-70416', yesterday, '-42.50', 'MERCHANT SERVICES MONTHLY FEE'),
  ];
  const of = { institution: 'Old Quay Credit Union', currency: 'USD' };
  return [
    { id: 'ACT-6140', name: 'Business Checking (6140)', ...of, balance: '18240.55', lines },
    { id: 'ACT-5521', name: 'Reserve Savings (5521)', ...of, balance: '25000.00', lines: [] },
  ];
}

/** The same of the database at an address, now. */
export async function bridgeAccounts(dbUrl: string) {
  const client = new Client(dbUrl);
  await client.connect();
  try {
    return await bridgeAccountsOf(client, new Date());
  } finally {
    await client.end();
  }
}
