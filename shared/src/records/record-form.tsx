import type { FieldValues, Path, UseFormReturn } from '@paperplane/shared/forms';
import { Link } from '@paperplane/shared/platform';
import type { ReactNode } from 'react';
import {
  Button,
  buttonClass,
  Card,
  ErrorSummary,
  FormActions,
  FormLayout,
  SubmitKeys,
  submitOnModEnter,
} from '../ui';
import '../ui/kit/form-layout-lazy.css';
import { formErrors } from './form-errors';
import './record-form.css';

/** What a form says about itself. */
export interface RecordFormTexts {
  /** "Add customer". */
  submitLabel: string;
  /** Ends "Fix 2 fields to …". */
  purpose: string;
  failedTitle: string;
  cancelTo: string;
  /** What is needed and what can wait; or what the sums come to, under a title of its own. */
  note: ReactNode;
  noteTitle?: string;
  /** What the keys do: "save". */
  verb?: string;
}

interface RecordFormProps<Values extends FieldValues, Input> extends RecordFormTexts {
  /** "Customer". */
  label: string;
  /** Of a record's editor. */
  editor: { form: UseFormReturn<Values, unknown, Input>; fields: readonly Path<Values>[] };
  onSubmit: () => void;
  /** Over everything: the draft that is back. */
  banner?: ReactNode;
  /** Over the fields: why some of them are locked. */
  notice?: ReactNode;
  /** Over the buttons. */
  aside?: ReactNode;
  /** The sections with the fields. */
  children: ReactNode;
}

/** The form of a record: its sections, and beside them what is to know before it is saved. */
export function RecordForm<Values extends FieldValues, Input>(props: RecordFormProps<Values, Input>) {
  const { label, editor, onSubmit, banner, notice, aside, children } = props;
  const { note, noteTitle = 'Before you save', verb = 'save' } = props;
  const { errors, isSubmitting, submitCount } = editor.form.formState;
  return (
    <form
      noValidate
      onKeyDown={submitOnModEnter}
      onSubmit={(event) => {
        event.preventDefault();
        // Keys reach the form while it is saving; nothing must be added twice.
        if (!isSubmitting) onSubmit();
      }}
    >
      <FormLayout
        aside={
          <>
            {aside}
            <Card title={noteTitle} line={false} padded={false}>
              {typeof note === 'string' ? <p className="pp-muted record-form-note">{note}</p> : note}
              <FormActions>
                <Button type="submit" block loading={isSubmitting}>
                  {props.submitLabel}
                </Button>
                <Link to={props.cancelTo} className={buttonClass('ghost', { block: true })}>
                  <span>Cancel</span>
                </Link>
              </FormActions>
            </Card>
            <SubmitKeys verb={verb} />
          </>
        }
      >
        {banner}
        <ErrorSummary
          errors={formErrors(editor.fields, errors)}
          purpose={props.purpose}
          message={errors.root?.['server']?.message}
          title={props.failedTitle}
          submitCount={submitCount}
        />
        {notice}
        <Card padded={false} label={label}>
          {children}
        </Card>
      </FormLayout>
    </form>
  );
}
