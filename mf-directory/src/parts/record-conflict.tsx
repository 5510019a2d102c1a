import { countryName } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import {
  changedFieldsText,
  compareRecords,
  ConflictDialog,
  mergeRecords,
  type PartRules,
  type Rules,
} from '@paperplane/shared/ui';
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
  /** Save this one, over the record as it stands now. */
  onResolve: (merged: Saved) => void;
  /** Back to the form; nothing has been saved. */
  onClose: () => void;
}

interface ConflictTexts<Saved, Part extends string> extends RecordConflictProps<Saved> {
  /** "customer". */
  noun: string;
  rules: Rules<Saved, Part>;
  /** Fields as a sentence names them: "the phone". */
  names: Readonly<Record<string, string>>;
}

/** Somebody else saved the record first: says who changed what, and lets one choose. */
export function RecordConflict<Saved, Part extends string>(props: ConflictTexts<Saved, Part>) {
  const { noun, rules, names, conflict, onResolve, onClose } = props;
  const { before, theirs, mine, changes } = conflict;
  const { timeZone } = useCurrentUser().organization;
  const comparison = compareRecords(rules, before, theirs, mine);
  return (
    <ConflictDialog
      noun={noun}
      history={changes.map(({ changedBy, changedAt, changedFields }) => ({
        who: changedBy,
        what: changedFieldsText(names, changedFields, `the ${noun}`),
        at: changedAt,
      }))}
      comparison={comparison}
      timeZone={timeZone}
      onSave={(choices) => onResolve(mergeRecords(rules, theirs, mine, comparison, choices))}
      onClose={onClose}
    />
  );
}

/** Rows as words: the fields of one with spaces between them. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The columns of an address as a sentence names them. */
export const ADDRESS_NAMES = {
  address_line_1: 'the address',
  address_line_2: 'the address',
  city: 'the address',
  region: 'the address',
  postal_code: 'the address',
  country: 'the address',
};

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

type Address = Record<
  'addressLine1' | 'addressLine2' | 'city' | 'region' | 'postalCode' | 'country',
  string | null
>;

/** The parts of an address, in the order of the form. */
export const addressParts = <Saved extends Address>() => ({
  addressLine1: plainPart<Saved, 'addressLine1'>('Address line 1', 'addressLine1'),
  addressLine2: plainPart<Saved, 'addressLine2'>('Address line 2', 'addressLine2'),
  city: plainPart<Saved, 'city'>('City', 'city'),
  region: plainPart<Saved, 'region'>('State or region', 'region'),
  postalCode: plainPart<Saved, 'postalCode'>('Postal code', 'postalCode'),
  country: plainPart<Saved, 'country'>('Country', 'country', (code) => (code ? countryName(code) : '')),
});
