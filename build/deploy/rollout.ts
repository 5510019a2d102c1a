/** Rollback, stage, promote. Each changes one pointer; `publish` makes it visible. */
import type { AnyPointer, Pointer, ShellPointer } from '../registry/types';
import { assemble } from './assemble';
import { remoteProblem, shellProblem } from './contract-check';
import { findRemote } from './deploy-remote';
import { findShell, settleShell } from './deploy-shell';
import { changeState, readState, switched, type Cause, type State } from './state';
import type { Storage } from './storage';

export interface RolloutOptions {
  readonly by?: Cause;
  /** Only while this version is current: another deployment may have replaced it meanwhile. */
  readonly from?: string;
  /** Go on although the target would refuse it. */
  readonly breakContract?: boolean;
}

/** Makes visible what the pointers say: the registry, and the shell's page. Finishes as well what a crash has left half done. */
export async function publish(storage: Storage): Promise<void> {
  await assemble(storage);
  await settleShell(storage);
}

const unless = (options: RolloutOptions, problem: string | null) => {
  if (problem && !options.breakContract)
    throw new Error(`${problem}. --break-contract goes on all the same.`);
};

const earlier = (name: string, { before }: { before: readonly string[] }): string => {
  const version = before.at(-1);
  if (!version) throw new Error(`${name} has no earlier version to go back to`);
  return version;
};

async function rollBackShell(storage: Storage, version: string, options: RolloutOptions): Promise<string> {
  const pointer = await findShell(storage, version);
  unless(options, await shellProblem(storage, pointer));
  await changeState<ShellPointer>(storage, 'shell', (state) =>
    switched(state, pointer, options.by ?? 'rollback'),
  );
  return version;
}

/**
 * Switches back to a version that was deployed before; what is staged is staged no longer.
 * @param name of a remote, or `shell`
 * @param version without, the one that was current before
 * @returns the version that is current now
 * @throws Error when it was never here, is damaged, or the target would refuse it
 */
export async function rollBack(
  storage: Storage,
  name: string,
  version?: string,
  options: RolloutOptions = {},
): Promise<string> {
  const state: State<AnyPointer> | null = await readState<AnyPointer>(storage, name);
  if (!state) throw new Error(`${name} is not deployed here`);
  if (options.from && state.current.version !== options.from) return state.current.version;
  const wanted = version ?? earlier(name, state);
  if (name === 'shell') return rollBackShell(storage, wanted, options);
  const pointer = await findRemote(storage, name, wanted);
  unless(options, await remoteProblem(storage, pointer));
  await changeState<Pointer>(storage, name, (now) =>
    options.from && now?.current.version !== options.from
      ? null
      : switched(now, pointer, options.by ?? 'rollback'),
  );
  return wanted;
}

/**
 * Gives a version to some browsers only; each stays with what it got, and keeps it when the share grows.
 * @param percent 0 to 100; 0 takes it away from all of them
 * @throws Error when it was never uploaded, is damaged, or the target's shell would refuse it
 */
export async function stage(
  storage: Storage,
  name: string,
  version: string,
  percent: number,
  options: RolloutOptions = {},
): Promise<void> {
  if (!(percent >= 0 && percent <= 100)) throw new Error('--percent is a number from 0 to 100');
  if (name === 'shell') throw new Error('The shell is one page for everybody: only remotes can be staged');
  const pointer = await findRemote(storage, name, version);
  unless(options, await remoteProblem(storage, pointer));
  await changeState<Pointer>(storage, name, (state) => {
    if (!state) throw new Error(`${name} has no current version yet: deploy it to everybody first`);
    if (state.current.version === version) throw new Error(`${name} ${version} is current already`);
    const { staged, ...rest } = state;
    if (percent === 0) return rest;
    const since = staged?.pointer.version === version ? staged.since : new Date().toISOString();
    return { ...rest, staged: { pointer, percent, since } };
  });
}

/** Takes the staged version away from the browsers that have it. @param version only while it is this one */
export async function unstage(storage: Storage, name: string, version?: string): Promise<void> {
  await changeState<Pointer>(storage, name, (state) => {
    if (!state?.staged || (version && state.staged.pointer.version !== version)) return null;
    const { staged: _staged, ...rest } = state;
    return rest;
  });
}

/** Makes the staged version current for everybody. @returns that version @throws Error when nothing is staged */
export async function promote(storage: Storage, name: string): Promise<string> {
  let promoted = '';
  await changeState<Pointer>(storage, name, (state) => {
    if (!state?.staged) throw new Error(`${name} has nothing staged`);
    promoted = state.staged.pointer.version;
    return switched(state, state.staged.pointer, 'promote');
  });
  return promoted;
}
