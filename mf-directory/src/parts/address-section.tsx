import { countryOptions } from '@paperplane/shared/domain';
import type { FieldValues, UseFormRegister } from '@paperplane/shared/forms';
import { FormSection, SelectField, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';

type AddressField = 'addressLine1' | 'addressLine2' | 'city' | 'region' | 'postalCode' | 'country';

interface AddressSectionProps {
  /** What needs an address, or what goes there. */
  hint: string;
  /** Of the form's editor. */
  field: (name: AddressField) => ReturnType<UseFormRegister<FieldValues>> & { error: string | undefined };
}

/** Where somebody lives, or where a company is. */
export function AddressSection({ hint, field }: AddressSectionProps) {
  const [countries] = useState(countryOptions);
  const props = (name: AddressField) => ({
    optional: true,
    autoComplete: 'off',
    ...field(name),
  });
  return (
    <FormSection title="Address" hint={hint}>
      <div className="pp-formgrid">
        <div className="full">
          <TextField label="Address line 1" placeholder="Street and number" {...props('addressLine1')} />
        </div>
        <div className="full">
          <TextField label="Address line 2" placeholder="Apartment, floor" {...props('addressLine2')} />
        </div>
        <TextField label="City" {...props('city')} />
        <TextField label="State or region" {...props('region')} />
        <TextField label="Postal code" {...props('postalCode')} />
        <SelectField
          label="Country"
          optional
          placeholder="Choose a country"
          options={countries}
          {...field('country')}
        />
      </div>
    </FormSection>
  );
}
