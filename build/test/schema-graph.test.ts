import fs from 'node:fs';
import path from 'node:path';
import { statements, subject } from '../../supabase/schema/statements.mjs';
import { reach, touched } from './schema-graph.mjs';

const FOLDER = path.join(__dirname, '../../supabase/schemas');
const files = fs
  .readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.sql'))
  .map((file) => fs.readFileSync(path.join(FOLDER, file), 'utf8'));

const TABLE = `create table public.boats (id uuid primary key);
alter table public.boats enable row level security;
`;
const POLICY = `create policy boats_read on public.boats
  for select to authenticated using (private.may_sail(id));
`;
const FUNCTION = `create function private.may_sail(boat uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  select true;
  return true;
end $$;
`;

test('a statement is a part of the function, table or view it makes or changes', () => {
  expect(statements(TABLE + POLICY + FUNCTION).map(subject)).toEqual(['boats', 'boats', 'boats', 'may_sail']);
  expect(
    [
      'create or replace view public."fleet" as',
      'create unique index a_idx on public.boats (id)',
      'do $$',
    ].map(subject),
  ).toEqual(['fleet', 'boats', undefined]);
});

test('what differs is named, added and taken away alike; the order of statements is no difference', () => {
  const changed = FUNCTION.replace('select true', 'select false');
  expect([...touched(TABLE + FUNCTION, TABLE + changed)]).toEqual(['may_sail']);
  expect([...touched(TABLE + POLICY, TABLE)]).toEqual(['boats']);
  expect([...touched(FUNCTION + TABLE, TABLE + FUNCTION)]).toEqual([]);
});

test('it reaches what uses it, then what uses that, and nothing twice', () => {
  const list = 'create function public.list_boats() returns json as $$ select from boats $$;\n';
  expect(reach([TABLE + POLICY, FUNCTION, list], new Set(['may_sail'])).map((level) => [...level])).toEqual([
    ['may_sail'],
    ['boats'],
    ['list_boats'],
  ]);
});

test('in the schema, every statement has a subject but what belongs to no table, and a day of booking reaches the reports', () => {
  const all = files.flatMap(statements).filter((text) => /^create/i.test(text));
  const without = all.filter((text) => subject(text) === undefined);
  expect(without.filter((text) => !/^create (extension|schema)/i.test(text))).toEqual([]);
  const levels = reach(files, new Set(['booking_day']));
  expect(levels[1]).toContain('post_receipt');
});
