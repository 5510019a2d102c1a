import { createSecretHandoff } from './secret-handoff';

it('hands over once, for a ticket that says nothing', () => {
  const { put, take } = createSecretHandoff<string>();
  const ticket = put('12AB34567');
  expect(ticket).not.toContain('12AB34567');
  expect(take(ticket)).toBe('12AB34567');
  expect(take(ticket)).toBeUndefined();
  expect(take('nothing')).toBeUndefined();
});
