import { MESSAGES } from './messages';

/** What a refused constraint means to a person, and the field of the form it belongs to. */
export interface ConstraintError {
  field: string;
  message: string;
}

/** A message at a field. */
export const at = (field: string, message: string): ConstraintError => ({ field, message });

/** An account or a row that is written by the database alone: no form shows it, but no refusal goes unexplained. */
export const internal = at('', MESSAGES.invalid);

/** Constraints that no form can meet: `{table: 'suffix suffix'}` of their names. */
export const internalOf = (
  tables: Readonly<Record<string, string>>,
): Readonly<Record<string, ConstraintError>> =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([table, names]) =>
      names.split(' ').map((name) => [`${table}_${name}`, internal]),
    ),
  );
