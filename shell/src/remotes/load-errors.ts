/**
 * Tells the installation's collector of a remote that did not load, so that a bad deployment can be switched back before anybody calls
 * (`npm run remotes -- watch`). Part of the federation chunk.
 */
import { ERROR_MESSAGES } from '@paperplane/shared/domain';
import type { RemoteFailure } from './failure';
import type { RegistryEntry } from './registry-types';

/** All that is sent. No user, no address, no query, no text that comes from somewhere else. */
export interface LoadError {
  remote: string;
  version: string;
  stage: RemoteFailure['stage'];
  reason: string;
}

/** The reason, from a fixed list: an error's own message may quote a user's data. */
function reasonOf(failure: RemoteFailure): string {
  if (failure.stage === 'render') return 'broke while it was shown';
  if (failure.stage === 'contract' || failure.status > 0 || failure.hanging) return failure.reason;
  return failure.userMessage === ERROR_MESSAGES.NETWORK ? 'did not arrive' : 'broke while it was loaded';
}

const sent = new Set<string>();

/** The collector's address in `config.json`, empty for none. Read on demand, because it is rarely needed. */
async function collector(request: typeof fetch): Promise<string> {
  const { loadErrorsUrl } = (await (await request('/config.json')).json()) as { loadErrorsUrl?: unknown };
  return typeof loadErrorsUrl === 'string' ? loadErrorsUrl : '';
}

/** Reports a failure, the first of its kind on this page; not one caused by a missing network. A report that cannot be sent is dropped. */
export async function reportLoadError(
  { name, version }: Pick<RegistryEntry, 'name' | 'version'>,
  failure: RemoteFailure,
  request: typeof fetch = fetch,
): Promise<void> {
  const key = `${name} ${version} ${failure.stage}`;
  if (sent.has(key) || !navigator.onLine) return;
  sent.add(key);
  const report: LoadError = { remote: name, version, stage: failure.stage, reason: reasonOf(failure) };
  try {
    const url = await collector(request);
    if (!url) return;
    await request(url, {
      method: 'POST',
      // Plain text without an answer: the collector may lie anywhere and needs to know nothing of CORS.
      mode: 'no-cors',
      body: JSON.stringify(report),
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      priority: 'low',
    });
  } catch {
    // The network, or the collector, is down.
  }
}
