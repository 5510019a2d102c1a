import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';

const { pwa } = jest.requireActual<{ pwa: (directory: string) => WebpackPluginInstance[] }>('./pwa.cjs');

interface Entry {
  url: string;
  revision: string | null;
}

/** Emits files, those with a hash in their names as webpack marks them. */
const emits = (files: Record<string, string>) => (compiler: Compiler) => {
  compiler.hooks.thisCompilation.tap('test', (compilation) => {
    compilation.hooks.processAssets.tap('test', () => {
      for (const [file, content] of Object.entries(files))
        compilation.emitAsset(file, new webpack.sources.RawSource(content), {
          immutable: /\.1\.\w+$/.test(file),
        });
    });
  });
};

/** Builds a shell of these files. @returns what its worker stores, and every file */
async function build(folder: string, files: Record<string, string>): Promise<[Entry[], string[]]> {
  const output = path.join(folder, 'dist');
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        mode: 'development',
        devtool: false,
        context: folder,
        entry: {},
        output: { path: output, publicPath: '/' },
        plugins: [{ apply: emits(files) }, ...pwa(folder)],
      },
      (error, stats) =>
        error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString('errors-only'))) : resolve(),
    );
  });
  const list = /LIST = (\[.*\])/.exec(fs.readFileSync(path.join(output, 'sw.js'), 'utf8'))?.[1] ?? '';
  return [JSON.parse(list.replaceAll("'", '"')) as Entry[], fs.readdirSync(output).sort()];
}

it('stores the page and what it is made of, and nothing twice', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-precache-'));
  const put = (file: string, content = file) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), content);
  };
  put('src/pwa/worker/service-worker.ts', 'self.LIST = self.__WB_MANIFEST;');
  put('public/manifest.webmanifest');
  put('public/icons/a.png');
  const names = ['js/main.1.js', 'css/main.1.css', 'fonts/inter-latin-opsz.1.woff2'];
  const files = Object.fromEntries(
    [...names, 'fonts/inter-latin-ext-opsz.1.woff2'].map((name) => [name, '']),
  );

  const [list, emitted] = await build(folder, { ...files, 'index.html': 'a page' });
  expect(list.map(({ url }) => url)).toEqual([
    '/css/main.1.css',
    '/fonts/inter-latin-opsz.1.woff2',
    '/index.html',
    '/js/main.1.js',
  ]);
  expect(list.filter(({ revision }) => revision !== null).map(({ url }) => url)).toEqual(['/index.html']);
  expect(emitted).toEqual(['css', 'fonts', 'icons', 'index.html', 'js', 'manifest.webmanifest', 'sw.js']);

  const [before] = list.flatMap(({ revision }) => revision ?? []);
  const [after] = (await build(folder, { ...files, 'index.html': 'another page' }))[0].flatMap(
    ({ revision }) => revision ?? [],
  );
  expect(after).not.toBe(before);
  fs.rmSync(folder, { recursive: true });
});
