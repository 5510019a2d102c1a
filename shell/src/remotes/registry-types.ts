import type { InferOutput } from 'valibot';
import type { registryEntry } from './registry-schema';

/** One deployed remote; what makes one stands in the schema that checks it. */
export type RegistryEntry = InferOutput<typeof registryEntry>;

/** Files of one loading step, relative to the remote's `url`. */
export type Assets = RegistryEntry['assets'];

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
