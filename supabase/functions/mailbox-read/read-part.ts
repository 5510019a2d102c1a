import type { SupabaseClient } from '@supabase/supabase-js';
import { callDatabase } from '../_shared/database.ts';
import { typeOfFile } from '../_shared/mailbox/file-type.ts';
import { bytesAt, putFile } from '../_shared/mailbox/stored.ts';
import { FileProblem } from '../_shared/made/statement-reader.js';
import { statementIn, TooMuchHere } from './in-thread.ts';
import type { ReadingHints } from './read-file.ts';

interface TakenPart extends ReadingHints {
  path: string;
  file_name: string;
  document_path: string;
  attempts: number;
}

/** What became of a part, as `finish_mail_part` takes it. */
interface Result {
  state: 'read' | 'to_read' | 'kept' | 'refused';
  type?: string;
  code?: string;
  params?: Record<string, unknown>;
  statement?: unknown;
}

const STATEMENT_TYPES =
  /^(application\/pdf|text\/|application\/vnd\.openxmlformats-officedocument\.spreadsheetml)/;
/** What is larger takes longer than a function has: a browser reads it. */
const MOST_READ = 4_000_000;
/** What a document of this type becomes. */
async function resultOf(bytes: Uint8Array<ArrayBuffer>, type: string, part: TakenPart): Promise<Result> {
  if (!STATEMENT_TYPES.test(type)) return { state: 'kept', type, code: 'no_statement' };
  const tooMuchHere = { state: 'to_read', type, code: 'too_much_here' } as const;
  // Twice it took too long here.
  if (bytes.length > MOST_READ || part.attempts > 2) return tooMuchHere;
  try {
    const { file_name: name, money, references } = part;
    const statement = await statementIn({ bytes, name, money, references });
    return statement ? { state: 'read', type, statement } : { state: 'kept', type, code: 'no_statement' };
  } catch (error) {
    if (error instanceof TooMuchHere) return tooMuchHere;
    if (!(error instanceof FileProblem)) throw error;
    return { state: 'kept', type, code: 'unreadable', params: { why: error.message } };
  }
}

/** Reads a part of a mail: what may be a document becomes one of the vendor, what is a statement is compared. */
export async function readPart(client: SupabaseClient, partId: string): Promise<void> {
  const part = await callDatabase<TakenPart | null>(client, 'take_mail_part', { part_id: partId });
  if (!part) return;
  const bytes = await bytesAt(client, part.path);
  const found = await typeOfFile(bytes, part.file_name);
  let result: Result = { state: 'refused', ...found };
  if ('type' in found) {
    result = await resultOf(bytes, found.type, part);
    const { type: contentType } = found;
    await putFile(client, 'documents', { path: part.document_path, bytes, contentType });
  }
  await callDatabase(client, 'finish_mail_part', { part_id: partId, result });
}
