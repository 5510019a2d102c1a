import { createHash, randomUUID } from 'node:crypto';
import { sql } from './database';
import type { Person } from './test-agency';

/** A row as the import sends it. */
export interface ImportRow {
  row_number: number;
  [column: string]: unknown;
}

/** What `import_rows` answers. */
export interface RowsAnswer {
  added: number;
  skipped: number;
  skips: { row_number: number; reason: string; twin: { row?: number; name?: string; detail?: string } }[];
  errors: { row_number: number; field: string; message: string }[];
  adds: { row_number: number; [said: string]: unknown }[];
}

/** What `undo_import` answers. */
export interface UndoAnswer {
  removed: number;
  kept: { id: string; name: string; reason: string }[];
  kept_count: number;
  more: boolean;
}

export const fileHash = (content: string = randomUUID()): string =>
  createHash('sha256').update(content).digest('hex');

export interface ImportInput {
  kind?: 'customers' | 'vendors' | 'sales';
  file_name?: string;
  file_hash?: string;
  headers?: string[];
  mapping?: Record<string, string>;
  total_rows?: number;
}

/** Begins an import as this person. */
export const begin = (person: Person, input: ImportInput = {}) =>
  person.api.rpc('begin_import', {
    kind: 'customers',
    file_name: 'people.csv',
    file_hash: fileHash(),
    headers: ['First name', 'Last name', 'E-mail'],
    mapping: {},
    total_rows: 10,
    ...input,
  });

/** Begins an import and answers its id; throws when that is refused. */
export async function beginImport(person: Person, input: ImportInput = {}): Promise<string> {
  const { data, error } = await begin(person, input);
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return (data as { batch_id: string }).batch_id;
}

const answerOf = <Answer>({
  data,
  error,
}: {
  data: unknown;
  error: { code: string; message: string } | null;
}): Answer => {
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data as Answer;
};

export const importRows = async (person: Person, batch: string, rows: ImportRow[]): Promise<RowsAnswer> =>
  answerOf(await person.api.rpc('import_rows', { batch_id: batch, rows: rows as never }));

/** What the check of a file says: its portions one after the other. */
export async function checkRows(
  person: Person,
  { kind = 'customers', file_hash = fileHash(), mapping = {} }: ImportInput,
  ...portions: ImportRow[][]
): Promise<RowsAnswer[]> {
  const answers: (RowsAnswer & { check_id?: string })[] = [];
  let check_id: string | undefined;
  for (const [index, rows] of portions.entries()) {
    const answer = answerOf<RowsAnswer & { check_id: string }>(
      await person.api.rpc('check_import_rows', {
        kind,
        file_hash,
        mapping,
        rows: rows as never,
        check_id,
        is_last: index === portions.length - 1,
      }),
    );
    check_id = answer.check_id;
    delete (answer as { check_id?: string }).check_id;
    answers.push(answer);
  }
  return answers;
}

export const finish = async (person: Person, batch: string, extra: object = {}) =>
  answerOf<Record<string, unknown>>(await person.api.rpc('finish_import', { batch_id: batch, ...extra }));

export const undo = async (person: Person, batch: string): Promise<UndoAnswer> =>
  answerOf(await person.api.rpc('undo_import', { batch_id: batch }));

/** People with an address of their own, numbered from 1. */
export const people = (count: number, host: string = randomUUID().slice(0, 8)): ImportRow[] =>
  Array.from({ length: count }, (_, index) => ({
    row_number: index + 1,
    first_name: `First ${index + 1}`,
    last_name: 'Import',
    email: `p${index + 1}@${host}.test`,
  }));

/** How many records of a batch there are. */
export async function recordsOf(
  batch: string,
  table: 'customers' | 'vendors' | 'sales' = 'customers',
): Promise<number> {
  const [row] = await sql<{ n: string }>(
    `select count(*) as n from public.${table} where import_batch_id = $1`,
    [batch],
  );
  return Number(row?.n);
}
