/**
 * What the federation runtime does with this app's rules, by its own hooks: hashes, time-outs, another origin, another attempt, and failures that
 * say their stage. Part of the federation chunk.
 */
import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import { RemoteFailure } from './failure';
import { addressOf, integrityOf, recordFailedFile } from './integrity';
import { TIMEOUT } from './timeouts';

/** Gives an element its address, and what the browser is to check. */
function expectFile(element: HTMLScriptElement | HTMLLinkElement, url: string): void {
  element.integrity = integrityOf(url);
  if (new URL(url, location.href).origin !== location.origin) element.crossOrigin = 'anonymous';
  element.addEventListener('error', () => {
    recordFailedFile(url);
    // A stylesheet that is there counts as loaded.
    element.remove();
  });
  if (element instanceof HTMLLinkElement) element.href = addressOf(url);
  else element.src = addressOf(url);
}

/** The runtime's messages quote its options and a web page; what happened stands at their end. */
function firstCause(error: unknown): unknown {
  const [, original] = /Original Error Message:\s*(.*)/s.exec(String((error as Error).message)) ?? [];
  return original ? new Error(original) : error;
}

export const remoteFiles: ModuleFederationRuntimePlugin = {
  name: 'paperplane-files',

  async fetch(url) {
    const early = window.paperplaneBoot?.manifests[url];
    if (early) delete window.paperplaneBoot?.manifests[url];
    const options = { integrity: integrityOf(url), signal: AbortSignal.timeout(TIMEOUT) };
    const response = await (early ?? fetch(url, options)).catch((error: unknown) => {
      recordFailedFile(url);
      throw error;
    });
    if (!response.ok) throw new RemoteFailure('manifest', `answered ${response.status}`, response.status);
    return response;
  },

  createScript({ url }) {
    const script = document.createElement('script');
    expectFile(script, url);
    return { script, timeout: TIMEOUT };
  },

  createLink({ url, attrs = {} }) {
    const link = document.createElement('link');
    for (const [name, value] of Object.entries(attrs)) link.setAttribute(name, String(value));
    expectFile(link, url);
    return link;
  },

  /** Takes the place of the runtime's own error. */
  errorLoadRemote({ lifecycle, error }) {
    const stage = lifecycle === 'afterResolve' ? 'manifest' : 'entry';
    const failure = RemoteFailure.from(stage, firstCause(error));
    // On its way through the runtime an error gets the runtime's name put before its message.
    failure.message = `${failure.stage}: ${failure.reason}`;
    throw failure;
  },
};
