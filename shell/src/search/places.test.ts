import { markedParts } from './marked-parts';
import { placesNamed, placesOf } from './places';

const manifests = [
  {
    name: 'mf_x' as const,
    version: '1',
    contract: { major: 3, minor: 1 },
    routes: [
      { path: '/sales' as const, page: 'a', title: 'Sales', access: 'user' as const },
      { path: '/sales/import' as const, page: 'b', title: 'Import sales', access: 'user' as const },
      { path: '/sales/create' as const, page: 'c', title: 'Create sale', access: 'user' as const },
      { path: '/sales/:id' as const, page: 'd', title: 'Sale', access: 'user' as const },
      { path: '/bank' as const, page: 'e', title: 'Bank', access: 'admin' as const },
    ],
    findable: [
      { label: 'Export sales', words: 'download csv', path: '/sales' as const, access: 'user' as const },
      { label: 'Match deposits', words: 'reconcile', path: '/bank' as const, access: 'admin' as const },
    ],
  },
];
const tabs = [{ label: 'Sales', path: '/sales' }];
const quickActions = [{ label: 'Create Sale', path: '/sales/create' as const }];
const titles = (isAdmin: boolean) => {
  const { pages, actions } = placesOf({ manifests, tabs, quickActions, isAdmin });
  return [pages, actions].map((places) => places.map(({ title }) => title));
};

it('offers pages without an id, those beside the tabs first, and single records before files of them', () => {
  expect(titles(true)).toEqual([
    ['Bank', 'Sales', 'Notifications', 'Your profile'],
    ['Create sale', 'Import sales'],
  ]);
});

it('offers nobody what is not theirs', () => {
  expect(titles(false)[0]).not.toContain('Bank');
  const { settings, tasks } = placesOf({ manifests, tabs, quickActions, isAdmin: false });
  expect(settings.map(({ detail }) => detail)).not.toContain('Agency settings');
  expect(tasks.map(({ title }) => title)).toEqual(['Export sales']);
});

it.each([
  ['time zone', ['Time zone']],
  ['timezone', ['Time zone']],
  ['logo', ['Logo']],
  ['dark', ['Appearance']],
  ['picture', ['Logo', 'Photo']],
  ['lock', ['Closed books']],
  ['reopen month', ['Closed books']],
])('%s finds the settings %j', (text, found) => {
  const { settings } = placesOf({ manifests, tabs, quickActions, isAdmin: true });
  expect(placesNamed(settings, text).map(({ title }) => title)).toEqual(found);
});

it.each([
  ['export sales', ['Export sales']],
  ['download', ['Export sales']],
  ['csv', ['Export sales']],
  ['reconcile', ['Match deposits']],
])('%s finds the actions %j', (text, found) => {
  const { tasks } = placesOf({ manifests, tabs, quickActions, isAdmin: true });
  expect(placesNamed(tasks, text).map(({ title }) => title)).toEqual(found);
});

it.each([
  ['cr', ['Create sale']],
  ['sale create', ['Create sale']],
  ['ale', []],
])('%s finds %j', (text, found) => {
  const { actions } = placesOf({ manifests, tabs, quickActions, isAdmin: true });
  expect(placesNamed(actions, text).map(({ title }) => title)).toEqual(found);
});

it.each([
  ['Lucas Thornton', ['thor'], 'Lucas [Thor]nton'],
  ['Blackthorn', ['thor'], 'Black[thor]n'],
  ['A (B) [C]', ['(b)', '['], 'A [(B)] [[]C]'],
  ['Anna', [], 'Anna'],
])('marks %s', (text, words, marked) => {
  const shown = markedParts(text, words).map(({ part, isMarked }) => (isMarked ? `[${part}]` : part));
  expect(shown.join('')).toBe(marked);
});
