import fs from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import type { FunctionsConfig } from '../config/functions.js';
import { readToken } from '../auth/tokens.js';
import type { FunctionHandler } from '../gateway/server.js';
import type { Log } from '../log.js';
import {
  answerError,
  BOOT_ERROR,
  NO_AUTH_HEADER,
  NO_BEARER,
  NO_JWT,
  NOT_FOUND,
  WRONG_JWT,
  type FunctionError,
} from './answers.js';
import { findDeno, type Deno } from './deno.js';
import { functionsEnvironment, hideSecrets, type EnvironmentSources } from './environment.js';
import { findFunctions, functionsFolder, type FoundFunction } from './find-functions.js';
import { forward } from './forward.js';
import { endLeftovers } from './leftovers.js';
import { keepWorker } from './lifecycle.js';
import { versionOf } from './sources.js';

/** The functions of a project. */
export interface Functions {
  handle: FunctionHandler;
  stop(): Promise<void>;
}

/** The functions that there are, and what runs them or why nothing does. */
export type FunctionsPlan = { found: FoundFunction[] } & Deno;

/** What they are started with. */
export interface FunctionsOptions {
  dataDir: string;
  /** How long a function may be silent; 150 on hosted. */
  silentSeconds: number;
  sources: EnvironmentSources;
}

/**
 * Looks what there is to run.
 * @param wanted see `findDeno`
 */
export async function planFunctions(
  workdir: string,
  config: FunctionsConfig,
  wanted: string | undefined,
): Promise<FunctionsPlan> {
  const found = findFunctions(workdir, config);
  if (!config.enabled) return { found, missing: 'edge_runtime.enabled is false in config.toml' };
  if (found.length === 0) return { found, missing: 'the project has none' };
  return { found, ...(await findDeno(wanted)) };
}

/** The `node_modules` that a file of the project imports from. */
function packagesOf(workdir: string): string[] {
  const above = (folder: string): string[] =>
    folder === path.dirname(folder) ? [folder] : [folder, ...above(path.dirname(folder))];
  return above(functionsFolder(workdir))
    .map((folder) => path.join(folder, 'node_modules'))
    .filter((folder) => fs.existsSync(folder));
}

/** Why a caller without a valid token is refused, as hosted refuses; null for who may go on. */
function refusalOf({ headers }: http.IncomingMessage, jwtSecret: string): FunctionError | null {
  if (!headers.authorization) return NO_AUTH_HEADER;
  const [, token] = /^Bearer (\S+)$/.exec(headers.authorization) ?? [];
  if (!token) return NO_BEARER;
  const claims = readToken(token, jwtSecret);
  if (typeof claims !== 'string') return null;
  return claims === 'malformed' ? NO_JWT : WRONG_JWT;
}

/** A preflight carries no token, and a page has to be able to read why nothing runs here. */
const OPEN_TO_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  // For supabase-js: the function was not reached.
  'access-control-expose-headers': 'x-relay-error',
  'x-relay-error': 'true',
};

function notHere(names: string[], why: string, log: Log): Functions {
  if (names.length > 0) {
    log(`Edge Functions do not run here: ${why}. What needs them does not work: ${names.join(', ')}`, 'warn');
  }
  const message = `Edge Functions do not run on this backend: ${why}.`;
  return {
    handle(request, target) {
      if (request.method === 'OPTIONS') target.writeHead(204, OPEN_TO_PAGES).end();
      else answerError(target, { status: 503, code: 'FUNCTIONS_UNAVAILABLE', message }, OPEN_TO_PAGES);
      return Promise.resolve();
    },
    stop: () => Promise.resolve(),
  };
}

/** Answers what is below `/functions/v1`. Each function runs in a Deno of its own, from its first request on. */
export function openFunctions(
  plan: FunctionsPlan,
  { dataDir, silentSeconds, sources }: FunctionsOptions,
): Functions {
  const { workdir, keys, log } = sources;
  const names = plan.found.map(({ name }) => name);
  const folder = path.join(dataDir, 'functions');
  endLeftovers(folder);
  if ('missing' in plan) return notHere(names, plan.missing, log);

  const environment = functionsEnvironment(sources);
  const hide = hideSecrets(environment, keys);
  const shared = {
    deno: plan.file,
    folder,
    readable: [functionsFolder(workdir), ...packagesOf(workdir)],
    environment,
    version: versionOf(functionsFolder(workdir)),
  };
  const functions = new Map(
    plan.found.map((found) => {
      const say = (line: string) => log(`function ${found.name}: ${hide(line)}`);
      return [found.name, { ...found, worker: keepWorker(found, { ...shared, say }) }];
    }),
  );
  log(`Edge Functions: ${names.join(', ')}`);

  return {
    async handle(message, target, url) {
      const [, name = '', rest = ''] = /^\/functions\/v1\/([^/]+)(.*)$/.exec(url.pathname) ?? [];
      const wanted = functions.get(name);
      if (!wanted) return answerError(target, NOT_FOUND);
      if (wanted.verifyJwt && message.method !== 'OPTIONS') {
        const refusal = refusalOf(message, keys.jwtSecret);
        if (refusal) return answerError(target, refusal);
      }
      const worker = await wanted.worker.get();
      if (!worker) return answerError(target, BOOT_ERROR);
      const request = { worker, path: `/${name}${rest}${url.search}`, seconds: silentSeconds };
      if ((await forward(message, target, request)) === 'silent') await wanted.worker.retire(worker);
    },
    async stop() {
      await Promise.all([...functions.values()].map(({ worker }) => worker.stop()));
    },
  };
}
