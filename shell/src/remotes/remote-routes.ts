import type { Access, RecordType } from '@paperplane/shared/platform';
import type { Registry } from './registry-types';
import { SECTIONS } from './sections';

/** One line of the route table that a remote fills. */
export interface MountedRoute {
  readonly path: `/${string}`;
  readonly access: Access;
  readonly title: string;
  readonly remote: string;
  /** Page of the remote; null where only the section is known, because its remote is not in the registry. */
  readonly page: string | null;
  /** Whose cards the page has a place for. */
  readonly record?: RecordType | undefined;
}

/**
 * The remotes' part of the route table. Sections whose remote is not in the registry, and all of them when there is none, keep a
 * route: their addresses show the failure page with "Try again", not "not found".
 * @param registry what `/remotes.json` said, or null when it could not be read
 */
export function remoteRoutes(registry: Registry | null): MountedRoute[] {
  const remotes = registry?.remotes ?? [];
  const mounted: MountedRoute[] = remotes.flatMap((remote) =>
    remote.routes.map(({ path, page, title, access, record }) => ({
      path,
      page,
      title,
      access,
      record,
      remote: remote.name,
    })),
  );
  const missing = SECTIONS.filter(({ remote }) => remotes.every(({ name }) => name !== remote));
  const placeholders = missing.map(({ prefix, remote, label, access }): MountedRoute => ({
    path: `${prefix}/*`,
    access,
    title: label,
    remote,
    page: null,
  }));
  return [...mounted, ...placeholders];
}
