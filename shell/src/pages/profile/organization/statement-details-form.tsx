import { useState, type ChangeEvent, type SubmitEvent } from 'react';
import {
  displayMessage,
  LIMITS,
  MESSAGES,
  optionalPhone,
  optionalText,
  requiredEmail,
  type AppError,
} from '@paperplane/shared/domain';
import { useUnsavedChanges } from '@paperplane/shared/platform';
import { InlineBanner, TextArea, TextField } from '@paperplane/shared/ui';
import { useFields, type Problems } from '../../auth/use-fields';
import { fieldProblems } from '../field-problems';
import { SaveRow } from '../save-row';
import type { StatementDetails } from './organization-api';
import '@paperplane/shared/ui/kit/form-layout-lazy.css';

type DetailsValues = { email: string; phone: string; postalAddress: string; taxNumber: string };

const RULES = {
  email: requiredEmail(),
  phone: optionalPhone(),
  postalAddress: optionalText(LIMITS.postalAddress),
  taxNumber: optionalText(LIMITS.taxNumber),
};

const typed = (saved: StatementDetails): DetailsValues => ({
  email: saved.email,
  phone: saved.phone ?? '',
  postalAddress: saved.postalAddress ?? '',
  taxNumber: saved.taxNumber ?? '',
});

const toDetails = ({ email, phone, postalAddress, taxNumber }: DetailsValues): StatementDetails => ({
  email: email.trim(),
  phone: phone.trim() || null,
  postalAddress: postalAddress.trim() || null,
  taxNumber: taxNumber.trim() || null,
});

/** What is wrong with what was typed. */
function detailsProblems(values: DetailsValues): Problems<DetailsValues> {
  const isLong = values.postalAddress.trim().split('\n').length > LIMITS.postalAddressLines;
  return {
    ...(isLong && { postalAddress: MESSAGES.postalAddressLines }),
    ...fieldProblems(RULES, values),
  };
}

interface StatementDetailsFormProps {
  saved: StatementDetails;
  busy: boolean;
  /** Answers why it was not saved. */
  onSave: (details: StatementDetails) => Promise<AppError | null>;
}

/** E-mail, phone, postal address and tax number of the agency. */
export function StatementDetailsForm({ saved, busy, onSave }: StatementDetailsFormProps) {
  const [failure, setFailure] = useState<AppError | null>(null);
  const form = useFields(typed(saved), detailsProblems);
  const details = toDetails(form.values);
  useUnsavedChanges(JSON.stringify(details) !== JSON.stringify(saved));
  const optional = (name: keyof DetailsValues) => ({ ...form.text(name), required: false, optional: true });
  const { onChange, ...address } = optional('postalAddress');

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !form.check()) return;
    const refused = await onSave(details);
    const field = refused?.field;
    const isTyped = field !== undefined && field in form.values;
    setFailure(isTyped ? null : refused);
    if (isTyped && refused) form.refuse(field as keyof DetailsValues, refused.userMessage);
  }

  return (
    <form noValidate className="pp-formgrid" onSubmit={(event) => void submit(event)}>
      {failure && (
        <div className="full">
          <InlineBanner tone="danger" title="The details were not saved">
            {displayMessage(failure)}
          </InlineBanner>
        </div>
      )}
      <TextField label="Email on statements" type="email" autoComplete="off" {...form.text('email')} />
      <TextField label="Phone" type="tel" autoComplete="off" {...optional('phone')} />
      <div className="full">
        <TextArea
          label="Postal address"
          rows={3}
          {...address}
          onChange={(event) => onChange(event as unknown as ChangeEvent<HTMLInputElement>)}
        />
      </div>
      <div className="full">
        <TextField
          label="Tax number"
          autoComplete="off"
          hint="With its kind, like EIN 12-3456789."
          {...optional('taxNumber')}
        />
      </div>
      <SaveRow busy={busy}>Save details</SaveRow>
    </form>
  );
}
