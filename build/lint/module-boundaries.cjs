/**
 * Rule of the linter: who may import whom. Every file lies in a zone; a zone sees the zones listed for it and nothing else of ours, and only the
 * outside libraries that are not restricted to another. The tables below are the allowed dependencies; CONTRIBUTING.md says why.
 */
const path = require('node:path');

const REPOSITORY = path.resolve(__dirname, '../..');

const SHARED = [
  'shared/domain',
  'shared/words',
  'shared/ui',
  'shared/platform',
  'shared/forms',
  'shared/records',
  'shared/import',
  'shared/database',
  'shared/contract',
];
const SINGLETONS = ['shared/platform', 'shared/forms'];
const ALL = ['*'];

/**
 * `shared/database`: the row types of the database, without code. `shared/contract`: what its functions answer, of which apps take the types.
 * @type {Record<string, { sees: string[], inTests?: string[] }>}
 */
const ZONES = {
  'shared/domain': { sees: [] },
  'shared/words': { sees: ['shared/domain'] },
  'shared/ui': { sees: ['shared/domain'], inTests: ['shared/testing'] },
  'shared/contract': { sees: ['shared/domain', 'shared/platform'] },
  'shared/platform': { sees: ['shared/domain', 'shared/contract'], inTests: ['shared/testing'] },
  'shared/forms': { sees: ['shared/domain'], inTests: ['shared/testing'] },
  'shared/records': { sees: SHARED, inTests: ['shared/testing'] },
  'shared/import': { sees: SHARED, inTests: ['shared/testing'] },
  'shared/testing': { sees: SHARED },
  shell: { sees: SHARED, inTests: ['shared/testing'] },
  remote: { sees: SHARED, inTests: ['shared/testing'] },
  'supabase/local': { sees: [], inTests: ['supabase'] },
  supabase: {
    sees: ['supabase/local', 'shared/domain'],
    inTests: ['shared/platform', 'shared/testing', 'shared/import', 'e2e/bridge'],
  },
  build: { sees: ['shared/platform', 'supabase', 'supabase/local', 'shell', 'e2e/bridge'] },
  'e2e/bridge': { sees: [] },
  e2e: { sees: ALL },
  bench: { sees: ALL },
};

/**
 * The rooms of remotes with more than one subject, and which others each sees, through their `index.ts`. A room is ready to become a remote:
 * its own api file, and nothing of its neighbours. What lies beside the rooms (`parts`, `chart`) is common ground and sees none of them.
 * @type {Record<string, Record<string, string[]>>}
 */
const ROOMS = {
  'mf-commissions': {
    commissions: ['payouts'],
    payouts: ['tax-forms'],
    bank: [],
    takeout: ['payouts'],
    integrations: [],
    webhooks: [],
    accounting: [],
    'tax-forms': [],
    'moving-in': [],
  },
  'mf-dashboard': { dashboard: [], reports: [] },
  'mf-directory': {
    customers: [],
    vendors: [],
    team: [],
    documents: ['team'],
    conversation: [],
    'audit-log': [],
  },
};

