import { useWatch } from '@paperplane/shared/forms';
import { FormSection, SelectField, TextField } from '@paperplane/shared/ui';
import { LogoField } from './logo-field';
import type { VendorFormState } from './use-vendor-form';
import { CATEGORY_LABELS, VENDOR_CATEGORIES } from './vendor';

const CATEGORIES = VENDOR_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }));

/** Who the vendor is. */
export function CompanySection({ form, savedLogo }: { form: VendorFormState; savedLogo: string | null }) {
  const { field, control, logo, setLogo, formState } = form;
  const { errors } = formState;
  const name = useWatch({ control, name: 'name' });
  return (
    <FormSection title="Company" hint="As on their confirmations and statements.">
      <div className="pp-formgrid">
        <LogoField name={name} saved={savedLogo} chosen={logo} onChange={setLogo} />
        <div className="full">
          <TextField label="Name" autoComplete="off" error={errors.name?.message} {...field('name')} />
        </div>
        <SelectField
          label="Category"
          options={CATEGORIES}
          error={errors.category?.message}
          {...field('category')}
        />
        {/* Not type="url": the browser would refuse example.com, which we complete ourselves. */}
        <TextField
          label="Website"
          optional
          autoComplete="off"
          placeholder="example.com"
          error={errors.website?.message}
          {...field('website')}
        />
      </div>
    </FormSection>
  );
}
