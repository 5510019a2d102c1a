import { draftOf, readCustomerDraft } from './customer-draft';
import { customerValues } from './customer-values';

const stored = (content: unknown) => ({ read: () => ({ savedAt: '2026-11-21T12:00:00Z', content }) });
const values = {
  ...customerValues(),
  firstName: 'Elena',
  tags: ['VIP'],
  morePhones: [{ label: 'Work', value: '1' }],
};

it('comes back as it was kept', () => {
  const json: unknown = JSON.parse(JSON.stringify(draftOf(values, customerValues())));
  expect(readCustomerDraft(stored(json))).toEqual({
    savedAt: '2026-11-21T12:00:00Z',
    values,
    opened: customerValues(),
  });
  expect(readCustomerDraft(stored({ ...draftOf(values, null) }))?.opened).toBeNull();
});

it.each([
  [null],
  ['text'],
  [{ ...draftOf(values, null), shape: 0 }],
  [draftOf({ ...values, tags: 'VIP' as never }, null)],
  [draftOf({ ...values, email: 3 as never }, null)],
])('leaves alone what it cannot read: %#', (content) =>
  expect(readCustomerDraft(stored(content))).toBeNull(),
);

it('is none when nothing was kept', () => expect(readCustomerDraft({ read: () => null })).toBeNull());
