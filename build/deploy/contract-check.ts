/** Checks, before a version becomes current, that its contract fits what is deployed at the target. */
import { contractProblem } from '../../shared/src/platform/contract';
import type { Pointer, ShellPointer } from '../registry/types';
import { allStates } from './assemble';
import { readState } from './state';
import type { Storage } from './storage';

/** A remote needs a contract that the target's shell provides; a target without a shell accepts every remote. */
export async function remoteProblem(storage: Storage, pointer: Pointer): Promise<string | null> {
  const shell = await readState<ShellPointer>(storage, 'shell');
  const problem = shell && contractProblem(pointer.contract, shell.current.contract);
  return problem
    ? `${pointer.name} ${pointer.version} is ${problem}: deploy a shell that does first (${storage.name} has ${shell.current.version})`
    : null;
}

/** A shell has to provide what these remotes need. */
export function setProblem(shell: ShellPointer, remotes: readonly Pointer[]): string | null {
  const problems = remotes.flatMap(({ name, version, contract }) => {
    const problem = contractProblem(contract, shell.contract);
    return problem ? [`${name} ${version} is ${problem}`] : [];
  });
  return problems.length > 0
    ? `The shell ${shell.version} would refuse ${problems.length > 1 ? 'remotes' : 'a remote'}: ${problems.join('; ')}`
    : null;
}

/** The same for the remotes of the target, staged ones too. */
export async function shellProblem(storage: Storage, shell: ShellPointer): Promise<string | null> {
  const states = await allStates(storage);
  return setProblem(
    shell,
    states.flatMap(({ current, staged }) => [current, ...(staged ? [staged.pointer] : [])]),
  );
}
