import {
  newSince,
  threadsOf,
  whoReads,
  withEarlier,
  withLatest,
  type Conversation,
  type Message,
  type Reader,
} from './conversation';

const message = (id: string, at: number, change: Partial<Message> = {}): Message => ({
  id,
  threadId: id,
  authorId: 'u1',
  body: id,
  createdAt: new Date(at).toISOString(),
  editedAt: null,
  isDeleted: false,
  deletedBy: null,
  place: [at, change.threadId ?? id, at, id],
  ...change,
});

const page = (messages: Message[], change: Partial<Conversation> = {}): Conversation => ({
  messages,
  people: {},
  readers: [],
  beforeId: messages[0]?.id ?? null,
  hasEarlier: true,
  newEarlier: 0,
  count: messages.length,
  readAt: null,
  ...change,
});

const ids = ({ messages }: Conversation) => messages.map(({ id }) => id);
const [a, b, c, d] = [message('a', 1), message('b', 2), message('c', 3), message('d', 4)];

describe('a conversation that is read again', () => {
  it('keeps the earlier pages, takes what is new and what was changed', () => {
    const known = withEarlier(page([b, c], { count: 3 }), page([a], { hasEarlier: false }));
    const changed = { ...c, body: 'changed' };
    const now = withLatest(known, page([c === changed ? c : changed, d], { count: 4 }));
    expect(ids(now)).toEqual(['a', 'b', 'c', 'd']);
    expect(now.messages[2]?.body).toBe('changed');
    expect(now).toMatchObject({ count: 4, hasEarlier: false, beforeId: 'a' });
  });

  it('begins anew where something would be missing in between', () => {
    expect(ids(withLatest(page([a]), page([c, d])))).toEqual(['c', 'd']);
    expect(ids(withLatest(page([], { beforeId: null }), page([a])))).toEqual(['a']);
  });
});

it('orders by microseconds, which a moment’s text does not tell', () => {
  const [late, early] = [message('x', 1_763_875_000_123_457), message('y', 1_763_875_000_123_456)];
  expect(ids(withEarlier(page([late]), page([early])))).toEqual(['y', 'x']);
});

it('puts replies under their first message', () => {
  const reply = message('r', 9, { threadId: 'a', place: [1, 'a', 9, 'r'] });
  const all = withLatest(page([a, b]), page([a, reply, b])).messages;
  expect(threadsOf(all).map(({ first, replies }) => [first.id, ...replies.map(({ id }) => id)])).toEqual([
    ['a', 'r'],
    ['b'],
  ]);
});

it('counts as new what others wrote since, but for what is deleted, and nothing at the first time', () => {
  const all = [
    a,
    message('mine', 10_000, { authorId: 'me' }),
    message('gone', 10_000, { body: null }),
    message('new', 10_000),
  ];
  expect(newSince(all, new Date(5000).toISOString(), 'me').map(({ id }) => id)).toEqual(['new']);
  expect(newSince(all, null, 'me')).toEqual([]);
});

test.each([
  ['sale', ['agent', 'admin', 'owner'], 'Kenji and 2 admins may read it'],
  ['sale', ['owner'], '1 admin may read it'],
  ['vendor', ['admin', 'owner'], '2 admins may read it'],
  ['customer', ['agent', 'agent', 'owner'], 'Everybody in the agency may read it'],
] as const)('of a %s: %j: %s', (type, roles, text) => {
  const readers = roles.map((role, index): Reader => ({
    id: `r${index}`,
    firstName: 'Kenji',
    lastName: 'W',
    avatarUrl: null,
    role,
  }));
  expect(whoReads(type, readers, 'me')).toBe(text);
});

test('one’s own sale says so', () => {
  const me = { id: 'me', firstName: 'Kenji', lastName: 'W', avatarUrl: null, role: 'agent' as const };
  expect(whoReads('sale', [me, { ...me, id: 'x', role: 'owner' }], 'me')).toBe('You and 1 admin may read it');
});
