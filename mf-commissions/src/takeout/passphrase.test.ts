import { weaknessOf } from './passphrase';

test.each([
  ['', null],
  ['acorn basil cedar dune ember', null],
  ['ace act add age aim', null],
  ['ééééééééààààüüüü õñî', null],
  ['fifteen letters', 'Use a passphrase of at least 16 characters.'],
  [' '.repeat(40), 'Use a passphrase of at least 16 characters.'],
  ['\u00a0\u200b\u3000\ufeff\t'.repeat(9), 'Use a passphrase of at least 16 characters.'],
  [`a${'\u0303'.repeat(20)}`, 'Use a passphrase of at least 16 characters.'],
  [`two${' '.repeat(20)}words`, 'Use a passphrase of at least 16 characters.'],
  ['\ufdfa', 'Use a passphrase of at least 16 characters.'],
  ['a'.repeat(16), 'Use at least 6 different characters.'],
  ['aBcDe'.repeat(8), 'Use at least 6 different characters.'],
])('of %j is told: %j', (passphrase, told) => {
  expect(weaknessOf(passphrase)).toBe(told);
});
