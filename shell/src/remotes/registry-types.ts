import type { RemoteManifest } from '@paperplane/shared/platform';

/** Files of one loading step, relative to the remote's `url`. */
export interface Assets {
  readonly js: readonly string[];
  readonly css: readonly string[];
}

/** One deployed remote, as `/remotes.json` lists it: its manifest, where its version lies and what it is made of. */
export interface RegistryEntry extends RemoteManifest {
  /** The immutable folder of this version, with a slash at its end; a path on this origin or an absolute URL. */
  readonly url: string;
  /** The federation manifest, relative to `url`. */
  readonly entry: string;
  /** What every page needs: container and exposed module. */
  readonly assets: Assets;
  /** What one page needs on top, by the page's name. */
  readonly pages: Readonly<Record<string, Assets>>;
  /** What one card needs on top, by the card's name. None in releases from before there were slots. */
  readonly cards?: Readonly<Record<string, Assets>>;
  /** What the files must hash to, by their paths, as browsers take it (`sha256-…`). None in releases that could not be checked yet. */
  readonly integrity?: Readonly<Record<string, string>>;
}

/** An entry of `/remotes.json`, which may have another version for some browsers. */
export interface ListedEntry extends RegistryEntry {
  readonly staged?: { readonly percent: number; readonly entry: RegistryEntry };
}

/** What one browser loads: of each remote the version that is meant for it. */
export interface Registry {
  readonly remotes: readonly RegistryEntry[];
}

/** What the boot script started before the app's own code had arrived. */
export interface Boot {
  registry: Promise<Registry>;
  /** Of an entry of `/remotes.json`, the version for this browser; what makes no sense is handed through. */
  choose: (entry: unknown) => unknown;
  /** Manifest requests under way, by absolute URL; each is used once. */
  manifests: Record<string, Promise<Response> | undefined>;
}

declare global {
  interface Window {
    paperplaneBoot?: Boot;
  }
}
