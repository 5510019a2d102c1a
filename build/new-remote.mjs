/**
 * `npm run new:remote -- mf-offers Offers`: a further feature, ready to run: a folder of its own with a manifest, one page, its test and
 * its build. With `--card` also a card on the pages of sales. What all remotes have in common is taken from one of them, so that it is what they have today.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bold, dim, red, Refusal, say } from './lib/console.mjs';
import { remoteFolders } from './lib/workspace.mjs';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const MODEL = 'mf-commissions';
const BASICS = ['@paperplane/shared', 'react', 'react-dom'];
const USAGE =
  'Usage: npm run new:remote -- <folder> <label of its tab> [--card], for example: npm run new:remote -- mf-offers Offers';

const packageOf = (folder) =>
  JSON.parse(fs.readFileSync(path.join(REPOSITORY, folder, 'package.json'), 'utf8'));

/** A file of the model, with the new names in it. */
const likeModel = (file, folder) =>
  fs
    .readFileSync(path.join(REPOSITORY, MODEL, file), 'utf8')
    .replaceAll(MODEL, folder)
    .replaceAll(MODEL.replaceAll('-', '_'), folder.replaceAll('-', '_'));

/** Behind the tabs that are there. */
const lastOrder = () => 10 * (remoteFolders(REPOSITORY).length + 3);

const slots = (label) => `
  slots: [
    {
      slot: 'record',
      place: 'side',
      types: ['sale'],
      card: 'summary',
      title: '${label}',
      access: 'user',
      order: 90,
    },
  ],`;

const manifest = (
  folder,
  label,
  withCard,
) => `import { CONTRACT, type RemoteManifest } from '@paperplane/shared/platform';
import packageJson from '../package.json';

/** What the shell knows of this remote before, and without, its code. The build writes it into the registry. */
export const manifest = {
  name: '${folder.replaceAll('-', '_')}',
  version: packageJson.version,
  contract: CONTRACT,
  routes: [{ path: '/${folder.slice(3)}', page: 'home', title: '${label}', access: 'user' }],
  nav: [{ label: '${label}', path: '/${folder.slice(3)}', access: 'user', order: ${lastOrder()} }],${withCard ? slots(label) : ''}
} as const satisfies RemoteManifest;
`;

const REMOTE_HEAD = `import type { RemoteModule } from '@paperplane/shared/platform';
import type { manifest } from './manifest';
`;

const REMOTE = `${REMOTE_HEAD}
/** The code of this remote: one lazy page per route of its manifest. Chunks carry the page's name, so that the build can list their files. */
export const pages: RemoteModule<typeof manifest>['pages'] = {
  home: () => import(/* webpackChunkName: "home" */ './home/home-page'),
};
`;

const REMOTE_WITH_CARD = `${REMOTE_HEAD}
/** The code of this remote: lazy pages and cards. Chunks carry their names, cards with \`card-\` before it, so that the build can list their files. */
export const { pages, cards }: Required<RemoteModule<typeof manifest>> = {
  pages: {
    home: () => import(/* webpackChunkName: "home" */ './home/home-page'),
  },
  cards: {
    summary: () => import(/* webpackChunkName: "card-summary" */ './summary/summary-card'),
  },
};
`;

const card = (label) => `import type { RecordRef } from '@paperplane/shared/platform';
import { Card } from '@paperplane/shared/ui';

/** What this feature says of a record, on the record's page. */
export default function SummaryCard({ type }: RecordRef) {
  return <Card title="${label}">Nothing is known of this {type} yet.</Card>;
}
`;

const page = (label) => `import { useCurrentUser } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { Welcome } from './welcome';

/** ${label}: the first page of this feature. */
export default function HomePage() {
  const { organization } = useCurrentUser();
  return (
    <main id="main" className="pp-page">
      <PageHead title="${label}" />
      <Welcome agency={organization.name} />
    </main>
  );
}
`;

const WELCOME = `import { Card, EmptyState } from '@paperplane/shared/ui';

/** Says whose page this is, as long as there is nothing else to say. */
export function Welcome({ agency }: { agency: string }) {
  return (
    <Card padded={false}>
      <EmptyState kind="first-run" title={\`A page for \${agency}\`}>
        This feature has just begun.
      </EmptyState>
    </Card>
  );
}
`;

const WELCOME_TEST = `import { render, screen } from '@testing-library/react';
import { Welcome } from './welcome';

it('names the agency', () => {
  render(<Welcome agency="Quist Travel" />);
  expect(screen.getByRole('heading', { name: 'A page for Quist Travel' })).toBeInTheDocument();
});
`;

function filesOf(folder, label, withCard) {
  const { dependencies, devDependencies, license } = packageOf(MODEL);
  const packageJson = {
    name: `@paperplane/${folder}`,
    version: '0.1.0',
    private: true,
    license,
    scripts: packageOf(MODEL).scripts,
    dependencies: Object.fromEntries(BASICS.map((name) => [name, dependencies[name]])),
    devDependencies,
  };
  return {
    'package.json': `${JSON.stringify(packageJson, null, 2).replaceAll(MODEL, folder)}\n`,
    'webpack.config.js': likeModel('webpack.config.js', folder),
    'src/manifest.ts': manifest(folder, label, withCard),
    'src/remote.ts': withCard ? REMOTE_WITH_CARD : REMOTE,
    ...(withCard ? { 'src/summary/summary-card.tsx': card(label) } : {}),
    'src/home/home-page.tsx': page(label),
    'src/home/welcome.tsx': WELCOME,
    'src/home/welcome.test.tsx': WELCOME_TEST,
  };
}

function main([folder = '', ...rest]) {
  const withCard = rest.includes('--card');
  const label = rest.filter((word) => word !== '--card').join(' ');
  if (!/^mf-[a-z]+$/.test(folder) || !/^[A-Z][\w ]*$/.test(label)) throw new Refusal(USAGE);
  if (fs.existsSync(path.join(REPOSITORY, folder))) throw new Refusal(`${folder} is there already.`);
  for (const [file, content] of Object.entries(filesOf(folder, label, withCard))) {
    const target = path.join(REPOSITORY, folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  }
  say(`${bold(folder)} is there: a tab "${label}" and a page at /${folder.slice(3)}.`);
  say(dim(`  npm run dev -w ${folder} shows it, and every change you make.`));
}

try {
  main(process.argv.slice(2));
} catch (error) {
  say(red(error instanceof Refusal ? error.message : String(error.stack ?? error)));
  process.exitCode = 1;
}
