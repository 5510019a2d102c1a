import { useEffect, useRef, type MouseEvent } from 'react';
import { plural } from '../../domain/plural';
import { fieldId } from './field-shell';
import { InlineBanner } from '../feedback/inline-banner';

export interface FieldError {
  /** The input's `name`. */
  name: string;
  message: string;
}

export interface ErrorSummaryProps {
  /** In the order of the form. Renders nothing when both this and `message` are empty. */
  errors: readonly FieldError[];
  /** Ends "Fix 2 fields to …": "create this sale". */
  purpose: string;
  /** A failure that belongs to no field. */
  message?: string | null;
  /** Title over `message`: "Sale not created". */
  title?: string;
  /** Count of submits (`formState.submitCount`): the summary takes the focus after each that failed. */
  submitCount?: number;
}

function focusField(event: MouseEvent, name: string) {
  // By hand: a hash in the address would be a navigation.
  event.preventDefault();
  const control = document.getElementById(fieldId(name)) ?? document.getElementsByName(name)[0];
  control?.focus();
  control?.scrollIntoView?.({ block: 'center' });
}

/** What stops a form, with a link to each field. */
export function ErrorSummary({ errors, purpose, message, title, submitCount = 0 }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = errors.length > 0 || Boolean(message);

  // Only after a submit: an error that appears on blur must not take the focus from the next field.
  useEffect(() => {
    if (submitCount > 0) ref.current?.focus();
  }, [submitCount]);

  if (!shown) return null;
  return (
    <InlineBanner
      ref={ref}
      tone="danger"
      title={errors.length > 0 ? `Fix ${plural(errors.length, 'field')} to ${purpose}` : title}
    >
      {message && <p>{message}</p>}
      {errors.length > 0 && (
        <ul className="pp-banner-list">
          {errors.map(({ name, message: text }) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`} onClick={(event) => focusField(event, name)}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </InlineBanner>
  );
}
