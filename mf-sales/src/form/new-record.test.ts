import { readNewRecord } from './new-record';

const read = (content: unknown) =>
  readNewRecord({ read: () => ({ savedAt: '2026-11-21T12:00:00Z', content }) });

const person = { firstName: 'Aiko', lastName: '', email: 'aiko', phone: '' };
const vendor = { name: 'Aurora Rail', defaultCommissionRate: '9.5', email: '' };

it.each([
  { kind: 'customer', texts: person },
  { kind: 'traveler', texts: person },
  { kind: 'vendor', texts: vendor },
])('goes on with %j', (content) => expect(read(content)).toEqual(content));

it.each([
  null,
  'text',
  { kind: 'agent', texts: person },
  { kind: 'vendor', texts: person },
  { kind: 'customer' },
])('goes on with nothing for %j', (content) => expect(read(content)).toBeNull());
