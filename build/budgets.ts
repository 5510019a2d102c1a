/**
 * What can be said of the builds without a browser: how heavy each remote's pages are, that no library is shipped twice where one would do, and none without
 * its licence.
 * Run by `npm test` after the build; prints what it finds. Budgets of whole pages: `npm run bench`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteFolders } from './lib/workspace.mjs';
import { libraryOf, NOTICES } from './notices';
import type { Pointer } from './registry/types';
import type { ChunkModules } from './webpack/modules';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** A remote's own code for one page, in bytes of gzip: without its container, and without charts, which come when they are drawn. */
const PAGE = 48_000;
/**
 * What a remote's page costs for being federated: the shell's chunk for remotes and the largest container, with a runtime each. A quarter of a page in
 * one bundle, which is what `npm run bench federation` compares with.
 */
const FEDERATION = 47_000;
/** Each container carries the runtime it was built with, so that shell and remotes need not agree on one (docs/decisions/001-plugin-free-shell.md). */
const RUNTIME = 'of the container, which brings its own';

/**
 * Libraries that several builds may carry, each with its reason. Everything with identity comes from the shell; what a component of
 * `shared/ui` needs is bundled where it is used (docs/decisions/003-one-platform-facade.md).
 */
const MAY_REPEAT: Readonly<Record<string, string>> = {
  fflate:
    'of jsPDF (statements), of the worker that writes a workbook, and of what reads one: fetched when somebody exports, or opens a workbook',
  comlink:
    'of the workers that read and write files, and fetched by the page that asks them when a file is chosen',
  'pdfjs-dist': 'fetched when somebody opens a PDF: a document, or the statement of a vendor',
  papaparse: 'only in the worker that reads a file for an import, which a worker cannot take from the shell',
  'lucide-react': 'one module per icon, some hundred bytes each',
  valibot: 'the few rules a form uses',
  downshift: 'comboboxes and menus of shared/ui',
  'compute-scroll-into-view': 'of downshift',
  'prop-types': 'of downshift',
  'react-is': 'of downshift',
  '@babel/runtime': 'of downshift',
  '@module-federation/error-codes': RUNTIME,
  '@module-federation/runtime': RUNTIME,
  '@module-federation/runtime-core': RUNTIME,
  '@module-federation/sdk': RUNTIME,
  '@module-federation/webpack-bundler-runtime': RUNTIME,
};

const readJson = (...file: string[]): unknown =>
  JSON.parse(fs.readFileSync(path.join(REPOSITORY, ...file), 'utf8'));
const chunksOf = (folder: string) => readJson(folder, 'dist/modules.json') as ChunkModules[];
const inKilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(6);

/** Bytes of files as they are sent. */
const weight = (folder: string, files: Iterable<string>): number =>
  [...files].reduce((sum, file) => {
    const plain = path.join(folder, file);
    return sum + fs.statSync(fs.existsSync(`${plain}.gz`) ? `${plain}.gz` : plain).size;
  }, 0);

const isContainer = (file: string) => file.startsWith('remoteEntry.');

/** Each page of each remote against the budget. */
function pageProblems(folder: string): string[] {
  const pointer = readJson(folder, 'dist/pointer.json') as Pointer;
  const dist = path.join(REPOSITORY, folder, 'dist', pointer.version);
  const parts = { ...pointer.pages };
  for (const [card, assets] of Object.entries(pointer.cards ?? {})) parts[`card ${card}`] = assets;
  return Object.entries(parts).flatMap(([page, { js }]) => {
    const own = [...pointer.assets.js, ...js].filter((file) => !isContainer(file));
    const bytes = weight(dist, new Set(own));
    const over = bytes > PAGE;
    console.log(`  ${`${folder} ${page}`.padEnd(36)}${inKilobytes(bytes)}${over ? '  ✘' : ''}`);
    return over
      ? [`${folder}: the page "${page}" has ${inKilobytes(bytes).trim()} kB, not ${PAGE / 1000}`]
      : [];
  });
}

