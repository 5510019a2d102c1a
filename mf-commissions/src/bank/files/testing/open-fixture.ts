import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BankFileEngine, type NumberedLine, type OpenedBankFile, type ReadBankFile } from '../engine/engine';
import type { CsvReading } from '../csv/reading';

const FOLDER = path.resolve(__dirname, '../fixtures');

export interface Opened {
  engine: BankFileEngine;
  opened: OpenedBankFile;
}

/** A file as a browser hands it over. */
export const asFile = (content: string | Buffer, name = 'bank.csv'): File =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name);

export const fixtureBytes = (name: string): Buffer => readFileSync(path.join(FOLDER, name));

/** Opens a file in an engine of its own. */
export async function openContent(content: string | Buffer, name?: string): Promise<Opened> {
  const engine = new BankFileEngine();
  return { engine, opened: await engine.open(asFile(content, name)) };
}

/** Opens and reads a fixture as it is guessed, with answers to what the file leaves open. */
export async function readFixture(
  name: string,
  answers: Partial<CsvReading> = {},
): Promise<Opened & { read: ReadBankFile; lines: NumberedLine[][] }> {
  const { engine, opened } = await openContent(fixtureBytes(name), name);
  const read = engine.read(opened.reading && { ...opened.reading, ...answers });
  return {
    engine,
    opened,
    read,
    lines: read.statements.map((_each, index) => engine.portion(index, 0, 1000)),
  };
}

/** What a test compares: day, amount, text. */
export const brief = (lines: readonly NumberedLine[] = []): string[] =>
  lines.map(({ bookedOn, amount, text }) => `${bookedOn} ${amount} ${text}`);
