import { createTopics, tagOf } from './topics';

test.each([
  [{ type: 'broadcast', event: 'changed', payload: { tag: 'notifications', id: 'x' } }, 'notifications'],
  [{ payload: { tag: 7 } }, null],
  [{ payload: null }, null],
  [undefined, null],
])('the tag of %j is %s', (message, tag) => {
  expect(tagOf(message)).toBe(tag);
});

describe('listeners of a topic', () => {
  function setUp() {
    const joined: string[] = [];
    const left: string[] = [];
    const tell = new Map<string, (tag: string) => void>();
    const subscribe = createTopics((topic, onTag) => {
      joined.push(topic);
      tell.set(topic, onTag);
      return () => left.push(topic);
    });
    return { joined, left, tell, subscribe };
  }

  it('share one channel, which closes with the last of them', () => {
    const { joined, left, tell, subscribe } = setUp();
    const heard: string[] = [];
    const hear = (tag: string) => heard.push(tag);
    const first = subscribe('user:1', hear);
    const second = subscribe('user:1', hear);
    subscribe('org:1', (tag) => heard.push(`org ${tag}`));
    expect(joined).toEqual(['user:1', 'org:1']);

    tell.get('user:1')?.('a');
    expect(heard).toEqual(['a', 'a']);

    first();
    first();
    tell.get('user:1')?.('b');
    expect(heard).toEqual(['a', 'a', 'b']);
    expect(left).toEqual([]);

    second();
    expect(left).toEqual(['user:1']);
  });

  it('join again after everybody left', () => {
    const { joined, subscribe } = setUp();
    subscribe('user:1', () => undefined)();
    subscribe('user:1', () => undefined);
    expect(joined).toEqual(['user:1', 'user:1']);
  });
});
