import { randomUUID } from 'node:crypto';
import { literal, outcomes, comparableOutcome, type Outcome } from '../support/leak-scan-calls';
import { readCatalogue, type Catalogue, type Relation } from '../support/leak-scan-catalogue';
import { cell, hiddenRows, type Row } from '../support/leak-scan-requests';
import {
  createLeakScanFixture,
  fillEmptyTables,
  makeSecrets,
  type LeakScanFixture,
} from '../support/leak-scan-fixture';
import type { Person } from '../support/test-agency';

/**
 * What an agent can learn from being refused: every table of the catalogue is written to with the ids and values of rows
 * that are hidden from them. Each answer must be, to the letter, the one about a row that does not exist; and no
 * uniqueness may tell that a hidden row is there.
 */
jest.setTimeout(300_000);

let catalogue: Catalogue;
let fixture: LeakScanFixture;
const visible = new Map<string, Row[]>();
const hidden = new Map<string, Row[]>();

const tables = () => catalogue.relations.filter(({ isView }) => !isView);

async function readAll(caller: Person): Promise<void> {
  const found = await outcomes(
    caller,
    tables().map(({ name, all }) => `select to_jsonb(t) as row from (select ${all} from public.${name}) t`),
  );
  for (const [n, table] of tables().entries()) {
    const { rows } = found[n] as Extract<Outcome, { rows: unknown }>;
    const seen = Array.isArray(rows) ? (rows as { row: Row }[]).map(({ row }) => row) : [];
    visible.set(table.name, seen);
    hidden.set(table.name, await hiddenRows(table, seen));
  }
}

beforeAll(async () => {
  catalogue = await readCatalogue();
  fixture = await createLeakScanFixture();
  await fillEmptyTables(catalogue, fixture.otherAgency.organizationId);
  await makeSecrets(fixture);
  await readAll(fixture.agent);
});

/** A hidden row of the own organization, if there are any, and one of the other. */
function secrets(name: string): Row[] {
  const of = (organization: string) =>
    hidden.get(name)?.find((row) => row['organization_id'] === organization);
  return [fixture.agency.organizationId, fixture.otherAgency.organizationId].flatMap(
    (organization): Row[] => {
      const row = of(organization);
      return row ? [row] : [];
    },
  );
}

const insert = ({ name, inserts }: Relation, row: Record<string, unknown>, more = '') => {
  const columns = inserts.filter((column) => column in row).join(', ');
  return columns
    ? [
        `insert into public.${name} (${columns})
         select ${columns} from jsonb_populate_record(null::public.${name}, ${literal(row)}) ${more}`,
      ]
    : [];
};

/** Writes to a row by its key, whoever's it is. */
function touching(table: Relation, key: string): string[] {
  const { name, updates, key: [column = 'id'] = [] } = table;
  const where = `where ${column} = ${literal(key)}`;
  return [
    `delete from public.${name} ${where}`,
    `select 1 from public.${name} ${where} for update`,
    `insert into public.${name} (${column}) values (${literal(key)}) on conflict (${column}) do nothing`,
    ...updates.flatMap((one) => [
      `update public.${name} set ${one} = ${one} ${where} returning 1`,
      `update public.${name} set ${one} = null ${where}`,
    ]),
  ];
}

/** Points own rows, and new ones, at somebody else's. */
function pointing(table: Relation, column: string, id: string): string[] {
  const own = visible.get(table.name)?.[0];
  const [key = 'id'] = table.key;
  const isList = table.columns.some(({ name, type }) => name === column && type.endsWith('[]'));
  const value = isList ? [id] : id;
  return [
    ...(own && table.updates.includes(column)
      ? [
          `update public.${table.name} set ${column} = ${literal(value)} where ${key} = ${literal(cell(own[key]))}`,
        ]
      : []),
    ...(table.inserts.includes(column) ? insert(table, { ...own, [column]: value }) : []),
  ];
}

async function differing(about: string, of: (id: string) => string[], id: string): Promise<string[]> {
  const nobody = randomUUID();
  const none = new Set<string>();
  const [theirs, nobodys] = [
    await outcomes(fixture.agent, of(id)),
    await outcomes(fixture.agent, of(nobody)),
  ];
  return theirs.flatMap((outcome, n) => {
    const [one, other] = [
      comparableOutcome(outcome, none, id),
      comparableOutcome(nobodys[n] as Outcome, none, nobody),
    ];
    return one === other
      ? []
      : [`${about}: ${of(id)[n]?.slice(0, 160)}: ${one.slice(0, 300)} | ${other.slice(0, 300)}`];
  });
}

test('whoever writes to a hidden row hears what is said of a row that does not exist', async () => {
  const wrong: string[] = [];
  let attempts = 0;
  for (const table of tables()) {
    const key = table.key[0] ?? 'id';
    for (const row of secrets(table.name)) {
      attempts += 1;
      wrong.push(...(await differing(table.name, (id) => touching(table, id), cell(row[key]))));
    }
  }
  expect(attempts).toBeGreaterThan(15);
  expect(wrong).toEqual([]);
});

test('whoever points at a hidden row hears what is said of a row that does not exist', async () => {
  const wrong: string[] = [];
  let attempts = 0;
  const lists = tables().flatMap((table) =>
    table.columns
      .filter(({ type }) => type === 'uuid[]')
      .map(({ name }) => ({ from: table.name, to: 'customers', columns: [name] })),
  );
  for (const { from, to, columns } of [...catalogue.references, ...lists]) {
    const table = tables().find(({ name }) => name === from);
    const [column = ''] = columns;
    if (!table || !(table.inserts.includes(column) || table.updates.includes(column))) continue;
    const ids = [
      ...secrets(to).map((row) => cell(row['id'])),
      ...(to === 'users' ? [fixture.agency.rival.id] : []),
    ];
    for (const id of ids) {
      attempts += 1;
      wrong.push(...(await differing(`${from}.${column}`, (one) => pointing(table, column, one), id)));
    }
  }
  expect(attempts).toBeGreaterThan(3);
  expect(wrong).toEqual([]);
});

test('no uniqueness tells of a hidden row', async () => {
  const copies = tables().flatMap((table) =>
    secrets(table.name).flatMap((row) => {
      const references = catalogue.references.filter(({ from }) => from === table.name);
      const own = visible.get(table.name)?.[0] ?? {};
      const pointers = references.flatMap(({ columns: [column = ''] }) =>
        column in own ? [[column, own[column]]] : [],
      );
      return insert(table, { ...row, ...(Object.fromEntries(pointers) as Row) });
    }),
  );
  const answers = await outcomes(fixture.agent, copies);
  expect(copies.length).toBeGreaterThan(4);
  expect(
    answers.flatMap((answer, n) =>
      'code' in answer && answer.code === '23505' ? [copies[n], answer.message] : [],
    ),
  ).toEqual([]);
});
