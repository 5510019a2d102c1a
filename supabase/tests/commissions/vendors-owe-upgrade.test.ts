import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { newDataDir } from '../../local/tests/support/own-backend';
import { ROOT } from '../support/backend-process';
import { onDatabase, projectUntil } from '../support/upgrade';

/** A database of the first release, with receipts, recalls and due days as it kept them, after all migrations since. */

const BASELINE = '20261123155415_baseline.sql';

const ORGANIZATION = randomUUID();
const [AGENT, CUSTOMER, VENDOR, ACCOUNT, IMPORT] = Array.from({ length: 5 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
];

async function people(db: pg.Client): Promise<void> {
  await db.query(
    `insert into public.organizations (id, name, email) values ($1, 'Agency', 'office@agency.test')`,
    [ORGANIZATION],
  );
  await db.query(
    `insert into auth.users (instance_id, id, aud, role, email) values
       ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', 'agent@agency.test')`,
    [AGENT],
  );
  await db.query(
    `insert into public.users (id, organization_id, email, first_name, last_name, role)
     values ($1, $2, 'agent@agency.test', 'Ada', 'Lee', 'agent')`,
    [AGENT, ORGANIZATION],
  );
  await db.query('update public.user_terms set commission_split = 60 where user_id = $1', [AGENT]);
  await db.query(
    `insert into public.vendors (id, organization_id, name, default_commission_rate, expected_payment_days, expected_payment_basis)
     values ($1, $2, 'Blue Fleet', 10, 30, 'departure')`,
    [VENDOR, ORGANIZATION],
  );
  await db.query(
    `insert into public.customers (id, organization_id, first_name, last_name) values ($1, $2, 'Vera', 'Lind')`,
    [CUSTOMER, ORGANIZATION],
  );
  await db.query(
    `insert into public.bank_accounts (id, organization_id, name, currency) values ($1, $2, 'Operating', 'USD')`,
    [ACCOUNT, ORGANIZATION],
  );
  await db.query(
    `insert into public.bank_imports (id, organization_id, account_id, file_name, file_hash, format, total_lines, status, created_by)
     values ($1, $2, $3, 'bank.csv', $4, 'csv', 10, 'running', $5)`,
    [IMPORT, ORGANIZATION, ACCOUNT, 'a'.repeat(64), AGENT],
  );
}

/** A sale with a commission of 100, paid by the customer unless told otherwise; answers the commission. */
async function sell(db: pg.Client, reference: string, paid = true): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date,
       total_amount, commission_basis, commission_rate, created_by)
     values ($1, $2, $3, $4, $5, '2026-01-10', '2026-03-01', 1000, 'rate', 10, $4) returning id`,
    [ORGANIZATION, CUSTOMER, VENDOR, AGENT, reference],
  );
  if (paid) await db.query(`update public.sales set status = 'paid' where id = $1`, [rows[0]?.id]);
  const found = await db.query<{ id: string }>('select id from public.commissions where sales_id = $1', [
    rows[0]?.id,
  ]);
  return found.rows[0]?.id ?? '';
}

let line = 0;
/** A matched transaction as the first release wrote it: what is taken back was written off, too. */
async function transfer(db: pg.Client, commission: string, amount: number, writtenOff = 0): Promise<void> {
  const id = randomUUID();
  line += 1;
  await db.query('begin');
  await db.query(
    `insert into public.bank_transactions (id, organization_id, account_id, import_id, line_number, line_key, booked_on, amount, text, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'DEPOSIT', 'matched')`,
    [id, ORGANIZATION, ACCOUNT, IMPORT, line, `k${line}`, `2026-04-${10 + line}`, amount],
  );
  const off = amount < 0 ? -amount : writtenOff;
  await db.query(
    `insert into public.bank_allocations (organization_id, transaction_id, commission_id, amount, write_off_amount, write_off_reason)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      ORGANIZATION,
      id,
      commission,
      amount,
      off,
      amount < 0 ? 'Taken back by the vendor' : off > 0 ? 'Fee' : null,
    ],
  );
  await db.query('commit');
}

const recordReceipt = (db: pg.Client, commission: string, amount: number) =>
  db.query(
    `update public.commissions set received_on = '2026-04-01', received_amount = $2, received_how = 'word' where id = $1`,
    [commission, amount],
  );
