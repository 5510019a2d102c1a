import type { LoaderFunction } from 'react-router-dom';

/** The contract number of the platform: what remotes are built against, what the shell provides. */
export interface Contract {
  readonly major: number;
  readonly minor: number;
}

/** Minor rises with every addition to the exports of platform and forms, major when a change can break a deployed remote. */
export const CONTRACT: Contract = { major: 3, minor: 19 };

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
  /** What the page's `:id` names, where it has a place for the cards of other remotes: the shell loads them with the page. */
  readonly record?: RecordType;
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

/** What can be done on a page, for the search: found by its label and its words. Adds no record of its own. */
export interface FindableAction {
  readonly label: string;
  /** Other words that people look for it by. */
  readonly words?: string;
  /** The page it is done on. */
  readonly path: `/${string}`;
  readonly access: Access;
}

/** A record whose page has a place for cards. */
export type RecordType = 'sale' | 'commission' | 'customer' | 'vendor';

/** Which record a card is shown for. */
export interface RecordRef {
  readonly type: RecordType;
  readonly id: string;
}

/** A card that this remote puts on the pages of records, its own and other remotes'. */
export interface RemoteSlot {
  readonly slot: 'record';
  /** The wide column, or the narrow one beside it. */
  readonly place: 'main' | 'side';
  readonly types: readonly RecordType[];
  /** Key into the remote module's `cards`. */
  readonly card: string;
  /** The card's heading, also while it is on its way and when it does not come. */
  readonly title: string;
  readonly access: Access;
  /** Position among the cards of a place, ascending. */
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
  readonly findable?: readonly FindableAction[];
  readonly slots?: readonly RemoteSlot[];
}

/** One page of a remote: what is shown, and what starts its data while the page is still on its way ({@link LoaderFunction}, made by `pageLoader`). */
export interface RemotePage {
  default: React.ComponentType;
  loader?: LoaderFunction;
}

/** A card of a remote: what is shown, and what starts its data while the page of the record is still on its way. */
export interface RemoteCard {
  default: React.ComponentType<RecordRef>;
  /** @param search of the page's address */
  loader?: (record: RecordRef, search: URLSearchParams) => void;
}

/** The cards that a manifest names. */
export type CardName<M extends RemoteManifest> = RemoteManifest extends M
  ? string
  : M extends { slots: readonly { card: infer Card extends string }[] }
    ? Card
    : never;

/** Code of a remote, exposed as `./remote`: one lazy page per route, and one lazy card for each that its manifest names. */
export interface RemoteModule<M extends RemoteManifest = RemoteManifest> {
  pages: Record<M['routes'][number]['page'], () => Promise<RemotePage>>;
  cards?: Record<CardName<M>, () => Promise<RemoteCard>>;
}
