import * as v from 'valibot';

type TextSchema = v.GenericSchema<string, unknown>;

/**
 * What is wrong with each field of a small form, by its name.
 * @param schemas one per field that has rules
 * @param values what was typed
 */
export function fieldProblems<K extends string>(
  schemas: Readonly<Record<K, TextSchema>>,
  values: Readonly<Record<K, string>>,
): Partial<Record<K, string>> {
  const problems: Partial<Record<K, string>> = {};
  for (const name of Object.keys(schemas) as K[]) {
    const result = v.safeParse(schemas[name], values[name]);
    if (!result.success) problems[name] = result.issues[0].message;
  }
  return problems;
}
