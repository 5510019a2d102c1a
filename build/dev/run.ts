/** The hot-reloading twin of `npm start`: the same backend, and webpack's development server in front of the sources. */
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer, { type Configuration as DevServerConfiguration } from 'webpack-dev-server';
import { readManifest } from '../registry/manifest';
import { inMatchOrder } from '../registry/route-order';
import type { Registry, RegistryEntry } from '../registry/types';
import { startProductBackend, type ProductOptions } from '../serve/product-backend';
import { localConfig } from '../serve/site-config';

interface Presets {
  remoteDevelopment: (directory: string) => Configuration;
  hostDevelopment: (directory: string, page: string, constants?: Record<string, string>) => Configuration;
  remoteUrl: (name: string) => string;
}

const presets = createRequire(import.meta.url)('../webpack/development.cjs') as Presets;

export interface DevOptions extends ProductOptions {
  /** Folders of the remotes to build. */
  remotes: string[];
  /** One remote alone, on a bare page, instead of the whole app. */
  alone: boolean;
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

export interface Development {
  apiUrl: string;
  mailUrl: string;
  stop: () => Promise<void>;
}

/** Starts backend and development server. @throws what the backend's start throws */
export async function startDevelopment(options: DevOptions): Promise<Development> {
  const { repository, url, remotes, alone } = options;
  const backend = await startProductBackend(options);
  const config = localConfig(backend.apiUrl, backend.publishableKey);
  const folders = remotes.map((remote) => path.join(repository, remote));
  const shell = path.join(repository, 'shell');
  const [only] = remotes;
  const host = alone
    ? presets.hostDevelopment(shell, 'src/standalone.tsx', { REMOTE: (only ?? '').replaceAll('-', '_') })
    : presets.hostDevelopment(shell, 'src/bootstrap.tsx');
  const compiler = webpack([host, ...folders.map(presets.remoteDevelopment)]);
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
          response.sendFile(path.join(repository, 'build/pwa/farewell-worker.js')),
        );
        app?.get(/^\/(manifest\.webmanifest|icons\/[\w-]+\.png)$/, (request, response) =>
          response.sendFile(path.join(shell, 'public', request.path)),
        );
        app?.get('/config.json', (_request, response) => void response.json(config));
        // Read again for every page: a new route needs no restart.
        app?.get('/remotes.json', (_request, response) => {
          void Promise.all(folders.map(entryOf)).then(
            (entries) => response.json({ remotes: entries } satisfies Registry),
            (error: unknown) => response.status(500).send(String(error)),
          );
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
    stop: async () => {
      await server.stop();
      await backend.stop();
    },
  };
}
