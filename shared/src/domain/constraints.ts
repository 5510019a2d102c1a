/** What a refused constraint means to a person, and the field of the form it belongs to. */
export interface ConstraintError {
  field: string;
  message: string;
}

const CONSTRAINTS: Record<string, ConstraintError> = {};

/** Finds the constraint named in a database message, or null. */
export function constraintError(message: string): ConstraintError | null {
  const name = /constraint "([a-z0-9_]+)"/.exec(message)?.[1];
  return (name && CONSTRAINTS[name]) || null;
}
