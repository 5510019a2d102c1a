import { readRecordDraft, recordDraftOf } from './record-draft';

const sample = { name: '', tags: [''], phones: [{ label: '', value: '' }] };
const rules = { shape: 2, sample };
const values = { name: 'Elena', tags: ['VIP', 'Golf'], phones: [] as { label: string; value: string }[] };
const opened = { id: 'c1', name: 'Lena' };

const stored = (content: unknown) => ({ read: () => ({ savedAt: '2026-11-21T12:00:00Z', content }) });

it('comes back as it was kept', () => {
  const json: unknown = JSON.parse(JSON.stringify(recordDraftOf(2, values, opened)));
  expect(readRecordDraft(stored(json), rules)).toEqual({ savedAt: '2026-11-21T12:00:00Z', values, opened });
  expect(readRecordDraft(stored(recordDraftOf(2, values, null)), rules)?.opened).toBeNull();
});

it.each([
  [null],
  ['text'],
  [recordDraftOf(1, values, null)],
  [recordDraftOf(2, { ...values, tags: 'VIP' }, null)],
  [recordDraftOf(2, { ...values, tags: [3] }, null)],
  [recordDraftOf(2, { ...values, name: 3 }, null)],
  [recordDraftOf(2, { ...values, phones: [{ label: 'Work' }] }, null)],
  [recordDraftOf(2, { ...values, phones: [null] }, null)],
  [recordDraftOf(2, values, 'somebody')],
])('leaves alone what it cannot read: %#', (content) =>
  expect(readRecordDraft(stored(content), rules)).toBeNull(),
);

it('is none when nothing was kept', () => expect(readRecordDraft({ read: () => null }, rules)).toBeNull());
