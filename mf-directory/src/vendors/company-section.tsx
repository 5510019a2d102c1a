import { CATEGORY_LABELS, VENDOR_CATEGORIES } from '@paperplane/shared/domain';
import { Controller, useWatch } from '@paperplane/shared/forms';
import { FormSection, SelectField, TextField } from '@paperplane/shared/ui';
import { LogoField } from './logo-field';
import type { VendorEditor } from './vendor-schema';

const CATEGORIES = VENDOR_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }));

/** Who the vendor is. */
export function CompanySection({ editor, savedLogo }: { editor: VendorEditor; savedLogo: string | null }) {
  const { field, form } = editor;
  const { control, formState } = form;
  const { errors } = formState;
  const name = useWatch({ control, name: 'name' });
  return (
    <FormSection title="Company" hint="As on their confirmations and statements.">
      <div className="pp-formgrid">
        <Controller
          control={control}
          name="logo"
          render={({ field: { value, onChange } }) => (
            <LogoField
              name={name}
              saved={savedLogo}
              chosen={value}
              onChange={(chosen) => {
                form.clearErrors('logo');
                onChange(chosen);
              }}
              error={errors.logo?.message}
            />
          )}
        />
        <div className="full">
          <TextField label="Name" autoComplete="off" {...field('name')} />
        </div>
        <SelectField label="Category" options={CATEGORIES} {...field('category')} />
        {/* Not type="url": the browser would refuse example.com, which we complete ourselves. */}
        <TextField
          label="Website"
          optional
          autoComplete="off"
          placeholder="example.com"
          {...field('website')}
        />
      </div>
    </FormSection>
  );
}
