import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a screen asked the API for: ids and days are placeholders (`{sales}`, `{day-30}`). */
export interface Asked {
  method: string;
  path: string;
  body?: unknown;
}

/** Of each screen, who opened it when it was recorded, and all it asked for. */
export type Journal = Record<string, Asked[]>;

const FILE = path.join(path.dirname(fileURLToPath(import.meta.url)), 'journal.json');

export const readJournal = (): Journal => JSON.parse(fs.readFileSync(FILE, 'utf8')) as Journal;

export const writeJournal = (journal: Journal): void =>
  fs.writeFileSync(FILE, `${JSON.stringify(journal, null, 2)}\n`);

const DAY = 86_400_000;
const midnight = () => Date.parse(new Date().toISOString().slice(0, 10));

/** Days as so many before or after today: a journal stays good when time passes. */
export const withoutDays = (text: string): string =>
  text.replace(/\b20\d\d-\d\d-\d\d\b/g, (day) => {
    const ago = Math.round((midnight() - Date.parse(day)) / DAY);
    return `{day${ago < 0 ? `+${-ago}` : `-${ago}`}}`;
  });

/** The other way round, with ids of an agency in place of the placeholders. @param pick an id of a table, or of who asks */
export const filledIn = (text: string, pick: (table: string) => string): string =>
  text
    .replace(/\{day([+-]\d+)\}/g, (_, days: string) =>
      new Date(midnight() + Number(days) * DAY).toISOString().slice(0, 10),
    )
    .replace(/\{([a-z_]+)\}/g, (_, table: string) => pick(table));
