import fs from 'node:fs';
import path from 'node:path';
import { schemaFiles } from '../../schema/schema-files';
import { arrowsUp, wingOf } from '../../schema/walls';

const ROOT = path.resolve(__dirname, '../../..');
const SCHEMAS = path.join(ROOT, 'supabase/schemas');
const files = schemaFiles(ROOT).map((file) => ({
  file: path.relative(SCHEMAS, file),
  sql: fs.readFileSync(file, 'utf8'),
}));

test('the files of a wing are listed together', () => {
  const wings = files.map(({ file }) => wingOf(file));
  expect(wings.filter((wing, at) => wing !== wings[at - 1])).toEqual([...new Set(wings)]);
});

test('a wing uses what is below it, and nothing above', () => {
  expect(arrowsUp(files)).toEqual({});
});

/** PostgreSQL fires by kind, then by name. */
const FIRES = ['before statement', 'before row', 'after row', 'after statement'];

test('tables and triggers have their file in a wing; there a table’s triggers stand together, in the order they fire', () => {
  for (const { file, sql } of files) {
    const [, name] = file.split(/\/(?=[^/]*$)/);
    if (name !== 'tables.sql')
      expect([file, sql.match(/^create (?:unlogged )?table/m)]).toEqual([file, null]);
    const triggers = [
      ...sql.matchAll(
        /^create (?:constraint )?trigger (\w+)\s+(before|after)[^;]*?\son ([\w.]+)[^;]*?for each (row|statement)/gm,
      ),
    ].map(([, trigger = '', time = '', table = '', level = '']) => ({
      table,
      fires: `${FIRES.indexOf(`${time} ${level}`)} ${trigger}`,
    }));
    if (name !== 'triggers.sql') {
      expect([file, triggers]).toEqual([file, []]);
      continue;
    }
    const tables = [...new Set(triggers.map(({ table }) => table))];
    const inOrder = tables.flatMap((table) =>
      triggers.filter((trigger) => trigger.table === table).sort((a, b) => (a.fires < b.fires ? -1 : 1)),
    );
    expect([file, triggers]).toEqual([file, inOrder]);
    expect(triggers).toHaveLength(sql.match(/^create (?:constraint )?trigger/gm)?.length ?? 0);
  }
});

test('uses are found in definitions and bodies, not in comments', () => {
  const below = `-- As private.pay says.
create function private.sell() returns void
language sql set search_path = '' as $$
  select private.pay();
  select private.tell();
$$;
create view public.sold as select * from public.paid;
comment on view public.sold is 'See private.pay';
`;
  const above = `create function private.pay() returns void language sql as $$ select private.sell() $$;
create table public.paid (id uuid);
`;
  expect(
    arrowsUp([
      { file: 'sales/sales.sql', sql: below },
      { file: 'payouts/payouts.sql', sql: above },
    ]),
  ).toEqual({ 'sales -> payouts': ['private.pay', 'public.paid'] });
});
