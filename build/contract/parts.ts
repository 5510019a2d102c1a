import fs from 'node:fs';
import path from 'node:path';
import { reportOnDatabase } from './database';
import { reportOnKit } from './kit';
import { reportOn, SOURCES } from './report';

const FOLDER = path.resolve(import.meta.dirname, '../../shared/api-report');

/** What deployed remotes were built against, in three parts under one number: a file each, and how it is written today. */
const PARTS = {
  'shared.api.md': () => reportOn(SOURCES),
  'database.api.md': reportOnDatabase,
  'kit.api.md': () => reportOnKit(),
} as const;

export type Report = Record<keyof typeof PARTS, string>;

const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];
const each = (text: (part: keyof typeof PARTS) => string): Report =>
  Object.fromEntries(NAMES.map((part) => [part, text(part)])) as Report;

/** As it was last released. */
export const readReport = (): Report => each((part) => fs.readFileSync(path.join(FOLDER, part), 'utf8'));

export const writeReport = (report: Report): void => {
  for (const [part, text] of Object.entries(report)) fs.writeFileSync(path.join(FOLDER, part), text);
};

/** As the code says it today. */
export const reportOfToday = (): Report => each((part) => PARTS[part]());

/** All of it as one text, the number first. */
export const wholeOf = (report: Report): string => Object.values(report).join('\n');
