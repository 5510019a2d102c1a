import { decode, guessEncoding } from './decode-text';

describe('texts', () => {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer;
  it.each([
    ['UTF-8', bytes(0xc3, 0x85), 'Å'],
    ['UTF-8 with its mark', bytes(0xef, 0xbb, 0xbf, 0x41), 'A'],
    ['the code page of Windows', bytes(0xc5, 0x41), 'ÅA'],
    ['UTF-16', bytes(0xff, 0xfe, 0x41, 0x00), 'A'],
  ])('are read from %s', (_name, content, text) => {
    expect(decode(content)).toBe(text);
  });
});

it('reads as told where a guess is wrong', () => {
  const bytes = new Uint8Array([0xc3, 0xa9]).buffer;
  expect(guessEncoding(bytes)).toBe('utf-8');
  expect(decode(bytes, 'windows-1252')).toBe('Ã©');
});
