import { isNarrowed, listSubtitle, noMatchText } from './list-texts';

const all = { archived: false, search: '', tag: '', agentId: null };

it.each([
  [{}, 312, '312 customers'],
  [{}, 1, '1 customer'],
  [{ search: 'duval' }, 2, '2 matching customers'],
  [{ archived: true }, 4, '4 archived customers'],
  [{ archived: true, tag: 'VIP' }, 0, '0 matching archived customers'],
  [{}, undefined, undefined],
])('%j with %p: %p', (asked, count, words) => expect(listSubtitle({ ...all, ...asked }, count)).toBe(words));

it('echoes what nothing matches', () => {
  expect(noMatchText({ ...all, search: 'duvall' }).title).toBe('No customers match “duvall”');
  expect(noMatchText({ ...all, tag: 'VIP', archived: true }).title).toBe(
    'No archived customers carry the tag “VIP”',
  );
  expect(noMatchText({ ...all, agentId: 'a' }).title).toBe('No customers of this agent');
  expect(noMatchText({ ...all, archived: true }).title).toBe('Nobody is archived');
});

it('knows a part from the whole', () => {
  expect(isNarrowed({ ...all, archived: true })).toBe(false);
  expect(isNarrowed({ ...all, tag: 'VIP' })).toBe(true);
});
