import { useState, type ChangeEvent } from 'react';
import { fieldId } from '@paperplane/shared/ui';

type Values = Record<string, string | boolean>;
export type Problems<T> = { readonly [K in keyof T]?: string };

const keys = <T extends Values>(values: T) => Object.keys(values) as (keyof T & string)[];

/**
 * What is typed into a small form, and what is wrong with it. Problems show at a field once it was left with something in it,
 * and at all fields after a submit; a refusal of the server shows until its field changes.
 * @param validate the rules, in the order of the fields; must be pure
 */
export function useFields<T extends Values>(initial: T, validate: (values: T) => Problems<T>) {
  const [values, setValues] = useState(initial);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<Problems<T>>({});
  const problems = validate(values);

  const errorOf = (name: keyof T & string): string | undefined =>
    refusals[name] ?? (checked.has(name) ? problems[name] : undefined);

  const set = (name: keyof T & string, value: string | boolean) => {
    setValues((before) => ({ ...before, [name]: value }));
    setRefusals({});
  };

  const focus = (name: string) => document.getElementById(fieldId(name))?.focus();

  return {
    values,
    /** Writes a field, as if it had been typed. */
    set,
    /** Spreads into a TextField, a SelectField or a TextArea. */
    text: (name: keyof T & string) => ({
      name,
      value: String(values[name]),
      error: errorOf(name),
      required: true,
      onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
      onBlur: () => values[name] !== '' && setChecked((before) => new Set([...before, name])),
    }),
    /** Spreads into a Checkbox. */
    box: (name: keyof T & string) => ({
      name,
      checked: values[name] === true,
      error: errorOf(name),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.checked),
    }),
    /** Checks everything; the first wrong field takes the focus. True when the form may be sent. */
    check: (): boolean => {
      setChecked(new Set(keys(values)));
      const first = keys(values).find((name) => problems[name]);
      if (first) focus(first);
      return !first;
    },
    /** Shows what the server says about one field; what was typed stays. */
    refuse: (name: keyof T & string, message: string) => {
      setRefusals({ [name]: message } as Problems<T>);
      focus(name);
    },
  };
}
