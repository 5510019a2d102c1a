/** The table of routes in docs/product/platform.md, written from what the shell and the manifests of the remotes say. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RemoteManifest } from '@paperplane/shared/platform';
import type { RouteRule } from '../../shell/src/router/route-table';
import { readExports, readManifest } from '../registry/manifest';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The page that holds the table. */
export const PAGE = path.join(REPOSITORY, 'docs/product/platform.md');

/** The manifests of the repository, by the folders that have one. */
export async function readManifests(): Promise<Map<string, RemoteManifest>> {
  const folders = fs
    .readdirSync(REPOSITORY)
    .filter((folder) => fs.existsSync(path.join(REPOSITORY, folder, 'src/manifest.ts')));
  const read = folders.map(
    async (folder) => [folder, await readManifest(path.join(REPOSITORY, folder))] as const,
  );
  return new Map(await Promise.all(read));
}

/** @throws Error when the file does not export it */
export async function readRouteTable(): Promise<readonly RouteRule[]> {
  const { ROUTE_TABLE } = await readExports<{ ROUTE_TABLE: readonly RouteRule[] }>(
    path.join(REPOSITORY, 'shell/src/router/route-table.ts'),
  );
  if (!ROUTE_TABLE) throw new Error('shell/src/router/route-table.ts exports no table');
  return ROUTE_TABLE;
}

type Row = readonly [path: string, access: string, title: string, servedBy: string];

const HEAD: Row = ['path', 'access', 'title', 'served by'];

/** As the formatter would have it. */
function tableOf(rows: readonly Row[]): string {
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], filler = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(' | ')} |\n`;
  const ruler = line(['', '', '', ''], '-');
  return line(HEAD) + ruler + rows.map((row) => line(row)).join('');
}

/** The table as it is to be: the shell's pages, then those of the remotes; what only a manifest knows comes last. */
export function routesTable(
  table: readonly RouteRule[],
  manifests: ReadonlyMap<string, RemoteManifest>,
): string {
  const mounted = [...manifests].flatMap(([folder, { routes }]) =>
    routes.map((route) => ({ folder, route })),
  );
  const servedBy = ({ path: at, own }: RouteRule): string =>
    own ? 'shell' : (mounted.find(({ route }) => route.path === at)?.folder ?? 'nobody');
  const known = table.map((rule): Row => {
    return [`\`${rule.path}\``, rule.access, rule.title || '(none)', servedBy(rule)];
  });
  const others = mounted
    .filter(({ route }) => table.every((rule) => rule.path !== route.path))
    .map(({ folder, route }): Row => [`\`${route.path}\``, route.access, route.title, folder]);
  return tableOf([...known, ...others]);
}

/** Puts the table in the place of the one under its heading. */
export function withTable(page: string, table: string): string {
  const [start, end] = [page.indexOf('### Routes\n'), page.indexOf('### Navigation guard\n')];
  const section = page.slice(start, end).replace(/(^\|.*\n)+/m, () => table);
  return page.slice(0, start) + section + page.slice(end);
}
