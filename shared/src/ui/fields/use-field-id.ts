import { useId } from 'react';
import { fieldId } from './field-shell';

/** The id given, else one made of the name, else a generated one. */
export function useFieldId(id?: string, name?: string): string {
  const generated = useId();
  return id ?? (name ? fieldId(name) : generated);
}
