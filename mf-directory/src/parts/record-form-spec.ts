import type { GenericSchema } from 'valibot';

/** Everything a form holds is text as typed; the schema turns it into what is sent. */
export type FormTexts = Record<string, string>;

export interface FieldSpec {
  /** The spec's field name in camelCase. */
  name: string;
  /** Those words. */
  label: string;
  kind?: 'text' | 'email' | 'tel' | 'url' | 'percent' | 'notes';
  optional?: boolean;
  autoComplete?: string;
  hint?: string;
  placeholder?: string;
  /** Across both columns. */
  wide?: boolean;
}

export interface SectionSpec {
  title: string;
  hint: string;
  fields: readonly FieldSpec[];
}

/** A form as data: its fields, and the schema from typed texts to what the endpoint takes. */
export interface FormSpec<Output> {
  sections: readonly SectionSpec[];
  schema: GenericSchema<FormTexts, Output>;
}

/** Names of all fields, in the order of the form. */
export const fieldNames = (sections: readonly SectionSpec[]): string[] =>
  sections.flatMap(({ fields }) => fields.map(({ name }) => name));
