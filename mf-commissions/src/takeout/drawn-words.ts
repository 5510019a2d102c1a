import { wordlist } from '@scure/bip39/wordlists/english.js';

const WORDS = 5;

/** Five words of a public list of 2,048, drawn by the browser's random numbers: 55 bits, in small letters with blanks between. */
export function drawWords(): string {
  // 2,048 divides what 16 bits hold, so every word is as likely as any other.
  const drawn = crypto.getRandomValues(new Uint16Array(WORDS));
  return Array.from(drawn, (number) => wordlist[number % wordlist.length]).join(' ');
}
