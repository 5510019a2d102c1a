import { appUpdates } from '../pwa/updates';
import { RemoteFailure } from './failure';
import { diagnoseFailedFile } from './integrity';
import { reportLoadError } from './load-errors';
import type { RegistryEntry } from './registry-types';

/** Stages at which a file of the remote may not have come. */
const LOADING: readonly RemoteFailure['stage'][] = ['manifest', 'entry', 'page'];

const ANOTHER_VERSION =
  'This part of Paperplane does not fit the version you have open. Reload the page to get the newest; if that does not help, try again in a few minutes.';

async function withItsCause(failure: RemoteFailure, remote: RegistryEntry): Promise<RemoteFailure> {
  if (!LOADING.includes(failure.stage) || failure.status > 0 || failure.hanging) return failure;
  const found = await diagnoseFailedFile(new URL(remote.url, location.href).href);
  return found ? new RemoteFailure(failure.stage, found.reason, found.status) : failure;
}

/**
 * Finds the cause of a failure and reports it to the collector. Part of the federation chunk.
 * @returns the failure, with the cause that the browser does not tell
 */
export async function diagnose(failure: RemoteFailure, remote: RegistryEntry): Promise<RemoteFailure> {
  const diagnosed = await withItsCause(failure, remote);
  void reportLoadError(remote, diagnosed);
  // A remote that is ahead of this page: a new shell is what helps, and it may be there.
  if (diagnosed.stage === 'contract') {
    diagnosed.advice = ANOTHER_VERSION;
    void appUpdates()?.look();
  }
  return diagnosed;
}
