import { useForm, valibotResolver, type Path } from '@paperplane/shared/forms';
import { useState } from 'react';
import type { Vendor, VendorInput } from './vendor';
import { vendorSchema, vendorTexts, type ContactTexts, type VendorTexts } from './vendor-schema';

/** A logo chosen in the form and not saved yet: a picture with its preview, or none any more. */
export interface ChosenLogo {
  picture: Blob | null;
  /** Address of the preview. */
  url: string | null;
}

/** The state of the vendor form: errors on blur and submit, gone on input; the logo waits for the save. */
export function useVendorForm(vendor?: Vendor) {
  const form = useForm<VendorTexts, unknown, VendorInput>({
    defaultValues: vendorTexts(vendor),
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    // The summary takes the focus, and leads to the fields.
    shouldFocusError: false,
    resolver: valibotResolver(vendorSchema),
  });
  const [logo, setLogo] = useState<ChosenLogo | null>(null);
  const { register, clearErrors, formState } = form;

  /** Registers a field whose error goes as soon as it is changed. */
  const field = (name: Path<VendorTexts>) => register(name, { onChange: () => clearErrors(name) });

  return { ...form, field, logo, setLogo, isChanged: formState.isDirty || logo !== null };
}

export type VendorFormState = ReturnType<typeof useVendorForm>;

type RowErrors = Partial<Record<keyof ContactTexts, { message?: string }>> | undefined;

/** What is wrong with contacts, in the order of the form: a row's field, or all of them. */
export function contactErrors(errors: VendorFormState['formState']['errors']) {
  const rows = (Array.isArray(errors.contacts) ? errors.contacts : []) as readonly RowErrors[];
  const inRows = rows.flatMap((row, index) =>
    (['name', 'role', 'email', 'phone'] as const).flatMap((name) => {
      const message = row?.[name]?.message;
      return message ? [{ name: `contacts.${index}.${name}`, message }] : [];
    }),
  );
  const message = errors.contacts?.message ?? errors.contacts?.root?.message;
  return { inRows, message };
}
