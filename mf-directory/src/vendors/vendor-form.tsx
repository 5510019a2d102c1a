import { RecordForm, type RecordFormTexts } from '@paperplane/shared/records';
import type { ReactNode } from 'react';
import { AddressSection } from '../parts/address-section';
import { CompanySection } from './company-section';
import { ContactSection } from './contact-sections';
import { NotesSection, TermsSection } from './terms-section';
import type { TypedVendor } from './vendor';
import type { VendorEditor } from './vendor-schema';
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
  return (
    <RecordForm
      {...words}
      label="Vendor"
      editor={editor}
      onSubmit={() => void editor.submit(save)}
      banner={banner}
    >
      <CompanySection editor={editor} savedLogo={savedLogo} />
      <ContactSection editor={editor} />
      <TermsSection editor={editor} />
      <AddressSection hint="Where letters and vouchers go." field={editor.field} />
      <NotesSection editor={editor} />
    </RecordForm>
  );
}
