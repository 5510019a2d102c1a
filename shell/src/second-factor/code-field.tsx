import { useEffect, useId } from 'react';
import { FieldShell } from '@paperplane/shared/ui';
import { CODE_LENGTH, digitsOf } from './code-rules';
import { useFocus } from './use-focus';
import './second-factor.css';

interface CodeFieldProps {
  label: string;
  value: string;
  error?: string | null;
  disabled?: boolean;
  /** Gets digits alone, six at most, also where more was pasted. */
  onChange: (digits: string) => void;
}

const CELLS = Array.from({ length: CODE_LENGTH }, (_each, at) => at);

/** The six digits of an authenticator: one input, which takes a paste and what the system offers, drawn as six boxes. A refused code is marked, and the next digit replaces it. */
export function CodeField({ label, value, error, disabled, onChange }: CodeFieldProps) {
  // Of its own: its dialog stands over forms that may have a field of any name.
  const id = useId();
  const input = useFocus();
  useEffect(() => {
    if (!error || disabled) return;
    input.current?.focus();
    input.current?.select();
  }, [error, disabled, input]);

  return (
    <FieldShell id={id} label={label} error={error}>
      <div className="code-field" data-invalid={error ? true : undefined}>
        <input
          ref={input}
          id={id}
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          value={value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-help` : undefined}
          onChange={({ target }) => onChange(digitsOf(target.value))}
        />
        {CELLS.map((at) => (
          <span
            key={at}
            aria-hidden="true"
            data-next={at === Math.min(value.length, CELLS.length - 1) ? true : undefined}
          >
            {value[at]}
          </span>
        ))}
      </div>
    </FieldShell>
  );
}
