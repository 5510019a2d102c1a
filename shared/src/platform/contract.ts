import type { LoaderFunction } from 'react-router-dom';

/** The contract number of the platform: what remotes are built against, what the shell provides. */
export interface Contract {
  readonly major: number;
  readonly minor: number;
}

/** Minor rises with every addition to the exports of platform and forms, major when a change can break a deployed remote. */
export const CONTRACT: Contract = { major: 3, minor: 1 };

/** Says why a remote built against `needs` cannot run on `provides`, or null when it can. */
export function contractProblem(needs: Contract, provides: Contract = CONTRACT): string | null {
  if (needs.major !== provides.major) {
    return `built for platform ${needs.major}.${needs.minor}, this app provides ${provides.major}.${provides.minor}`;
  }
  if (needs.minor > provides.minor) {
    return `needs platform ${needs.major}.${needs.minor}, this app provides ${provides.major}.${provides.minor}`;
  }
  return null;
}

export type Access = 'user' | 'admin';

export interface RemoteRoute {
  readonly path: `/${string}`;
  /** Key into the remote module's `pages`. */
  readonly page: string;
  readonly title: string;
  readonly access: Access;
}

export interface NavItem {
  readonly label: string;
  readonly path: `/${string}`;
  readonly access: Access;
  /** Position among all tabs, ascending. */
  readonly order: number;
}

export interface QuickAction {
  readonly label: string;
  readonly description: string;
  readonly path: `/${string}`;
  readonly icon: 'users' | 'user-plus' | 'building' | 'contact' | 'ticket';
  readonly access: Access;
  readonly order: number;
}

/** Data about a remote: known to the shell before, and without, the remote's code. */
export interface RemoteManifest {
  readonly name: `mf_${string}`;
  readonly version: string;
  readonly contract: Contract;
  readonly routes: readonly RemoteRoute[];
  readonly nav?: readonly NavItem[];
  readonly quickActions?: readonly QuickAction[];
}

/** One page of a remote: what is shown, and what starts its data while the page is still on its way ({@link LoaderFunction}, made by `pageLoader`). */
export interface RemotePage {
  default: React.ComponentType;
  loader?: LoaderFunction;
}

/** Code of a remote, exposed as `./remote`: one lazy page per route. */
export interface RemoteModule<M extends RemoteManifest = RemoteManifest> {
  pages: Record<M['routes'][number]['page'], () => Promise<RemotePage>>;
}
