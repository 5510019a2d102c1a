import { LIMITS } from '../../domain';

/** How the text of a cell is read. A birthday lies in the past, which a year of two digits leaves open; any other day is of this century. */
export type Reading =
  | 'text'
  | 'email'
  | 'emails'
  | 'phones'
  | 'birthday'
  | 'day'
  | 'country'
  | 'website'
  | 'percent'
  | 'money'
  | 'currency'
  | 'days'
  | 'choice'
  | 'list';

/** Something a column of a file can hold. */
export interface ImportField {
  key: string;
  label: string;
  reading: Reading;
  /** Longest text, or the most of a list's texts. */
  max: number;
  /** An amount that may be below zero. */
  signed?: boolean;
  /** Other names for it, beside the label and the key: lower case, in full words, the surest first. */
  also?: readonly string[];
  /** What a choice may be, and the words for it: the first is what people read. */
  choices?: Readonly<Record<string, readonly string[]>>;
}

/** Whether a field holds a date. */
export const isDay = ({ reading }: ImportField): boolean => reading === 'day' || reading === 'birthday';

/** A field whose column may be headed by its key, its label or one of `also`. */
export const field = (
  key: string,
  label: string,
  reading: Reading,
  max: number,
  also?: readonly string[],
): ImportField => ({ key, label, reading, max, also });

/** Every kind has notes. */
export const NOTES = field('notes', 'Notes', 'text', LIMITS.notes, [
  'note',
  'comment',
  'comments',
  'remarks',
  'memo',
]);
