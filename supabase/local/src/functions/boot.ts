/**
 * Runs in Deno, in front of one function: `Deno.serve` listens where the backend can find it and answers nobody else, and the
 * process ends with the backend. Imports nothing, because a function may not read this folder.
 * Arguments: address of the function's module.
 */

type Serving = (request: Request, info: unknown) => Response | Promise<Response>;

interface ServeOptions {
  handler?: Serving;
  onError?: unknown;
}

interface Runtime {
  args: string[];
  env: { get(name: string): string | undefined; delete(name: string): void };
  stdin: { readable: ReadableStream<Uint8Array> };
  exit(code: number): never;
  serve(options: object, handler: Serving): unknown;
}

const scope = globalThis as unknown as { Deno: Runtime & Record<string, unknown>; EdgeRuntime: unknown };
const runtime = scope.Deno;
const serve = runtime.serve.bind(runtime);
const exit = runtime.exit.bind(runtime);
const print = console.log.bind(console);

const HEADER = 'x-local-functions-token';
const token = runtime.env.get('LOCAL_FUNCTIONS_TOKEN');
runtime.env.delete('LOCAL_FUNCTIONS_TOKEN');

/** Without what only the backend and this file know. */
function cleaned(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete(HEADER);
  return new Request(request, { headers });
}

/** Longest wait for a module that waits for something itself and serves meanwhile. */
const LOADING_MS = 1000;
let isServing = false;
let isLoaded = false;

/** Says where the function listens, once: not before its module has run, since what fails behind Deno.serve has not started. */
function announce(port: number): void {
  let isSaid = false;
  const say = () => {
    if (!isSaid) print(`${token} ${port}`);
    isSaid = true;
  };
  if (isLoaded) return say();
  loading.then(say, () => undefined);
  setTimeout(say, LOADING_MS);
}

function serveForBackend(...given: unknown[]): unknown {
  const options = given.find((item): item is ServeOptions => typeof item === 'object' && item !== null);
  const handler = (given.find((item) => typeof item === 'function') ?? options?.handler) as Serving;
  isServing = true;
  return serve(
    {
      hostname: '127.0.0.1',
      port: 0,
      onError: options?.onError,
      onListen: ({ port }: { port: number }) => announce(port),
    },
    (request, info) =>
      request.headers.get(HEADER) === token
        ? handler(cleaned(request), info)
        : new Response(null, { status: 403 }),
  );
}

Object.defineProperty(runtime, 'serve', { value: serveForBackend });
/** Hosted ends a worker when nothing goes on any more; here it stays, so that work only must not end it when it fails. */
scope.EdgeRuntime = {
  waitUntil: (work: Promise<unknown>) =>
    void work.catch((error: unknown) => console.error('waitUntil:', error)),
};

/** The backend writes nothing: its end of the pipe closes when it goes, in whatever way. */
async function endWithBackend(): Promise<void> {
  const reader = runtime.stdin.readable.getReader();
  while (!(await reader.read()).done);
  exit(0);
}
void endWithBackend();

const loading = import(runtime.args[0] ?? '') as Promise<{ default?: { fetch?: Serving } }>;
const loaded = await loading;
isLoaded = true;
if (!isServing && loaded.default?.fetch) serveForBackend(loaded.default.fetch.bind(loaded.default));

export {};
