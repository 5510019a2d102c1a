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
}

export interface Registry {
  readonly remotes: readonly RegistryEntry[];
}

/** What the boot script started before the app's own code had arrived. */
export interface Boot {
  registry: Promise<Registry>;
  /** Manifest requests under way, by absolute URL; each is used once. */
  manifests: Record<string, Promise<Response> | undefined>;
}

declare global {
  interface Window {
    paperplaneBoot?: Boot;
  }
}
