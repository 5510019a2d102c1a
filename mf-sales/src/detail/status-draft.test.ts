import { readStatusDraft } from './status-draft';

const read = (content: unknown) =>
  readStatusDraft({ read: () => ({ savedAt: '2026-11-21T12:00:00Z', content }) });

it('gives back the question that was open, with the note typed by then', () => {
  expect(read({ to: 'paid', note: 'By wire' })).toEqual({ to: 'paid', note: 'By wire' });
});

it.each([null, {}, { to: 'booked', note: 'x' }, { to: 'paid' }, { to: 'paid', note: 7 }, 'text'])(
  'asks nothing for %j',
  (content) => expect(read(content)).toBeNull(),
);

it('asks nothing without a draft', () => {
  expect(readStatusDraft({ read: () => null })).toBeNull();
});
