import {
  changedFieldsText,
  compareRecords,
  ConflictDialog,
  mergeRecords,
  type ConflictDialogProps,
  type PartRules,
  type Rules,
} from '../ui';
import type { RecordChange } from './record-outcome';

/** A record in three states. */
export interface Conflict<Saved> {
  /** As the form was opened with it. */
  before: Saved;
  /** As it stands now. */
  theirs: Saved;
  /** As it was typed. */
  mine: Saved;
  /** What happened meanwhile, oldest first. */
  changes: readonly RecordChange[];
}

export interface RecordConflictProps<Saved> {
  conflict: Conflict<Saved>;
  timeZone: string;
  /** Save this one, over the record as it stands now. */
  onResolve: (merged: Saved) => void;
  /** Back to the form; nothing has been saved. */
  onClose: () => void;
}

interface ConflictTexts<Saved, Part extends string>
  extends RecordConflictProps<Saved>, Pick<ConflictDialogProps<Part>, 'noun' | 'alsoTaken' | 'lock'> {
  rules: Rules<Saved, Part>;
  /** Whether a part may no longer change. */
  isLocked?: (part: Part) => boolean;
  /** Fields as a sentence names them: "the phone". */
  names: Readonly<Record<string, string>>;
}

/** Somebody else saved the record first: says who changed what, and lets one choose. */
export function RecordConflict<Saved, Part extends string>(props: ConflictTexts<Saved, Part>) {
  const { rules, isLocked, names, conflict, onResolve, ...dialog } = props;
  const { before, theirs, mine, changes } = conflict;
  const comparison = compareRecords(rules, before, theirs, mine, isLocked);
  return (
    <ConflictDialog
      {...dialog}
      history={changes.map(({ changedBy, changedAt, changedFields, comment }) => ({
        who: changedBy,
        what: changedFieldsText(names, changedFields, `the ${props.noun}`),
        at: changedAt,
        comment,
      }))}
      comparison={comparison}
      onSave={(choices) => onResolve(mergeRecords(rules, theirs, mine, comparison, choices))}
    />
  );
}

/** Rows as words: the fields of one with spaces between them. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A part that is one field: lists are one text. @param show of what is not shown as it is stored */
export const plainPart = <Saved, Name extends keyof Saved>(
  label: string,
  name: Name,
  show: (value: Saved[Name]) => string = plainText,
): PartRules<Saved> => ({
  label,
  key: (record) => JSON.stringify(record[name] ?? ''),
  show: (record) => show(record[name]) || 'empty',
  copy: (from) => ({ [name]: from[name] }) as unknown as Partial<Saved>,
});
