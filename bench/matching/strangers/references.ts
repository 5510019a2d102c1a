import type { Chance } from '../chance';

/** A vendor's own way of numbering its bookings. */
export interface Numbering {
  form:
    | 'seven'
    | 'five'
    | 'zeros'
    | 'letters'
    | 'prefixed'
    | 'dated'
    | 'slashed'
    | 'record'
    | 'hotel'
    | 'policy'
    | 'tailed';
  prefix: string;
  /** The next number is a few above the last: those sold near in time are near in number. */
  last: number;
  step: number;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const code = (chance: Chance, letters: string, length: number) =>
  Array.from({ length }, () => letters[chance.below(letters.length)]).join('');

/** A numbering of one of the forms, somewhere in the life of its vendor. */
export function numbering(chance: Chance, form: Numbering['form']): Numbering {
  const from =
    { five: 41_000, seven: 3_200_000, zeros: 41_200, prefixed: 104_000, dated: 3_100 }[form as 'five'] ??
    512_000;
  return {
    form,
    prefix: code(chance, LETTERS, form === 'hotel' ? 3 : 2),
    last: from + chance.below(from),
    step: form === 'five' ? 2 : form === 'dated' ? 6 : 400,
  };
}

/** The next reference; `beside` asks for the number right after the last. */
export function nextReference(chance: Chance, of: Numbering, year: string, beside = false): string {
  of.last += beside ? 1 : 1 + chance.below(of.step);
  const { last, prefix } = of;
  switch (of.form) {
    case 'five':
      return String(last % 100_000).padStart(5, '0');
    case 'seven':
      return String(last);
    case 'zeros':
      return String(last).padStart(8, '0');
    case 'letters':
      return beside
        ? `${prefix}${String(last).slice(-4)}`
        : code(chance, `${LETTERS}23456789`, 6)
            .replace(/^\d/, 'K')
            .replace(/[A-Z]$/, '7');
    case 'prefixed':
      return `${prefix}-${last}`;
    case 'dated':
      return `${prefix}${year.slice(2)}-${last}`;
    case 'slashed':
      return `${prefix[0]}${last}/1`;
    case 'record':
      return code(chance, LETTERS, 6);
    case 'hotel':
      return chance.is(0.5)
        ? `${10_000_000 + chance.below(89_999_999)}`
        : `${1000 + chance.below(8999)}${prefix}${String(last).slice(-6).padStart(6, '0')}`;
    case 'policy':
      return `${prefix}${last}${10 + chance.below(89)}`;
    case 'tailed':
      return `${last}-0${1 + chance.below(2)}`;
  }
}

/** How an agent wrote it down: 14 % otherwise, 7 % wrongly, some not at all. */
export function typeReference(
  chance: Chance,
  reference: string,
  vendor: string,
  last: string,
  another: string | null,
): { typed: string | null; wrong: boolean } {
  const roll = chance.next();
  if (roll < 0.035) return { typed: null, wrong: false };
  if (roll < 0.105) return { typed: mistype(chance, reference, another), wrong: true };
  if (roll < 0.245) return { typed: otherwise(chance, reference, vendor, last), wrong: false };
  return { typed: reference, wrong: false };
}

function mistype(chance: Chance, reference: string, another: string | null): string {
  if (another !== null && chance.is(0.08)) return another;
  const at = 1 + chance.below(reference.length - 2);
  const [a, b] = [reference[at] ?? '', reference[at + 1] ?? ''];
  const roll = chance.next();
  if (roll < 0.4 && a !== b && /\w\w/.test(a + b))
    return reference.slice(0, at) + b + a + reference.slice(at + 2);
  if (roll < 0.6) return reference.slice(0, at) + reference.slice(at + 1);
  const digit = [...reference].findLastIndex((c) => /\d/.test(c));
  if (digit < 0) return reference.slice(0, at) + (a === 'B' ? 'P' : 'B') + reference.slice(at + 1);
  return `${reference.slice(0, digit)}${(Number(reference[digit]) + 1 + chance.below(8)) % 10}${reference.slice(digit + 1)}`;
}

function otherwise(chance: Chance, reference: string, vendor: string, last: string): string {
  const initials = vendor
    .split(' ')
    .map((word) => word[0])
    .join('')
    .toUpperCase();
  const ways = [
    () => reference.toLowerCase(),
    () => `#${reference}`,
    () => `${initials} ${reference}`,
    () => `conf ${reference}`,
    () => `${reference} / ${last}`,
    () => ` ${reference} `,
    () => reference.replace(/[-/]/g, ''),
    () => reference.replace(/^0+/, ''),
    () => reference.replace(/-0\d$/, ''),
    () =>
      reference.length > 6
        ? `${reference.slice(0, 4)} ${reference.slice(4)}`
        : `${reference.slice(0, 3)}-${reference.slice(3)}`,
  ];
  const changed = chance.of(ways)();
  return changed === reference ? `${reference} OK` : changed;
}
