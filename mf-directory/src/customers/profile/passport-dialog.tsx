import { countryOptions } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { DateField, FormDialog, SelectField, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import { handOffPassport, useSavePassportMutation } from '../passports-api';
import type { Passport } from '../profile';
import { passportSchema, passportTexts, type CheckedPassport, type PassportTexts } from './passport-schema';

interface PassportDialogProps {
  customerId: string;
  /** Which one is changed; `null` adds one. */
  passport: Passport | null;
  onClose: () => void;
}

const FIELDS = ['number', 'country', 'givenNames', 'issuedOn', 'expiresOn'] as const;

/** Adds or changes a passport. What is typed is kept in this dialog alone: no draft, no store. */
export function PassportDialog({ customerId, passport, onClose }: PassportDialogProps) {
  const [savePassport] = useSavePassportMutation();
  const { dateOrder } = useCurrentUser().organization;
  const toast = useToast();
  const [countries] = useState(countryOptions);
  const [schema] = useState(() => passportSchema(passport === null));
  const { field, dialog } = useDialogForm<PassportTexts, CheckedPassport>({
    schema,
    blank: passportTexts(passport, null),
    fields: FIELDS,
    save: async (checked) => {
      const ticket = handOffPassport({ ...checked, ...(passport && { id: passport.id }) });
      await savePassport({ customerId, ticket }).unwrap();
      toast.success(passport ? 'Passport saved' : 'Passport added');
      onClose();
    },
  });

  return (
    <FormDialog
      title={passport ? `Edit the passport ending ${passport.lastFour}` : 'Add passport'}
      subtitle="The number is stored encrypted and shown to nobody unasked."
      submitLabel={passport ? 'Save passport' : 'Add passport'}
      failedTitle="Passport not saved"
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="Passport number"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        optional={passport !== null}
        hint={passport ? 'Leave empty to keep the number that is stored.' : undefined}
        {...field('number')}
      />
      <SelectField
        label="Issuing country"
        placeholder="Choose a country"
        options={countries}
        {...field('country')}
      />
      <div className="full">
        <TextField
          label="Given names"
          optional
          autoComplete="off"
          hint="All of them, as printed."
          {...field('givenNames')}
        />
      </div>
      <DateField label="Issued" order={dateOrder} optional {...field('issuedOn')} />
      <DateField label="Expires" order={dateOrder} {...field('expiresOn')} />
    </FormDialog>
  );
}
