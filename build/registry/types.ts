import type { Contract } from '@paperplane/shared/platform';
import type { ListedEntry, RegistryEntry } from '../../shell/src/remotes/registry-types';

export type { Assets, ListedEntry, RegistryEntry } from '../../shell/src/remotes/registry-types';

/** Content of `/remotes.json`. */
export interface Registry {
  readonly remotes: readonly ListedEntry[];
}

/** SHA-256 in hex by the path of a file; what is deployed is compared with it before anybody is sent there. */
export type Hashes = Readonly<Record<string, string>>;

/** What a remote's build emits; the current pointers of all remotes make up the registry. */
export interface Pointer extends RegistryEntry {
  /** Every file of the version. */
  readonly hashes: Hashes;
}

/** What the shell's build emits. */
export interface ShellPointer {
  readonly name: 'shell';
  readonly version: string;
  /** What it provides to remotes. */
  readonly contract: Contract;
  readonly hashes: Hashes;
}

export type AnyPointer = Pointer | ShellPointer;
