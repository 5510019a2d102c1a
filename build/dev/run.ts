/** The hot-reloading twin of `npm start`: the same backend, and webpack's development server in front of the sources. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer, { type Configuration as DevServerConfiguration } from 'webpack-dev-server';
import { readManifest } from '../registry/manifest';
import { inMatchOrder } from '../registry/route-order';
import type { Pointer, Registry, RegistryEntry } from '../registry/types';
import { startProductBackend, type ProductOptions } from '../serve/product-backend';
import { localConfig } from '../serve/site-config';

interface Presets {
  remoteDevelopment: (directory: string) => Configuration;
  hostDevelopment: (directory: string) => Configuration;
  remoteUrl: (name: string) => string;
}

const presets = createRequire(import.meta.url)('../webpack/development.cjs') as Presets;

export interface DevOptions extends ProductOptions {
  /** Folders of the remotes that are built from their sources, and again at every change. */
  remotes: string[];
  /** Folders of the remotes that come from their last build, where they have one. */
  built: string[];
}

/** What the registry says of a remote that is built from its sources; it has no files to preload. */
async function entryOf(directory: string): Promise<RegistryEntry> {
  const manifest = await readManifest(directory);
  return {
    ...manifest,
    version: 'dev',
    routes: inMatchOrder(manifest.routes),
    url: presets.remoteUrl(manifest.name),
    entry: 'mf-manifest.json',
    assets: { js: [], css: [] },
    pages: {},
  };
}

/** What the last build of a remote left; null before its first. */
function lastBuild(directory: string): Pointer | null {
  const file = path.join(directory, 'dist/pointer.json');
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Pointer) : null;
}

/** Where the files of a last build lie, looked up anew each time: a remote that is built meanwhile needs no restart. */
function builtFolder(folders: string[], name?: string, version?: string): string | null {
  const folder = folders.find((directory) => path.basename(directory).replaceAll('-', '_') === name);
  return folder && version && lastBuild(folder)?.version === version
    ? path.join(folder, 'dist', version)
    : null;
}

export interface Development {
  apiUrl: string;
  mailUrl: string;
  bridgeUrl: string;
  stop: () => Promise<void>;
}

/** Starts backend and development server. @throws what the backend's start throws */
export async function startDevelopment(options: DevOptions): Promise<Development> {
  const { repository, url } = options;
  const backend = await startProductBackend(options);
  const config = localConfig(backend.apiUrl, backend.publishableKey, backend.readsUrl);
  const inRepository = (names: string[]) => names.map((name) => path.join(repository, name));
  const [sources, built] = [inRepository(options.remotes), inRepository(options.built)];
  const shell = path.join(repository, 'shell');
  const compiler = webpack([presets.hostDevelopment(shell), ...sources.map(presets.remoteDevelopment)]);
  if (!compiler) throw new Error('webpack has nothing to build');
  const { hostname, port } = new URL(url);
  const server = new WebpackDevServer(
    {
      host: hostname,
      port: Number(port),
      hot: true,
      static: false,
      // It would end the process before the database has been stopped.
      setupExitSignals: false,
      allowedHosts: ['127.0.0.1', 'localhost'],
      historyApiFallback: true,
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
      devMiddleware: { stats: 'errors-warnings' },
      setupMiddlewares: (middlewares, { app }) => {
        // A worker that `npm start` has left at this address would go on showing the built app.
        app?.get('/sw.js', (_request, response) =>
          response.sendFile(path.join(repository, 'build/pwa/self-destroying-worker.js')),
        );
        app?.get(/^\/(manifest\.webmanifest|icons\/[\w-]+\.png)$/, (request, response) =>
          response.sendFile(path.join(shell, 'public', request.path)),
        );
        app?.get('/config.json', (_request, response) => void response.json(config));
        // Read again for every page: a new route needs no restart.
        app?.get('/remotes.json', (_request, response) => {
          void Promise.all(sources.map(entryOf)).then(
            (entries) => {
              const others = built.map(lastBuild).filter((pointer) => pointer !== null);
              response.json({ remotes: [...entries, ...others] } satisfies Registry);
            },
            (error: unknown) => response.status(500).send(String(error)),
          );
        });
        app?.get(/^\/remotes\/(mf_[a-z]+)\/([^/]+)\/(.+)$/, ({ params }, response, next) => {
          const root = builtFolder(built, params[0], params[1]);
          if (root) response.sendFile(params[2] ?? '', { root });
          else next();
        });
        return middlewares;
      },
    } satisfies DevServerConfiguration,
    compiler,
  );
  await server.start();
  return {
    apiUrl: backend.apiUrl,
    mailUrl: backend.mailUrl,
    bridgeUrl: backend.bridgeUrl,
    stop: async () => {
      await server.stop();
      await backend.stop();
    },
  };
}
