import { camelCase } from '@paperplane/shared/domain';
import type { Db } from '@paperplane/shared/platform';

/** The same with the browser's names for keys. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelCase(key), renamed(inner)]));
}

/** What a function of the database answers, in the browser's names. */
export const read = <Answer>(answer: unknown): Answer => renamed(answer) as Answer;

/** Asks a function of the database by its name; endpoints do so, and nothing else. */
export const call =
  (name: string, args: Record<string, unknown> = {}) =>
  (db: Db) =>
    db.rpc(name as never, args as never);
