import fs from 'node:fs';
import path from 'node:path';
import { readSchemas } from '../../schema/schema-files';
import { arrowsUp, drawn, knots, wingOf } from '../../schema/walls';
import { ROOT } from '../support/backend-process';

const files = readSchemas(ROOT);

test('the files of a wing are listed together', () => {
  const wings = files.map(({ file }) => wingOf(file));
  expect(wings.filter((wing, at) => wing !== wings[at - 1])).toEqual([...new Set(wings)]);
});

test('architecture.md names every wing, from below to above', () => {
  const page = fs.readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = /## Wings\n([^]*?)\n## /.exec(page) ?? [];
  const named = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(
    ([, wings = '']) => wings.match(/\w+/g) ?? [],
  );
  expect(named).toEqual([...new Set(files.map(({ file }) => wingOf(file)))]);
});

test('a wing uses what is below it, and nothing above', () => {
  expect(arrowsUp(files)).toEqual({});
});

test('no more than four files use each other in a circle', () => {
  expect(knots(files).filter((knot) => knot.length > 4)).toEqual([]);
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

const BELOW = {
  file: 'sales/functions/sales.sql',
  sql: `-- As private.pay says.
create function private.sell() returns void
language sql set search_path = '' as $$
  select private.pay();
  select private.tell();
$$;
create view public.sold as select * from public.paid;
comment on view public.sold is 'See private.pay; it''s above';
`,
};
const ABOVE = {
  file: 'payouts/functions/payouts.sql',
  sql: `create function private.pay() returns void language sql as $$ select private.sell() $$;
create table public.paid (id uuid);
`,
};

test('uses are found in definitions and bodies, not in comments', () => {
  expect(arrowsUp([BELOW, ABOVE])).toEqual({ 'sales -> payouts': ['private.pay', 'public.paid'] });
  expect(knots([BELOW, ABOVE])).toEqual([[ABOVE.file, BELOW.file]]);
  const innocent = { ...BELOW, sql: BELOW.sql.replaceAll(/.*(pay|paid).*\n/g, '') };
  expect(arrowsUp([innocent, ABOVE])).toEqual({});
  expect(knots([innocent, ABOVE])).toEqual([]);
});

test('the drawing names wings, files and knots', () => {
  expect(drawn([BELOW, ABOVE])).toBe(`sales (8 lines) -> payouts
  functions/sales.sql -> nothing
payouts (2 lines) -> sales
  functions/payouts.sql -> nothing
Knots: 1
  payouts/functions/payouts.sql sales/functions/sales.sql
`);
});
