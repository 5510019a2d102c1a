import type { RegistryEntry } from '../../shell/src/remotes/registry-types';

export type { Assets, Registry, RegistryEntry } from '../../shell/src/remotes/registry-types';

/** What a remote's build emits; the current pointers of all remotes make up the registry. */
export interface Pointer extends RegistryEntry {
  /** SHA-256 of every file of the version, so that a half-finished upload is noticed before anyone loads it. */
  readonly hashes: Readonly<Record<string, string>>;
}
