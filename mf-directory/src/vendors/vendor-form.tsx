import type { ReactNode } from 'react';
import { AddressSection } from '../parts/address-section';
import { formErrors } from '../parts/form-errors';
import { RecordForm, type RecordFormTexts } from '../parts/record-form';
import { CompanySection } from './company-section';
import { ContactSection } from './contact-sections';
import { NotesSection, TermsSection } from './terms-section';
import type { VendorEditor } from './use-vendor-editor';
import type { TypedVendor } from './vendor';
import { VENDOR_FIELDS } from './vendor-schema';
import './vendor-form.css';

export interface VendorFormProps {
  editor: VendorEditor;
  /** Address of the logo the vendor has. */
  savedLogo: string | null;
  /** Saves and leads on. @throws the failure */
  save: (input: TypedVendor) => Promise<void>;
  words: RecordFormTexts;
  /** Above the fields: a draft that is back. */
  banner: ReactNode;
}

/** Adds or edits a vendor. */
export function VendorForm({ editor, savedLogo, save, words, banner }: VendorFormProps) {
  const { errors, isSubmitting, submitCount } = editor.form.formState;
  return (
    <RecordForm
      {...words}
      label="Vendor"
      errors={formErrors(VENDOR_FIELDS, errors)}
      failure={errors.root?.['server']?.message}
      submitCount={submitCount}
      busy={isSubmitting}
      onSubmit={() => void editor.submit(save)}
      banner={banner}
    >
      <CompanySection editor={editor} savedLogo={savedLogo} />
      <ContactSection editor={editor} />
      <TermsSection editor={editor} />
      <AddressSection hint="Where letters and vouchers go." field={editor.field} errors={errors} />
      <NotesSection editor={editor} />
    </RecordForm>
  );
}
