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
} from '@paperplane/shared/ui';
import { useEffect, useId, type ReactNode } from 'react';
import '@paperplane/shared/ui/kit/form-layout-late.css';
import type { CustomerInput, DuplicateProbe } from '../customer';
import { DuplicateList } from './duplicate-list';
import { fieldErrors } from './field-errors';
import { AddressSection, ContactSection, EmergencySection, NameSection } from './person-sections';
import { PreferencesSection, TagsAndNotesSection } from './travel-sections';
import type { CustomerEditor } from './use-customer-editor';
import { useDuplicates } from './use-duplicates';
import './customer-form.css';

export interface CustomerFormProps {
  editor: CustomerEditor;
  /** Who is edited; `null` for a new customer. */
  customerId: string | null;
  /** What was known before of what duplicates are found by. */
  unchanged: DuplicateProbe | null;
  save: (input: CustomerInput) => Promise<void>;
  /** "Add customer". */
  submitLabel: string;
  /** Ends "Fix 2 fields to …": "add this customer". */
  purpose: string;
  /** Over a failure that belongs to no field: "Customer not added". */
  failedTitle: string;
  cancelTo: string;
  /** What is needed and what can wait. */
  note: string;
  suggestions: readonly string[];
  /** Above the fields: a draft that is back. */
  banner?: ReactNode;
}

/** Adds or edits a customer (spec section 2): fields left, what to know before saving right. */
export function CustomerForm(props: CustomerFormProps) {
  const { editor, customerId, unchanged, save, submitLabel, purpose, failedTitle, cancelTo, note } = props;
  const { errors, isSubmitting, submitCount } = editor.form.formState;
  const { duplicates, notice, confirmed } = useDuplicates(editor, customerId, unchanged);
  const formId = useId();

  // "Edit" of the preferences leads to them; the shell has put the page to its top first.
  useEffect(() => {
    if (location.hash !== '#preferences') return;
    const timer = setTimeout(() => {
      document.getElementById('preferences')?.scrollIntoView();
      document.getElementById('field-seat')?.focus({ preventScroll: true });
    }, 50);
    return () => clearTimeout(timer);
  }, []);

  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Keys reach the form while it is saving; a customer must not be added twice.
        if (isSubmitting) return;
        void editor.submit(async (input) => {
          if (await confirmed()) await save(input);
        });
      }}
      onKeyDown={submitOnModEnter}
    >
      <FormLayout
        aside={
          <>
            {duplicates.length > 0 && (
              <div className="customer-form-duplicates">
                <DuplicateList duplicates={duplicates} submitLabel={submitLabel} ref={notice} />
              </div>
            )}
            <Card title="Before you save" line={false} padded={false}>
              <p className="pp-muted customer-form-note">{note}</p>
              <FormActions>
                <Button type="submit" block loading={isSubmitting}>
                  {submitLabel}
                </Button>
                <Link to={cancelTo} className={buttonClass('ghost', { block: true })}>
                  <span>Cancel</span>
                </Link>
              </FormActions>
            </Card>
            <SubmitKeys verb="save" />
          </>
        }
      >
        {props.banner}
        <ErrorSummary
          errors={fieldErrors(errors)}
          purpose={purpose}
          message={errors.root?.['server']?.message}
          title={failedTitle}
          submitCount={submitCount}
        />
        <Card padded={false} label="Customer">
          <NameSection editor={editor} />
          <ContactSection editor={editor} />
          <AddressSection editor={editor} />
          <EmergencySection editor={editor} />
          <PreferencesSection editor={editor} />
          <TagsAndNotesSection editor={editor} suggestions={props.suggestions} />
        </Card>
      </FormLayout>
    </form>
  );
}
