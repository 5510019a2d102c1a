import { useEffect, type ReactNode } from 'react';
import { AddressSection } from '../../parts/address-section';
import { formErrors } from '../../parts/form-errors';
import { RecordForm, type RecordFormTexts } from '../../parts/record-form';
import type { CustomerInput, DuplicateProbe } from '../customer';
import { CUSTOMER_FIELDS } from './customer-values';
import { DuplicateList } from './duplicate-list';
import { ContactSection, EmergencySection, NameSection } from './person-sections';
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
  /** Saves and leads on. @throws the failure */
  save: (input: CustomerInput) => Promise<void>;
  words: RecordFormTexts;
  /** Above the fields: a draft that is back. */
  banner: ReactNode;
}

/** Adds or edits a customer (spec section 2): fields left, what to know before saving right. */
export function CustomerForm(props: CustomerFormProps) {
  const { editor, customerId, unchanged, save, words, banner } = props;
  const { errors, isSubmitting, submitCount } = editor.form.formState;
  const { duplicates, notice, confirmed } = useDuplicates(editor, customerId, unchanged);

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
    <RecordForm
      {...words}
      label="Customer"
      errors={formErrors(CUSTOMER_FIELDS, errors)}
      failure={errors.root?.['server']?.message}
      submitCount={submitCount}
      busy={isSubmitting}
      onSubmit={() =>
        void editor.submit(async (input) => {
          if (await confirmed()) await save(input);
        })
      }
      banner={banner}
      aside={
        duplicates.length > 0 && (
          <div className="customer-form-duplicates">
            <DuplicateList duplicates={duplicates} submitLabel={words.submitLabel} ref={notice} />
          </div>
        )
      }
    >
      <NameSection editor={editor} />
      <ContactSection editor={editor} />
      <AddressSection hint="For documents that travel by post." field={editor.field} errors={errors} />
      <EmergencySection editor={editor} />
      <PreferencesSection editor={editor} />
      <TagsAndNotesSection editor={editor} />
    </RecordForm>
  );
}
