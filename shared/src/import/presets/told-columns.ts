import type { ImportKind } from '../rules/fields';
import { words } from '../rules/words';
import type { PresetId } from './preset';
import { fileOf } from './presets';

/** Tables that exports of ClientBase name before a field (`PROFILE.First Name`), or behind it (`Profile No  (PROFILE)`). */
const TABLE = String.raw`(?:PROFILE|TRAVELER\/CONTACT|PROFILE TRAVELER\/CONTACT|[A-Z/]*ADDRTABLE|RESCARD|RESERVATION|ACTIVITY)`;
const BEFORE = new RegExp(String.raw`^\s*${TABLE}\s*\.\s*`);
const BEHIND = new RegExp(String.raw`\s*\(${TABLE}\)\s*$`);

/** Whether a name says the table its field is of. */
export const hasTable = (header: string): boolean => BEFORE.test(header) || BEHIND.test(header);

/** A name without the table its field is of. */
export const bareName = (header: string): string => header.replace(BEFORE, '').replace(BEHIND, '');

/** With its table before it, however the export writes it. */
const full = (header: string): string => {
  const table = BEHIND.exec(header)?.[0]
    .replace(/[\s()]+/g, ' ')
    .trim();
  return words(table ? `${table}.${bareName(header)}` : header);
};

/** What a program's preset says of a column: the field, with how sure (the smaller the surer), or why it stays behind. */
export type Told = { field: string; place: number } | { behind: string };

/** What the preset says of each column of a file; null where it does not know the name. */
export function toldColumns(
  kind: ImportKind,
  preset: PresetId | null,
  headers: readonly string[],
): (Told | null)[] {
  const file = fileOf(kind, preset);
  if (!file) return headers.map(() => null);
  const find = (name: string): Told | null => {
    const place = file.takes.findIndex(([each]) => words(each) === name);
    const [, field] = file.takes[place] ?? [];
    if (field !== undefined) return { field, place };
    const why = Object.entries(file.behind).find(([, names]) => names.some((each) => words(each) === name));
    return why ? { behind: why[0] } : null;
  };
  return headers.map((header) => find(full(header)) ?? find(words(bareName(header))));
}
