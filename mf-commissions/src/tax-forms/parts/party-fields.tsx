import { countryOptions } from '@paperplane/shared/domain';
import type { FieldValues, UseFormRegister } from '@paperplane/shared/forms';
import { SelectField, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { PartyForm } from '../tax-schema';

interface PartyFieldsProps {
  /** Of the form. */
  field: (name: keyof PartyForm) => ReturnType<UseFormRegister<FieldValues>> & { error: string | undefined };
  /** The state is asked for by its letters. */
  isUs: boolean;
  nameHint: string;
}

/** Who somebody is for the tax office, and where. */
export function PartyFields({ field, isUs, nameHint }: PartyFieldsProps) {
  const [countries] = useState(countryOptions);
  return (
    <>
      <div className="full">
        <TextField label="Legal name" hint={nameHint} autoComplete="off" {...field('legalName')} />
      </div>
      <div className="full">
        <TextField label="Street and number" autoComplete="off" {...field('street')} />
      </div>
      <TextField label="City" autoComplete="off" {...field('city')} />
      <TextField
        label={isUs ? 'State' : 'State or region'}
        optional={!isUs}
        placeholder={isUs ? 'ME' : undefined}
        autoComplete="off"
        {...field('region')}
      />
      <TextField label={isUs ? 'ZIP code' : 'Postal code'} autoComplete="off" {...field('postalCode')} />
      <SelectField label="Country" placeholder="Choose a country" options={countries} {...field('country')} />
    </>
  );
}
