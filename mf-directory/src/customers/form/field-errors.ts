import type { FieldErrors } from '@paperplane/shared/forms';
import type { FieldError } from '@paperplane/shared/ui';
import { CUSTOMER_FIELDS, type CustomerValues } from './customer-values';

type Problem = { message?: string } | undefined;

/** Every error of the form by its input's name, in the order of the form; those of rows name the row's field. */
export function fieldErrors(errors: FieldErrors<CustomerValues>): FieldError[] {
  return CUSTOMER_FIELDS.flatMap((name) => {
    const error = errors[name] as unknown;
    if (!Array.isArray(error)) return listed(name, error as Problem);
    return (error as (Record<string, Problem> | undefined)[]).flatMap((row, index) =>
      Object.entries(row ?? {}).flatMap(([key, problem]) => listed(`${name}.${index}.${key}`, problem)),
    );
  });
}

const listed = (name: string, problem: Problem): FieldError[] =>
  problem?.message ? [{ name, message: problem.message }] : [];
