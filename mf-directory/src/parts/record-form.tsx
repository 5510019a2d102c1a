import { Link } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  Card,
  ErrorSummary,
  FormActions,
  FormLayout,
  SubmitKeys,
  submitOnModEnter,
  type FieldError,
} from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import '@paperplane/shared/ui/kit/form-layout-lazy.css';
import './record-form.css';

/** What a form says about itself. */
export interface RecordFormTexts {
  /** "Add customer". */
  submitLabel: string;
  /** Ends "Fix 2 fields to …". */
  purpose: string;
  failedTitle: string;
  /** What is needed and what can wait. */
  note: string;
  cancelTo: string;
}

interface RecordFormProps extends RecordFormTexts {
  /** "Customer". */
  label: string;
  errors: readonly FieldError[];
  /** A failure that belongs to no field. */
  failure: string | undefined;
  submitCount: number;
  busy: boolean;
  onSubmit: () => void;
  /** Over everything: the draft that is back. */
  banner?: ReactNode;
  /** Over the buttons. */
  aside?: ReactNode;
  /** The sections with the fields. */
  children: ReactNode;
}

/** The form of a record: its sections, and beside them what is to know before it is saved. */
export function RecordForm(props: RecordFormProps) {
  const { label, errors, failure, submitCount, busy, onSubmit, banner, aside, children } = props;
  return (
    <form
      noValidate
      onKeyDown={submitOnModEnter}
      onSubmit={(event) => {
        event.preventDefault();
        // Keys reach the form while it is saving; nothing must be added twice.
        if (!busy) onSubmit();
      }}
    >
      <FormLayout
        aside={
          <>
            {aside}
            <Card title="Before you save" line={false} padded={false}>
              <p className="pp-muted record-form-note">{props.note}</p>
              <FormActions>
                <Button type="submit" block loading={busy}>
                  {props.submitLabel}
                </Button>
                <Link to={props.cancelTo} className={buttonClass('ghost', { block: true })}>
                  <span>Cancel</span>
                </Link>
              </FormActions>
            </Card>
            <SubmitKeys verb="save" />
          </>
        }
      >
        {banner}
        <ErrorSummary
          errors={errors}
          purpose={props.purpose}
          message={failure}
          title={props.failedTitle}
          submitCount={submitCount}
        />
        <Card padded={false} label={label}>
          {children}
        </Card>
      </FormLayout>
    </form>
  );
}
