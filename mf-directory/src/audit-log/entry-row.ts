import type { CsvValue } from '@paperplane/shared/domain';
import type { AnswerOf } from '@paperplane/shared/platform';
import { actionWords } from './action-words';
import type { contract } from './contract';
import { actorText, factsText, fieldWords, recordText, valueText } from './entry-words';

type Entry = AnswerOf<typeof contract, 'read_audit_log'>['rows'][number];

/** The head of an export. */
export const HEAD = [
  'Entry',
  'When (UTC)',
  'Who',
  'Kind',
  'What',
  'Record',
  'Note',
  'Amount',
  'Before and after',
  'Device',
] as const;

/** An entry as a row of an export: the words of the page, the moment in ISO, amounts plain. */
export function entryRow(entry: Entry, currency: string): CsvValue[] {
  const changes = entry.changes.map(
    ({ field, before, after }) =>
      `${fieldWords(field)}: ${valueText(field, before, currency)} to ${valueText(field, after, currency)}`,
  );
  return [
    entry.entry,
    entry.at,
    actorText(entry),
    entry.kind,
    actionWords(entry.action),
    recordText(entry),
    entry.record.note ?? entry.party,
    entry.record.amount ?? entry.amount,
    [...changes, factsText(entry)].filter(Boolean).join('; '),
    entry.device,
  ];
}