/** The price of federation. */
function federationProblems(remotes: readonly string[]): string[] {
  const chunk = chunksOf('shell').flatMap(({ files }) =>
    files.filter((file) => /^js\/federation\./.test(file)),
  );
  const shell = weight(path.join(REPOSITORY, 'shell/dist/site'), chunk);
  const containers = remotes.map((folder) => {
    const { version, assets } = readJson(folder, 'dist/pointer.json') as Pointer;
    return weight(path.join(REPOSITORY, folder, 'dist', version), assets.js.filter(isContainer));
  });
  const bytes = shell + Math.max(...containers);
  console.log(`\nThe price of federation, kB gz, goal ${FEDERATION / 1000}`);
  console.log(
    `  ${'chunk of the shell, largest container'.padEnd(36)}${[shell, bytes - shell].map(inKilobytes).join(' +')}`,
  );
  if (chunk.length === 0) return ['the shell has no chunk for federation'];
  return bytes > FEDERATION
    ? [`federation costs ${inKilobytes(bytes).trim()} kB, not ${FEDERATION / 1000}`]
    : [];
}

/** Libraries that one build carries in two versions. */
function problemsInside(folder: string): string[] {
  const places = new Map<string, Set<string>>();
  for (const module of chunksOf(folder).flatMap(({ modules }) => modules)) {
    const library = libraryOf(module);
    if (library) places.set(library.name, (places.get(library.name) ?? new Set()).add(library.place));
  }
  return [...places].flatMap(([name, found]) =>
    found.size > 1 ? [`${folder}: ${name} is there twice, as ${[...found].join(' and ')}`] : [],
  );
}

/** Libraries that more than one build carries. */
function problemsBetween(folders: readonly string[]): string[] {
  const carriers = new Map<string, Set<string>>();
  for (const folder of folders) {
    for (const module of chunksOf(folder).flatMap(({ modules }) => modules)) {
      const { name } = libraryOf(module) ?? {};
      if (name) carriers.set(name, (carriers.get(name) ?? new Set()).add(folder));
    }
  }
  const repeated = [...carriers].filter(([, found]) => found.size > 1);
  for (const [name, found] of repeated)
    console.log(`  ${name.padEnd(44)}${[...found].join(', ')}: ${MAY_REPEAT[name] ?? '✘'}`);
  return repeated
    .filter(([name]) => !MAY_REPEAT[name])
    .map(
      ([name, found]) => `${name} is in ${[...found].join(' and ')}: take it from the shell, or say why not`,
    );
}

/** Libraries that a build carries and whose licence it does not. */
function problemsOfNotices(folder: string): string[] {
  const { version } = readJson(folder, 'dist/pointer.json') as Pointer;
  const notices = path.join(REPOSITORY, folder, 'dist', folder === 'shell' ? 'site' : version, NOTICES);
  const named = new Set(fs.existsSync(notices) ? fs.readFileSync(notices, 'utf8').split('\n') : []);
  const carried = chunksOf(folder).flatMap(({ modules }) =>
    modules.flatMap((name) => libraryOf(name)?.name ?? []),
  );
  return [...new Set(carried)]
    .filter((name) => !named.has(name))
    .map((name) => `${folder}: the licence of ${name} is missing in ${NOTICES}`);
}

function main(): void {
  const remotes = remoteFolders(REPOSITORY);
  console.log(`JavaScript of each page without shared code, kB gz, goal ${PAGE / 1000}`);
  const heavy = remotes.flatMap(pageProblems);
  const dear = federationProblems(remotes);
  console.log('\nLibraries in more than one build');
  const twice = [...['shell', ...remotes].flatMap(problemsInside), ...problemsBetween(['shell', ...remotes])];
  const unnamed = ['shell', ...remotes].flatMap(problemsOfNotices);
  const problems = [...heavy, ...dear, ...twice, ...unnamed];
  for (const problem of problems) console.error(`✘ ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

main();