async function payAgent(db: pg.Client, commission: string): Promise<void> {
  await db.query(
    `insert into public.agent_payments (commission_id, organization_id, agent_id, amount, payment_date, payment_method)
     values ($1, $2, $3, 60, '2026-04-02', 'check')`,
    [commission, ORGANIZATION, AGENT],
  );
  await db.query(`update public.commissions set status = 'agent_paid' where id = $1`, [commission]);
}
const leaveLater = (db: pg.Client, commission: string) =>
  db.query(
    `update public.sales set travel_date = '2026-05-01' where id = (select sales_id from public.commissions where id = $1)`,
    [commission],
  );

type Seven = [string, string, string, string, string, string, string];

// Holds commissions-25
test('what vendors paid, took back and owe is by the new rules after the upgrade', async () => {
  const home = newDataDir();
  const data = path.join(home, 'data');
  const sold: string[] = [];
  try {
    await onDatabase(projectUntil(home, BASELINE), data, async (db) => {
      await people(db);
      for (let n = 1; n <= 7; n += 1) sold.push(await sell(db, `U-${n}`, n > 1));
      const [partly, recalled, short, advanced, settled, feeless, cancelled] = sold as Seven;
      await transfer(db, partly, 50);
      await transfer(db, recalled, 100);
      await transfer(db, recalled, -40);
      await recordReceipt(db, short, 80);
      await recordReceipt(db, settled, 100);
      await transfer(db, feeless, 90, 10);
      await db.query(`update public.commissions set status = 'cancelled' where id = $1`, [cancelled]);
      await payAgent(db, advanced);
      for (const commission of [short, advanced, settled, feeless, recalled, cancelled])
        await leaveLater(db, commission);
      const dueBefore = await db.query<{ due: string }>(
        'select distinct due_on::text as due from public.commissions',
      );
      // The first release let no day follow once the customer had paid.
      expect(dueBefore.rows).toEqual([{ due: '2026-03-31' }]);
    });
    await onDatabase(ROOT, data, async (db) => {
      const [partly, recalled, short, advanced, settled, feeless, cancelled] = sold as Seven;
      const { rows } = await db.query<{ id: string }>(
        `select c.id, c.received_amount::float8 as received, c.taken_back_amount::float8 as taken_back, c.deposited_amount::float8 as deposited,
           c.written_off::float8 as written_off, c.open_amount::float8 as open, c.due_on::text as due from public.commissions c`,
      );
      const of = (id: string) => {
        const { id: _id, ...row } = rows.find((each) => each.id === id) ?? { id };
        return row;
      };
      const none = { received: null, taken_back: 0, deposited: 0, written_off: 0, due: '2026-03-31' };
      const LATER = '2026-05-31';
      expect(of(partly)).toEqual({ ...none, received: 50, deposited: 50, open: 50 });
      // What was taken back makes nothing owed again, and is written off nowhere.
      expect(of(recalled)).toEqual({ ...none, received: 100, taken_back: 40, deposited: 60, open: 0 });
      expect(of(short)).toEqual({ ...none, received: 80, open: 20, due: LATER });
      expect(of(advanced)).toEqual({ ...none, open: 100, due: LATER });
      expect(of(settled)).toEqual({ ...none, received: 100, open: 0 });
      expect(of(feeless)).toEqual({ ...none, received: 90, deposited: 90, written_off: 10, open: 0 });
      expect(of(cancelled)).toEqual({ ...none, open: 0 });

      const owed = async () => {
        const answer = await db.query<{ f: object }>('select private.owed_figures($1) as f', [ORGANIZATION]);
        return answer.rows[0]?.f;
      };
      expect(await owed()).toMatchObject({ count: 1, amount: 50, paid_short: { count: 1, amount: 50 } });
      await db.query(`update public.organizations set receipts_tracked_since = '2026-01-01' where id = $1`, [
        ORGANIZATION,
      ]);
      expect(await owed()).toMatchObject({
        count: 3,
        amount: 170,
        agents_paid: { count: 1, amount: 100, advanced: 60 },
        paid_short: { count: 2, amount: 70 },
      });
      expect(
        (await db.query('select private.proposed_tracking_day($1) as day', [ORGANIZATION])).rows,
      ).toEqual([{ day: null }]);
      await db.query(`update public.bank_imports set status = 'done' where id = $1`, [IMPORT]);
      const proposed = await db.query('select private.proposed_tracking_day($1)::text as day', [
        ORGANIZATION,
      ]);
      expect(proposed.rows).toEqual([{ day: '2026-04-11' }]);
    });
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}, 120_000);