/** Libraries with identity: a second copy, or a second client, breaks silently. */
const RESTRICTED_LIBRARIES = [
  {
    library: /^(react-router|react-router-dom|react-redux)$/,
    for: /^(shared\/src\/(platform|testing)|shell\/src\/(router|layout|search|remotes|pages\/crash|bootstrap)|bench\/bare-page\/)/,
  },
  // The start runs it in a turn of its own.
  {
    library: /^@reduxjs\//,
    for: /^(shared\/src\/(platform|testing)\/|shell\/src\/main\.ts$|bench\/bare-page\/)/,
  },
  { library: /^(react-hook-form$|@hookform\/)/, for: /^shared\/src\/forms\// },
  {
    library: /^@supabase\//,
    for: /^(shared\/src\/platform\/api\/|supabase\/|e2e\/|bench\/)/,
  },
  {
    library: /^@module-federation\//,
    for: /^(shell\/src\/(federation|remotes\/runtime-plugin)\.ts$|build\/)/,
  },
];

/** What functions of the database answer, as schemas: `contract.ts` in a room, with what several share beside it, the folder in shared. */
const CONTRACT_FILE = /^((shell|mf-[a-z]+)\/src\/(.+\/)?contract(-parts)?\.ts$|shared\/src\/contract\/)/;
const CONTRACT = /^@paperplane\/shared\/contract$|^\.{1,2}\/(.+\/)?contract(-parts)?$/;

/** What of the embedded backend others import; the command line starts it. */
const BACKEND_FACE = /\/local\/src\/(index|cli)(\.[jt]s)?$/;

const REMOTE = /^mf-[a-z]+$/;
const TEST = /\.test\.tsx?$|\/testing\/|\/tests\//;

/** @param {string} file path inside the repository @returns {{ zone: string, unit: string } | null} */
function placeOf(file) {
  const [top, second, third] = file.split('/');
  if (REMOTE.test(top)) return { zone: 'remote', unit: top };
  if (top === 'shared')
    return second === 'src' && third ? { zone: `shared/${third}`, unit: `shared/${third}` } : null;
  if (top === 'supabase')
    return second === 'local' ? { zone: 'supabase/local', unit: 'supabase/local' } : { zone: top, unit: top };
  if (top === 'e2e' && second === 'bridge') return { zone: 'e2e/bridge', unit: 'e2e/bridge' };
  return ZONES[top] ? { zone: top, unit: top } : null;
}

/** @param {string} specifier @param {string} file both in one remote @returns {string | null} what is wrong between its rooms */
function problemOfRooms(specifier, file) {
  const [remote, , room, ...inner] = file.split('/');
  const rooms = ROOMS[remote];
  if (!rooms || !specifier.startsWith('.')) return null;
  const [, , target, ...deeper] = path.posix
    .normalize(path.posix.join(path.posix.dirname(file), specifier))
    .split('/');
  // A file beside the rooms, as `remote.ts`, puts them together.
  if (inner.length === 0 || target === room || !Object.hasOwn(rooms, target)) return null;
  if (!Object.hasOwn(rooms, room))
    return `${remote}/src/${room} is common ground and must not import ${target}.`;
  if (!rooms[room].includes(target)) return `${room} must not import ${target}.`;
  return deeper.length === 0 || deeper.join('/') === 'index'
    ? null
    : `Import ${target} by its index: what is shown of it.`;
}

/** Where an import leads: a place of ours, or null for a library. */
function targetOf(specifier, fromFile) {
  if (specifier.startsWith('.')) {
    return placeOf(path.posix.normalize(path.posix.join(path.posix.dirname(fromFile), specifier)));
  }
  const [, name, inner] = /^@paperplane\/([^/]+)(?:\/([^/]+))?/.exec(specifier) ?? [];
  if (!name) return null;
  if (name === 'shared') return { zone: `shared/${inner}`, unit: `shared/${inner}` };
  if (name === 'local-supabase') return { zone: 'supabase/local', unit: 'supabase/local' };
  return REMOTE.test(name) ? { zone: 'remote', unit: name } : { zone: name, unit: name };
}

/**
 * @param {string} specifier as written in the import
 * @param {string} file path of the importing file inside the repository, with slashes
 * @param {boolean} [typeOnly] an import that leaves no code behind
 * @returns {string | null} what is wrong with it
 */
function problemOf(specifier, file, typeOnly = false) {
  const from = placeOf(file);
  if (!from) return null;
  const restriction = RESTRICTED_LIBRARIES.find(({ library }) => library.test(specifier));
  if (restriction && !restriction.for.test(file)) {
    return `"${specifier}" is not imported here; use what '@paperplane/shared/platform' or '@paperplane/shared/forms' offers.`;
  }
  const to = targetOf(specifier, file);
  if (!to) return null;
  const isContract =
    CONTRACT.test(specifier) &&
    (to.zone === 'remote' || to.zone === 'shell' || to.zone === 'shared/contract');
  if (isContract && !typeOnly && !CONTRACT_FILE.test(file) && !TEST.test(file))
    return 'A contract is for tests; an app takes its types alone: import type.';
  if (to.unit === from.unit) return from.zone === 'remote' ? problemOfRooms(specifier, file) : null;
  const { sees, inTests = [] } = ZONES[from.zone] ?? { sees: ALL };
  const allowed = TEST.test(file) ? [...sees, ...inTests] : sees;
  if (!allowed.includes('*') && !allowed.includes(to.zone)) return `${from.unit} must not import ${to.unit}.`;
  const crosses = specifier.startsWith('.');
  // The build runs in Node, without the app: it reads the contract from its file.
  if (crosses && !typeOnly && from.zone !== 'build' && SINGLETONS.includes(to.zone))
    return `Import it as '@paperplane/${to.zone}': two paths would be two copies of what there must be one of.`;
  if (crosses && /\/local\/src\//.test(specifier) && !BACKEND_FACE.test(specifier))
    return 'Import the backend by its index: what is shown of it.';
  if (crosses && ['shell', 'remote'].includes(from.zone)) return `Import ${to.unit} by its package name.`;
  return null;
}

/** Asked by the linter about each import (`plugin.cjs`). */
const rule = {
  meta: { type: 'problem', schema: [], messages: { boundary: '{{problem}}' } },
  create(context) {
    const file = path.relative(REPOSITORY, context.filename).split(path.sep).join('/');
    const check = (source, kind) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const problem = problemOf(source.value, file, kind === 'type');
      if (problem) context.report({ node: source, messageId: 'boundary', data: { problem } });
    };
    return {
      ImportDeclaration: (node) => check(node.source, node.importKind),
      ExportNamedDeclaration: (node) => check(node.source, node.exportKind),
      ExportAllDeclaration: (node) => check(node.source, node.exportKind),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal, 'type'),
    };
  },
};

module.exports = { problemOf, rule, ROOMS };
