import { pastTheStore } from './past-the-store';

it('hands over once, for a ticket that says nothing', () => {
  const { leave, take } = pastTheStore<string>();
  const ticket = leave('12AB34567');
  expect(ticket).not.toContain('12AB34567');
  expect(take(ticket)).toBe('12AB34567');
  expect(take(ticket)).toBeUndefined();
  expect(take('nothing')).toBeUndefined();
});
