/**
 * A remote's container, as every federation plugin builds one: a script that leaves an object behind, which is given what is shared and hands out
 * modules. Part of the federation chunk.
 */
import { RemoteFailure } from './failure';
import { guard, integrityOf, recordFailedFile } from './integrity';
import { TIMEOUT } from './timeouts';

/** What is shared, by name and version. */
export type ShareScopes = Record<string, object>;

interface Container {
  init: (scope: object | undefined, initScope: object[], options: object) => unknown;
  get: (module: string) => Promise<() => unknown>;
}

/** What the federation manifest says of the container. */
interface ContainerFacts {
  /** Its file, beside the manifest. */
  readonly remoteEntry: { readonly name: string };
  /** The global variable it leaves itself in. */
  readonly globalName: string;
}

const crossOrigin = (url: string) => new URL(url).origin !== location.origin;

/** @param fresh query that keeps caches out, or nothing */
const bust = (url: string, fresh: string) => (fresh ? `${url}?${fresh}` : url);

async function factsOf(url: string): Promise<ContainerFacts> {
  try {
    const early = window.paperplaneBoot?.manifests[url];
    if (early) delete window.paperplaneBoot?.manifests[url];
    const options = { integrity: integrityOf(url), signal: AbortSignal.timeout(TIMEOUT) };
    const response = await (early ?? fetch(url, options)).catch((error: unknown) => {
      recordFailedFile(url);
      throw error;
    });
    if (!response.ok) throw new RemoteFailure('manifest', `answered ${response.status}`, response.status);
    return ((await response.json()) as { metaData: ContainerFacts }).metaData;
  } catch (error) {
    throw RemoteFailure.from('manifest', error);
  }
}

/** Runs a script. @throws Error when it does not come in time or not at all */
function runScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    guard(script, url);
    if (crossOrigin(url)) script.crossOrigin = 'anonymous';
    const end = (failure?: Error) => {
      clearTimeout(timer);
      script.remove();
      if (failure) reject(failure);
      else resolve();
    };
    const timer = setTimeout(() => end(new Error('time-out')), TIMEOUT);
    script.onload = () => end();
    script.onerror = () => end(new Error('the script could not be loaded'));
    document.head.append(script);
  });
}

/**
 * Loads a container and takes a module out of it.
 * @param module as the container names it: `./remote`
 * @param manifestUrl absolute URL of the federation manifest
 * @param fresh query that keeps caches out, for attempts after a failure
 * @param scopes what is shared with it
 * @throws RemoteFailure
 */
export async function moduleOf(
  module: string,
  manifestUrl: string,
  fresh: string,
  scopes: ShareScopes,
): Promise<unknown> {
  const facts = await factsOf(bust(manifestUrl, fresh));
  try {
    const globals = window as unknown as Record<string, Container | undefined>;
    await runScript(bust(new URL(facts.remoteEntry.name, manifestUrl).href, fresh));
    const container = globals[facts.globalName];
    if (!container) throw new Error(`it leaves no ${facts.globalName}`);
    // Containers copy what can be enumerated into their own options, where the scopes have no place.
    const options = Object.defineProperty({ version: '', shareScopeKeys: 'default' }, 'shareScopeMap', {
      value: scopes,
    });
    await container.init(scopes['default'], [], options);
    const factory = await container.get(module);
    return factory();
  } catch (error) {
    throw RemoteFailure.from('entry', error);
  }
}
