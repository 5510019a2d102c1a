import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import {
  migrate,
  readMigrationVersions,
  type ScratchDatabase,
  silentLog,
  withClient,
} from '../../local/src/index';
import { loadData, readData, unpackData, type KeptData } from '../../release/kept-data';
import { renderMap } from '../../schema/map';
import { readSchemas } from '../../schema/schema-files';
import { declared, migrated, withDatabases } from '../../schema/states';
import { ROOT } from '../support/backend-process';
import type { Sql } from '../support/database';
import { proveHistories, proveNotes } from '../support/facts-in-words';
import { projectUntil } from '../support/upgrade';

/** What migrations since the last release change on purpose: columns by table, `*` for rows that come or go. */
const CHANGED: Record<string, string[]> = {
  'public.users': ['email'],
  // One for what banks' connections keep comes; those that were there are looked at below.
  'private.secrets': ['*'],
  // So does one for mails.
  'storage.buckets': ['*'],
  // Cancelled sales are counted, too: whoever sold a customer nothing else gets a row. What all rows say is looked at below.
  'private.customer_totals_by_agent': ['*'],
  // Lines have their customers' names; what else they say is looked at below.
  'public.payout_statements': ['content'],
  // A hold is of a share.
  'public.payout_holds': ['commission_id'],
  // Read anew, as texts of banks are read better.
  'public.bank_transactions': ['payer_key', 'matching_due', 'updated_at'],
  'public.vendors': [
    'notes',
    'contacts',
    'account_number',
    'expected_payment_days',
    'expected_payment_basis',
  ],
};

const OWNER = 'owner@demo.paperplane.test';

/** What the owner of the demo's first agency is answered on the pages with the most figures. */
async function figures(db: pg.Client): Promise<unknown> {
  const { rows } = await db.query<{ id: string }>('select id from auth.users where email = $1', [OWNER]);
  const id = rows[0]?.id;
  await db.query('begin');
  try {
    const session = await db.query<{ id: string }>(
      `insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1) returning id`,
      [id],
    );
    await db.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ role: 'authenticated', sub: id, session_id: session.rows[0]?.id }),
    ]);
    await db.query('set local role authenticated');
    const answers = await db.query(
      `select public.get_commission_stats() as stats, public.get_sales_by_status() as by_status, public.get_top_vendors() as vendors,
         public.list_sales() as sales, public.list_commissions() as commissions, public.list_payouts() as payouts`,
    );
    return answers.rows[0];
  } finally {
    await db.query('rollback');
  }
}

/** The rows of `after` as `before` had them: its columns, without what changes on purpose. */
const comparable = ({ tables }: KeptData, before: KeptData): KeptData['tables'] =>
  Object.fromEntries(
    Object.entries(before.tables).flatMap(([table, columns]) => {
      const changed = CHANGED[table] ?? [];
      if (changed.includes('*')) return [];
      const kept = Object.keys(columns).filter((column) => !changed.includes(column));
      return [[table, Object.fromEntries(kept.map((column) => [column, tables[table]?.[column] ?? []]))]];
    }),
  );

