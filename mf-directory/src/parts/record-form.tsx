import { Link } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  Card,
  ErrorSummary,
  FormActions,
  FormLayout,
  FormSection,
  submitOnModEnter,
} from '@paperplane/shared/ui';
import { FormField } from './form-field';
import type { FormSpec, FormTexts } from './record-form-spec';
import { useRecordForm } from './use-record-form';
import './record-form.css';
import '@paperplane/shared/ui/kit/form-layout-late.css';

export interface RecordFormProps<Output> {
  spec: FormSpec<Output>;
  initial: FormTexts;
  save: (output: Output) => Promise<void>;
  /** "Add customer". */
  submitLabel: string;
  /** Ends "Fix 2 fields to …": "add this customer". */
  purpose: string;
  /** Over a failure that belongs to no field: "Customer not added". */
  failedTitle: string;
  cancelTo: string;
  /** What is needed and what can wait. */
  note: string;
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Adds or edits a record; customers and vendors differ in data, not in code. */
export function RecordForm<Output>(props: RecordFormProps<Output>) {
  const { spec, initial, save, submitLabel, purpose, failedTitle, cancelTo, note } = props;
  const form = useRecordForm(spec, initial, save);
  const actions = (
    <Card title="Before you save" line={false} padded={false}>
      <p className="pp-muted record-form-note">{note}</p>
      <FormActions>
        <Button type="submit" block loading={form.isSaving}>
          {submitLabel}
        </Button>
        <Link to={cancelTo} className={buttonClass('ghost', { block: true })}>
          <span>Cancel</span>
        </Link>
      </FormActions>
    </Card>
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Keys reach the form while it is saving; a record must not be added twice.
        if (!form.isSaving) void form.submit(event);
      }}
      onKeyDown={submitOnModEnter}
    >
      <FormLayout
        aside={
          <>
            {actions}
            <p className="pp-xs pp-muted only-d record-form-keys">
              <kbd className="pp-kbd">{isMac() ? '⌘' : 'Ctrl'}</kbd> <kbd className="pp-kbd">↵</kbd> to save
            </p>
          </>
        }
      >
        <ErrorSummary
          errors={form.summary}
          purpose={purpose}
          message={form.failure}
          title={failedTitle}
          submitCount={form.submitCount}
        />
        <Card padded={false}>
          {spec.sections.map(({ title, hint, fields }) => (
            <FormSection key={title} title={title} hint={hint}>
              <div className="pp-formgrid">
                {fields.map((field) => (
                  <FormField
                    key={field.name}
                    spec={field}
                    error={form.errorOf(field.name)}
                    registration={form.field(field.name)}
                  />
                ))}
              </div>
            </FormSection>
          ))}
        </Card>
      </FormLayout>
    </form>
  );
}
