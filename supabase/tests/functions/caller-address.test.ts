import { addressOf } from '../../functions/_shared/caller-address';

// Holds security-54
test.each<[string, Record<string, string>, string | null]>([
  [
    'what the edge wrote',
    { 'cf-connecting-ip': '203.0.113.9', 'x-forwarded-for': '198.51.100.7' },
    '203.0.113.9',
  ],
  ['what the last proxy added', { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' }, '203.0.113.9'],
  ['the only one there is', { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  [
    'nothing of what a client alone writes',
    { 'x-real-ip': '198.51.100.7', forwarded: 'for=198.51.100.7' },
    null,
  ],
  ['nothing of an empty one', { 'x-forwarded-for': ' ' }, null],
])('a caller is where the platform saw them: %s', (_name, headers, address) => {
  expect(addressOf(new Request('https://api.test', { headers }))).toBe(address);
});
