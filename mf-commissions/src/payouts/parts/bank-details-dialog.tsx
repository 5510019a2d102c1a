import { useCurrentUser, useLeaveGuard } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, Notice, SelectField, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { BankDetailsInput } from '../payout-types';
import {
  BANK_DETAILS_FIELDS,
  bankDetailsSchema,
  NO_BANK_DETAILS,
  type BankDetailsForm,
} from './bank-details-schema';

const KINDS = [
  { value: 'us', label: 'US account' },
  { value: 'iban', label: 'IBAN' },
];
const TYPES = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
];

interface BankDetailsDialogProps {
  title: string;
  subtitle: string;
  /** Name that stands on the account, most likely. */
  holderName: string;
  /** The account payouts are paid from. */
  withCompany?: boolean;
  /** Who reads it, and when. */
  note: string;
  /** @throws the failure */
  save: (details: BankDetailsInput) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
}

/** Where money goes to, or comes from. Numbers that are kept are never shown again: the form opens empty, and keeps no draft. */
export function BankDetailsDialog(props: BankDetailsDialogProps) {
  const { title, subtitle, holderName, withCompany = false, note, save, onSaved, onClose } = props;
  const { currency } = useCurrentUser().organization;
  const [blank] = useState<BankDetailsForm>(() => ({
    ...NO_BANK_DETAILS,
    holderName,
    kind: currency === 'USD' ? 'us' : 'iban',
  }));
  const { form, field, dialog } = useDialogForm<BankDetailsForm, BankDetailsInput>({
    schema: bankDetailsSchema(withCompany),
    blank,
    fields: BANK_DETAILS_FIELDS,
    save: async (details) => {
      await save(details);
      onSaved();
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  const kind = form.watch('kind');
  const number = (name: 'routingNumber' | 'accountNumber' | 'companyId' | 'iban' | 'bic') => ({
    autoComplete: 'off',
    spellCheck: false,
    ...field(name),
  });

  return (
    <FormDialog
      title={title}
      subtitle={subtitle}
      submitLabel="Save account"
      failedTitle="The account was not saved"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <div className="pp-formgrid">
        <SelectField label="Kind of account" options={KINDS} {...field('kind')} />
        <TextField label="Name on the account" autoComplete="name" {...field('holderName')} />
        {kind === 'us' ? (
          <>
            <TextField label="Routing number" inputMode="numeric" {...number('routingNumber')} />
            <TextField label="Account number" {...number('accountNumber')} />
            <SelectField label="Account type" options={TYPES} {...field('accountType')} />
            {withCompany && (
              <TextField
                label="Company number"
                hint="From your bank, for payment files."
                {...number('companyId')}
              />
            )}
          </>
        ) : (
          <>
            <div className="full">
              <TextField label="IBAN" {...number('iban')} />
            </div>
            <TextField label="BIC" optional {...number('bic')} />
          </>
        )}
      </div>
      <Notice>{note}</Notice>
    </FormDialog>
  );
}
