import { readSetupToken } from './setup-token';

const NO_TOKEN = { problem: 'This is no setup token. Copy it whole from the bridge.' };
const of = (address: string) => Buffer.from(address).toString('base64');

// Holds bank-116
test.each([
  [of('https://bridge.example/simplefin/claim/demo-a1'), 'bridge.example'],
  [of('https://bridge.example:8443/claim/x'), 'bridge.example:8443'],
  // As it is copied: broken into lines, with spaces around it.
  [
    `  ${of('https://bridge.example/simplefin/claim/demo-a1').replace(/(.{20})/g, '$1\n')} `,
    'bridge.example',
  ],
  [Buffer.from('https://b.example/claim/??>>').toString('base64url'), 'b.example'],
  [of('http://127.0.0.1:54330/simplefin/claim/x'), '127.0.0.1:54330'],
])('%j is a token of %s', (pasted, host) => {
  expect(readSetupToken(pasted)).toEqual({ host });
});

test.each([
  'hello',
  'https://bridge.example/simplefin/claim/demo-a1',
  'a b c d e f g ü',
  of('bridge.example/simplefin'),
  of('https://bridge.exam'),
  of('javascript:alert(1)'),
  of('ftp://bridge.example/claim'),
  of('{"secret": 1}'),
  'AAA=A',
])('%j is none', (pasted) => {
  expect(readSetupToken(pasted)).toEqual(NO_TOKEN);
});

// Holds bank-117
test('an address of another machine must be https', () => {
  expect(readSetupToken(of('http://bridge.example/claim/x'))).toEqual({
    problem: 'This token names an address that is not https. Do not use it.',
  });
  expect(readSetupToken(of('http://localhost.evil.example/claim/x'))).toEqual({
    problem: 'This token names an address that is not https. Do not use it.',
  });
});

test('nothing is neither', () => {
  expect(readSetupToken(' \n ')).toBeNull();
});
