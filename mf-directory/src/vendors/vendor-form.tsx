import { applyServerError } from '@paperplane/shared/forms';
import { Link, useLeaveGuard } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  Card,
  ConfirmDialog,
  ErrorSummary,
  FormActions,
  FormLayout,
  submitOnModEnter,
  SubmitKeys,
} from '@paperplane/shared/ui';
import { CompanySection } from './company-section';
import { AddressSection, ContactSection } from './contact-sections';
import { NotesSection, TermsSection } from './terms-section';
import { contactErrors, useVendorForm } from './use-vendor-form';
import type { Vendor, VendorInput } from './vendor';
import { VENDOR_FIELDS } from './vendor-schema';
import './vendor-form.css';

export interface VendorFormProps {
  /** The vendor that is edited; without one a vendor is added. */
  vendor?: Vendor;
  /** Saves; `logo` is left out when it stays as it is. @throws the failure */
  save: (input: VendorInput, logo: { logo?: Blob | null }) => Promise<string>;
  /** Leads on; gets what `save` answered, and the name. */
  onSaved: (to: string, name: string) => void;
  submitLabel: string;
  /** Ends "Fix 2 fields to …". */
  purpose: string;
  failedTitle: string;
  cancelTo: string;
  /** What is needed and what can wait. */
  note: string;
}

/** Adds or edits a vendor. */
export function VendorForm(props: VendorFormProps) {
  const { vendor, save, onSaved, submitLabel, purpose, failedTitle, cancelTo, note } = props;
  const form = useVendorForm(vendor);
  const { logo, formState, handleSubmit, setError } = form;
  const { errors, isSubmitting, submitCount } = formState;
  const guard = useLeaveGuard(form.isChanged);

  const submit = handleSubmit(async (input) => {
    try {
      const to = await save(input, logo ? { logo: logo.picture } : {});
      guard.letGo();
      onSaved(to, input.name);
    } catch (error) {
      applyServerError(error, VENDOR_FIELDS, setError);
    }
  });
  const contacts = contactErrors(errors);
  const summary = VENDOR_FIELDS.flatMap((name) => {
    if (name === 'contacts' && contacts.inRows.length > 0) return contacts.inRows;
    const message = name === 'contacts' ? contacts.message : errors[name]?.message;
    return typeof message === 'string' ? [{ name, message }] : [];
  });

  return (
    <form
      noValidate
      onKeyDown={submitOnModEnter}
      onSubmit={(event) => {
        event.preventDefault();
        // Keys reach the form while it is saving; a vendor must not be added twice.
        if (!isSubmitting) void submit(event);
      }}
    >
      <FormLayout
        aside={
          <>
            <Card title="Before you save" line={false} padded={false}>
              <p className="pp-muted vendor-form-note">{note}</p>
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
        <ErrorSummary
          errors={summary}
          purpose={purpose}
          message={errors.root?.['server']?.message}
          title={failedTitle}
          submitCount={submitCount}
        />
        <Card padded={false} label="Vendor">
          <CompanySection form={form} savedLogo={vendor?.logoUrl ?? null} />
          <ContactSection form={form} />
          <TermsSection form={form} />
          <AddressSection form={form} />
          <NotesSection form={form} />
        </Card>
      </FormLayout>
      {guard.asking && (
        <ConfirmDialog
          title="Discard what you typed?"
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          onConfirm={guard.asking.leave}
          onCancel={guard.asking.stay}
        >
          Nothing has been saved yet.
        </ConfirmDialog>
      )}
    </form>
  );
}
