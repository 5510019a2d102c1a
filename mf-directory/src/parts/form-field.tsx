import type { UseFormRegister } from '@paperplane/shared/forms';
import { PercentField, TextArea, TextField } from '@paperplane/shared/ui';
import type { FieldSpec, FormTexts } from './record-form-spec';

export interface FormFieldProps {
  spec: FieldSpec;
  error?: string;
  /** What the form's `register(name)` answers. */
  registration: ReturnType<UseFormRegister<FormTexts>>;
}

/** One field of a record form. */
export function FormField({ spec, error, registration }: FormFieldProps) {
  const { kind = 'text', wide, label, optional, autoComplete, hint, placeholder } = spec;
  const props = { label, optional, autoComplete, hint, placeholder, error, ...registration };
  return (
    <div className={wide ? 'full' : undefined}>
      {kind === 'notes' && <TextArea {...props} />}
      {kind === 'percent' && <PercentField {...props} />}
      {kind !== 'notes' && kind !== 'percent' && <TextField type={kind} {...props} />}
    </div>
  );
}
