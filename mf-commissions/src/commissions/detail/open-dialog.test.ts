import { readDialog } from './open-dialog';

const read = (content: unknown) => readDialog({ read: () => ({ savedAt: '2026-11-21T12:00:00Z', content }) });

const payment = { amount: '75', paymentDate: '2026-11-20', paymentMethod: 'cash', reference: '', notes: 'x' };

it.each([
  { dialog: 'status', typed: { status: null, notes: 'Came early' } },
  { dialog: 'payment', typed: payment },
])('opens the dialog that was open, with what was typed: %j', (content) => {
  expect(read(content)).toEqual(content);
});

it.each([
  null,
  'text',
  { dialog: 'other', typed: payment },
  { dialog: 'payment', typed: { ...payment, paymentMethod: 'shells' } },
  { dialog: 'status', typed: payment },
])('opens nothing for %j', (content) => expect(read(content)).toBeNull());

it('opens nothing without a draft', () => {
  expect(readDialog({ read: () => null })).toBeNull();
});
