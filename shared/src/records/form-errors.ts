import type { FieldErrors, FieldValues } from '@paperplane/shared/forms';
import type { FieldError } from '../ui';

type Problem = { message?: string } | undefined;

const listed = (name: string, problem: Problem): FieldError[] =>
  problem?.message ? [{ name, message: problem.message }] : [];

/** Every error of a form by its input's name, in the order of the form; those of rows name the row's field. */
export function formErrors<Values extends FieldValues>(
  fields: readonly string[],
  errors: FieldErrors<Values>,
): FieldError[] {
  return fields.flatMap((name) => {
    const error = errors[name] as unknown;
    const ofAll = listed(name, (error as { root?: Problem } | undefined)?.root ?? (error as Problem));
    if (!Array.isArray(error)) return ofAll;
    const ofRows = (error as (Record<string, Problem> | undefined)[]).flatMap((row, index) =>
      Object.entries(row ?? {}).flatMap(([key, problem]) => listed(`${name}.${index}.${key}`, problem)),
    );
    return ofRows.length > 0 ? ofRows : ofAll;
  });
}