/** The catalogue by its map; a column that came later stands last in a table that was there. */
const mapOf = async (db: pg.Client): Promise<string[]> =>
  (await renderMap(db, readSchemas(ROOT))).split('\n').map((line) =>
    line.startsWith('- Columns: ')
      ? line
          .split(/: |, (?=`)/)
          .sort()
          .join()
      : line,
  );

let home: string;
let released: KeptData;

beforeAll(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-upgrade-'));
  released = unpackData(fs.readFileSync(path.join(ROOT, 'supabase/release/previous.data')));
});

afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

/** The database as the last release left it, with the demo's data. */
async function asReleased(): Promise<ScratchDatabase> {
  const database = await migrated(projectUntil(home, `${released.migration}_z`));
  await withClient(database.adminUrl, (db) => loadData(db, released));
  return database;
}

test('the database of the last release is upgraded: every row stays, figures too, and it is what the schema files describe', async () => {
  expect(readMigrationVersions(ROOT)).toContain(released.migration);
  await withDatabases([asReleased(), declared(ROOT)], async (database, wanted) => {
    const before = await withClient(database.adminUrl, async (db) => ({
      data: await readData(db, released.migration),
      figures: await figures(db),
    }));
    expect(Object.values(before.data.tables['public.sales'] ?? {})[0]?.length).toBeGreaterThan(3000);

    await withClient(database.url, (db) => migrate(db, ROOT, silentLog));

    const after = await withClient(database.adminUrl, async (db) => ({
      data: await readData(db, released.migration),
      figures: await figures(db),
    }));
    const [kept, had] = [comparable(after.data, before.data), comparable(before.data, before.data)];
    const lost = Object.keys(had).filter(
      (table) => JSON.stringify(kept[table]) !== JSON.stringify(had[table]),
    );
    expect(lost).toEqual([]);
    expect(
      await withClient(
        database.adminUrl,
        async (db) => (await db.query('select * from private.check_customer_totals()')).rows,
      ),
    ).toEqual([]);
    // What stands beside its table now, row by row.
    const pairs = (ids: unknown[] = [], values: unknown[] = []) =>
      ids.map((id, at) => `${String(id)} ${JSON.stringify(values[at])}`).sort();
    for (const [was, is, key] of [
      ['public.users', 'public.user_emails', 'user_id'],
      ['public.vendors', 'public.vendor_terms', 'vendor_id'],
    ] as const)
      for (const column of CHANGED[was] ?? []) {
        const [left, moved] = [before.data.tables[was], after.data.tables[is]];
        expect([column, pairs(moved?.[key], moved?.[column])]).toEqual([
          column,
          pairs(left?.['id'], left?.[column]),
        ]);
      }
    const inOrder = (_key: string, value: unknown) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value;
    interface Content {
      lines: { customer?: string | null; customer_id?: string | null; booking_reference: string | null }[];
    }
    const contentsOf = ({ tables }: KeptData) =>
      (tables['public.payout_statements']?.['content'] ?? []).map(
        (content) => (typeof content === 'string' ? JSON.parse(content) : content) as Content,
      );
    const linesOf = (data: KeptData) => contentsOf(data).flatMap(({ lines }) => lines);
    const named = linesOf(after.data).filter((line) => line.booking_reference);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((line) => !line.customer || !line.customer_id)).toEqual([]);
    const unnamed = (data: KeptData) =>
      contentsOf(data)
        .map((content) => ({
          ...content,
          lines: content.lines.map((line) => ({ ...line, customer: null, customer_id: null })),
        }))
        .map((content) => JSON.stringify(content, inOrder))
        .sort();
    expect(unnamed(after.data)).toEqual(unnamed(before.data));
    const keysOf = ({ tables }: KeptData) =>
      pairs(tables['private.secrets']?.['name'], tables['private.secrets']?.['value']);
    expect(keysOf(after.data).filter((key) => !key.startsWith('bank_connection_key '))).toEqual(
      keysOf(before.data),
    );
    expect(keysOf(before.data)).not.toEqual([]);
    const bucketsOf = ({ tables }: KeptData) => {
      const { id = [], allowed_mime_types: types } = tables['storage.buckets'] ?? {};
      return pairs(id, types);
    };
    expect(bucketsOf(after.data).filter((bucket) => !bucket.startsWith('mail '))).toEqual(
      bucketsOf(before.data),
    );
    expect(bucketsOf(before.data)).not.toEqual([]);
    expect(after.figures).toEqual(before.figures);
    // What was encrypted can be read with the key it has now.
    await withClient(database.adminUrl, async (db) => {
      const { rows } = await db.query<{ number: string }>(
        `select private.unseal('passport_key', p.number_encrypted) as number from private.passports p`,
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { number } of rows) expect(number).toMatch(/^[A-Z0-9]{5,}$/);
    });
    // What was written before there were codes has them now, and their words are its text.
    await withClient(database.adminUrl, async (db) => {
      const ask: Sql = async (statement, values = []) => (await db.query(statement, values)).rows;
      await proveHistories(ask);
      await proveNotes(ask);
    });
    const upgraded = await withClient(database.adminUrl, mapOf);
    expect(upgraded).toEqual(await withClient(wanted.adminUrl, mapOf));
  });
}, 120_000);
