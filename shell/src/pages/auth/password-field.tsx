import { useState } from 'react';
import { Eye, EyeOff, IconButton, TextField, useFieldId, type TextFieldProps } from '@paperplane/shared/ui';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'suffix'> {
  /** What a password manager does here: fills in the one it knows, or offers one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password, with a button that shows what was typed. */
export function PasswordField(props: PasswordFieldProps) {
  const id = useFieldId(props.id, props.name);
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      id={id}
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          size="sm"
          label={shown ? 'Hide password' : 'Show password'}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff className="pp-i" /> : <Eye className="pp-i" />}
        </IconButton>
      }
    />
  );
}
