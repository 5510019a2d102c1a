import { useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, Notice, SelectField, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useSaveTaxDetailsMutation } from '../tax-api';
import { blankDetails, DETAILS_FIELDS, detailsSchema, type DetailsForm } from '../tax-schema';
import type { TaxDetails, TaxDetailsInput, TaxScheme } from '../tax-types';
import { NUMBER_KINDS, TAX_CLASSES, VAT_STATUSES } from '../tax-words';
import { PartyFields } from './party-fields';

const KINDS = [
  { value: 'individual', label: 'Individual' },
  { value: 'business', label: 'Business' },
];
const option =
  <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (value: Value) => ({
    value,
    label: words[value],
  });
const US_NUMBERS = (['ssn', 'ein'] as const).map(option(NUMBER_KINDS));
const EU_NUMBERS = (['vat', 'national'] as const).map(option(NUMBER_KINDS));
const CLASSES = Object.entries(TAX_CLASSES).map(([value, label]) => ({ value, label }));
const STATUSES = (['registered', 'small_business', 'reverse_charge'] as const).map(option(VAT_STATUSES));

interface DetailsDialogProps {
  scheme: TaxScheme;
  /** What is known; of the number only its end. */
  details: TaxDetails | null;
  /** Whose they are. */
  name: string;
  /** Of another member, whom an owner writes them down for; else one's own. */
  agentId?: string;
  onClose: () => void;
}

/** Who an agent is for the tax office. The number is never shown again: its field opens empty, and keeps no draft. */
export function DetailsDialog({ scheme, details, name, agentId, onClose }: DetailsDialogProps) {
  const toast = useToast();
  const [save] = useSaveTaxDetailsMutation();
  const [blank] = useState(() => blankDetails(details, scheme, name));
  const { form, field, dialog } = useDialogForm<DetailsForm, TaxDetailsInput>({
    schema: detailsSchema(scheme),
    blank,
    fields: DETAILS_FIELDS,
    save: async (input) => {
      await save({ details: input, ...(agentId && { agentId }) }).unwrap();
      toast.success('Tax details saved');
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  const [country, numberKind, vatStatus] = form.watch(['country', 'numberKind', 'vatStatus']);
  return (
    <FormDialog
      title={agentId ? `Tax details of ${name}` : 'Your tax details'}
      subtitle={scheme === 'us' ? 'For Form 1099-NEC.' : 'For credit notes.'}
      submitLabel="Save details"
      failedTitle="The details were not saved"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <div className="pp-formgrid">
        <div className="full">
          {scheme === 'us' ? (
            <SelectField
              label="Federal tax classification"
              hint="As on line 3a of your Form W-9. An LLC of one person is taxed as that person."
              placeholder="Choose a classification"
              options={CLASSES}
              {...field('taxClass')}
            />
          ) : (
            <SelectField label="Individual or business" options={KINDS} {...field('kind')} />
          )}
        </div>
        <PartyFields
          field={field}
          isUs={country === 'US'}
          nameHint={scheme === 'us' ? 'As on the tax return.' : 'As on your own invoices.'}
        />
        {scheme === 'eu' && (
          <>
            <SelectField
              label="VAT status"
              placeholder="Choose a status"
              options={STATUSES}
              {...field('vatStatus')}
            />
            {vatStatus === 'registered' ? (
              <TextField label="Rate of VAT in percent" inputMode="decimal" {...field('vatRate')} />
            ) : (
              <span />
            )}
          </>
        )}
        <SelectField
          label="Kind of number"
          options={scheme === 'us' ? US_NUMBERS : EU_NUMBERS}
          {...field('numberKind')}
        />
        <TextField
          label={NUMBER_KINDS[numberKind as keyof typeof NUMBER_KINDS]}
          hint={details && `Saved: ••${details.lastFour}. Enter it again.`}
          autoComplete="off"
          spellCheck={false}
          {...field('number')}
        />
      </div>
      <Notice>
        {scheme === 'us'
          ? 'The number is kept encrypted. An owner who looks at it, or exports the forms of a year, is written in the audit log.'
          : 'The number is kept encrypted, and stands on your credit notes. An owner who looks at it is written in the audit log.'}
      </Notice>
    </FormDialog>
  );
}
