/** @jest-environment node */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hashFolder } from './pointer';
import { inMatchOrder } from './route-order';
import { assemble, deployRemote, deployShell, rollBack, versionsOf } from './site';
import type { Pointer, Registry } from './types';

let home: string;
let site: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-registry-'));
  site = path.join(home, 'site');
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

/** A finished build of a remote, as `npm run build` leaves it. */
function build(name: `mf_${string}`, version: string, content = version): string {
  const dist = path.join(home, name, 'dist');
  const folder = path.join(dist, version);
  fs.rmSync(dist, { recursive: true, force: true });
  fs.mkdirSync(path.join(folder, 'js'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'remoteEntry.js'), content);
  fs.writeFileSync(path.join(folder, 'js/list.js'), content);
  const pointer: Pointer = {
    name,
    version,
    contract: { major: 1, minor: 0 },
    routes: [{ path: '/sales', page: 'list', title: 'Sales', access: 'user' }],
    url: `/remotes/${name}/${version}/`,
    entry: 'mf-manifest.json',
    assets: { js: ['remoteEntry.js'], css: [] },
    pages: { list: { js: ['js/list.js'], css: [] } },
    hashes: hashFolder(folder),
  };
  fs.writeFileSync(path.join(folder, 'pointer.json'), JSON.stringify(pointer));
  fs.writeFileSync(path.join(dist, 'pointer.json'), JSON.stringify(pointer));
  return dist;
}

const registry = () => JSON.parse(fs.readFileSync(path.join(site, 'remotes.json'), 'utf8')) as Registry;
const deployed = () => registry().remotes.map(({ name, version }) => `${name} ${version}`);

it('lists what is deployed, without the hashes nobody reads at run time', async () => {
  deployRemote(site, build('mf_sales', '1'));
  deployRemote(site, build('mf_directory', '7'));
  await assemble(site);
  expect(deployed()).toEqual(['mf_directory 7', 'mf_sales 1']);
  expect(registry().remotes[0]).not.toHaveProperty('hashes');
});

it('keeps every deployed version, and goes back to one by its pointer', async () => {
  deployRemote(site, build('mf_sales', '1'));
  deployRemote(site, build('mf_sales', '2'));
  await assemble(site);
  expect(deployed()).toEqual(['mf_sales 2']);
  expect(fs.readFileSync(path.join(site, 'remotes/mf_sales/1/js/list.js'), 'utf8')).toBe('1');

  rollBack(site, 'mf_sales', '1');
  await assemble(site);
  expect(deployed()).toEqual(['mf_sales 1']);
  expect(versionsOf(site, 'mf_sales')).toEqual([
    { version: '1', current: true },
    { version: '2', current: false },
  ]);
});

it('refuses to go back to what was never here', () => {
  deployRemote(site, build('mf_sales', '1'));
  expect(() => rollBack(site, 'mf_sales', '0')).toThrow('mf_sales 0 is not deployed here');
});

it('refuses a damaged upload and leaves the current version alone', async () => {
  deployRemote(site, build('mf_sales', '1'));
  const dist = build('mf_sales', '2');
  fs.writeFileSync(path.join(dist, '2/js/list.js'), 'half of it');
  expect(() => deployRemote(site, dist)).toThrow('mf_sales 2: js/list.js is missing or damaged');
  fs.rmSync(path.join(dist, '2/js/list.js'));
  fs.rmSync(path.join(site, 'remotes/mf_sales/2'), { recursive: true });
  expect(() => deployRemote(site, dist)).toThrow('js/list.js is missing or damaged');
  await assemble(site);
  expect(deployed()).toEqual(['mf_sales 1']);
});

it('deploys the same version twice without harm', async () => {
  deployRemote(site, build('mf_sales', '1'));
  deployRemote(site, build('mf_sales', '1'));
  await assemble(site);
  expect(deployed()).toEqual(['mf_sales 1']);
});

it('loses neither of two deployments that assemble at the same time', async () => {
  deployRemote(site, build('mf_sales', '1'));
  const first = assemble(site);
  deployRemote(site, build('mf_directory', '1'));
  const second = assemble(site);
  await Promise.all([first, second]);
  expect(deployed()).toEqual(['mf_directory 1', 'mf_sales 1']);
});

it('keeps the hashed files of the shell that open pages still need', () => {
  const dist = path.join(home, 'shell');
  fs.mkdirSync(path.join(dist, 'js'), { recursive: true });
  for (const version of ['1', '2']) {
    fs.rmSync(path.join(dist, 'js'), { recursive: true });
    fs.mkdirSync(path.join(dist, 'js'));
    fs.writeFileSync(path.join(dist, `js/main.${version}.js`), version);
    fs.writeFileSync(path.join(dist, 'index.html'), version);
    deployShell(site, dist);
  }
  expect(fs.readdirSync(path.join(site, 'js'))).toEqual(['main.1.js', 'main.2.js']);
  expect(fs.readFileSync(path.join(site, 'index.html'), 'utf8')).toBe('2');
});

it('puts fixed paths before parameters, so that the first match is the right one', () => {
  const route = (pattern: `/${string}`) => ({
    path: pattern,
    page: 'p',
    title: 't',
    access: 'user' as const,
  });
  const ordered = inMatchOrder([
    route('/sales/:id/edit'),
    route('/sales/:id'),
    route('/sales/create'),
    route('/sales'),
  ]);
  const first = (pathname: string) =>
    ordered.find(({ path: pattern }) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname))
      ?.path;
  expect(first('/sales')).toBe('/sales');
  expect(first('/sales/create')).toBe('/sales/create');
  expect(first('/sales/17')).toBe('/sales/:id');
  expect(first('/sales/17/edit')).toBe('/sales/:id/edit');
});
