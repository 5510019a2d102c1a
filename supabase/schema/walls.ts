/**
 * Who uses whom in the database's schema, read from definitions and bodies: among its wings (`supabase/schemas/<wing>`) and among their
 * files. A wing uses those that `config.toml` lists before it, and none above: the one above listens to its tables, or asks it.
 */
import { alg, Graph } from '@dagrejs/graphlib';
import { defines, statements, withoutComments } from './statements.mjs';

export interface SchemaFile {
  /** By wing: `sales/functions/history.sql`. */
  file: string;
  sql: string;
}

/** A name that one file uses and another one defines. */
export interface Use {
  from: string;
  to: string;
  name: string;
}

/** The names of the schema that a text has, each once. */
export const namesIn = (text: string) => [...new Set(text.match(/\b(?:public|private)\.\w+/g))];

export const wingOf = (file: string) => file.split('/')[0] ?? '';

/** The wings, in the order of their files. */
export const wingsOf = (files: SchemaFile[]) => [...new Set(files.map(({ file }) => wingOf(file)))];

/** The file that defines a function, table, view or type, by its name: `private.audit`. */
export const homesOf = (files: SchemaFile[]) =>
  new Map(
    files.flatMap(({ file, sql }) =>
      statements(withoutComments(sql)).flatMap((statement) => {
        const name = defines(statement);
        return name === undefined ? [] : [[name, file] as const];
      }),
    ),
  );

/** @returns each name that a file takes from another one, once */
export function usesOf(files: SchemaFile[]): Use[] {
  const homes = homesOf(files);
  return files.flatMap(({ file, sql }) =>
    namesIn(withoutComments(sql)).flatMap((name) => {
      const to = homes.get(name);
      return to === undefined || to === file ? [] : [{ from: file, to, name }];
    }),
  );
}

/**
 * @param files all of the schema, in the order of `config.toml`
 * @returns what of a wing above is named by a wing below: `sales -> payouts` and the names, sorted
 */
export function arrowsUp(files: SchemaFile[]): Record<string, string[]> {
  const wings = wingsOf(files);
  const arrows: Record<string, string[]> = {};
  for (const { from, to, name } of usesOf(files)) {
    if (wings.indexOf(wingOf(to)) <= wings.indexOf(wingOf(from))) continue;
    const arrow = `${wingOf(from)} -> ${wingOf(to)}`;
    arrows[arrow] = [...new Set([...(arrows[arrow] ?? []), name])].sort();
  }
  return arrows;
}

/** @returns files that all use each other, directly or through others; the largest knot first */
export function knots(files: SchemaFile[]): string[][] {
  const graph = new Graph();
  for (const { from, to } of usesOf(files)) graph.setEdge(from, to);
  return alg
    .tarjan(graph)
    .filter((part) => part.length > 1)
    .map((part) => part.sort())
    .sort((a, b) => b.length - a.length);
}

/** @returns the graph as text: each wing with those it uses, each file with those of its wing that it uses, and the knots */
export function drawn(files: SchemaFile[]): string {
  const uses = usesOf(files);
  const targets = (used: Use[], name: (file: string) => string) =>
    [...new Set(used.map(({ to }) => name(to)))].sort().join(', ') || 'nothing';
  const wings = wingsOf(files).map((wing) => {
    const own = files.filter(({ file }) => wingOf(file) === wing);
    const lines = own.reduce((sum, { sql }) => sum + sql.split('\n').length - 1, 0);
    const ofOthers = uses.filter(({ from, to }) => wingOf(from) === wing && wingOf(to) !== wing);
    const within = own.map(({ file }) => {
      const used = uses.filter(({ from, to }) => from === file && wingOf(to) === wing);
      return `  ${file.slice(wing.length + 1)} -> ${targets(used, (to) => to.slice(wing.length + 1))}`;
    });
    return [`${wing} (${lines} lines) -> ${targets(ofOthers, wingOf)}`, ...within].join('\n');
  });
  const tied = knots(files).map((knot) => `  ${knot.join(' ')}`);
  return `${[...wings, `Knots: ${tied.length}`, ...tied].join('\n')}\n`;
}
