import { countryOptions } from '@paperplane/shared/domain';
import { applyServerError, useForm, valibotResolver } from '@paperplane/shared/forms';
import { useToast } from '@paperplane/shared/platform';
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
  const [save] = useSavePassportMutation();
  const toast = useToast();
  const [countries] = useState(countryOptions);
  const [schema] = useState(() => passportSchema(passport === null));
  const { register, handleSubmit, setError, formState } = useForm<PassportTexts, unknown, CheckedPassport>({
    defaultValues: passportTexts(passport, null),
    resolver: valibotResolver(schema),
    mode: 'onTouched',
  });
  const { errors, isDirty, isSubmitting } = formState;

  const submit = handleSubmit(async (checked) => {
    try {
      await save({
        customerId,
        ticket: handOffPassport({ ...checked, ...(passport && { id: passport.id }) }),
      }).unwrap();
      toast.success(passport ? 'Passport saved' : 'Passport added');
      onClose();
    } catch (error) {
      applyServerError(error, FIELDS, setError);
    }
  });

  return (
    <FormDialog
      title={passport ? `Edit the passport ending ${passport.lastFour}` : 'Add passport'}
      subtitle="The number is stored encrypted and shown to nobody unasked."
      submitLabel={passport ? 'Save passport' : 'Add passport'}
      failure={errors.root?.['server']?.message}
      failedTitle="Passport not saved"
      dirty={isDirty}
      busy={isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label="Passport number"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        optional={passport !== null}
        hint={passport ? 'Leave empty to keep the number that is stored.' : undefined}
        error={errors.number?.message}
        {...register('number')}
      />
      <SelectField
        label="Issuing country"
        placeholder="Choose a country"
        options={countries}
        error={errors.country?.message}
        {...register('country')}
      />
      <div className="full">
        <TextField
          label="Given names"
          optional
          autoComplete="off"
          hint="All of them, as printed."
          error={errors.givenNames?.message}
          {...register('givenNames')}
        />
      </div>
      <DateField label="Issued" optional error={errors.issuedOn?.message} {...register('issuedOn')} />
      <DateField label="Expires" error={errors.expiresOn?.message} {...register('expiresOn')} />
    </FormDialog>
  );
}
