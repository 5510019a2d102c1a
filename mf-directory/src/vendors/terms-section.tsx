import { BASIS_LABELS, LIMITS, PAYMENT_BASES } from '@paperplane/shared/domain';
import { Controller } from '@paperplane/shared/forms';
import { FormSection, PercentField, SelectField, TagInput, TextArea, TextField } from '@paperplane/shared/ui';
import type { VendorEditor } from './vendor-schema';

const BASES = PAYMENT_BASES.map((value) => ({ value, label: BASIS_LABELS[value] }));

/** What the vendor pays, when, and under which name. */
export function TermsSection({ editor: { field, form } }: { editor: VendorEditor }) {
  const { control, clearErrors, formState } = form;
  const { errors } = formState;
  return (
    <FormSection title="Commission" hint="What they pay, and when it is late.">
      <div className="pp-formgrid">
        <PercentField
          label="Default commission rate"
          optional
          hint="Empty counts as 0%. It can be changed on each sale."
          {...field('defaultCommissionRate')}
        />
        <TextField
          label="Account number"
          optional
          hint="Your number with them."
          autoComplete="off"
          {...field('accountNumber')}
        />
        <TextField
          label="Expected payment days"
          optional
          inputMode="numeric"
          autoComplete="off"
          hint="Empty: nothing is agreed."
          {...field('expectedPaymentDays')}
        />
        <SelectField label="Counted" options={BASES} {...field('expectedPaymentBasis')} />
        <div className="full">
          <Controller
            control={control}
            name="aliases"
            render={({ field: { name, value, onChange, onBlur } }) => (
              <TagInput
                label="Names on bank statements"
                optional
                hint="How their payments read in your account. Press Enter after each."
                name={name}
                value={value}
                onChange={(aliases) => {
                  clearErrors('aliases');
                  onChange(aliases);
                }}
                onBlur={onBlur}
                max={LIMITS.aliases}
                maxLength={LIMITS.alias}
                error={(errors.aliases as { message?: string } | undefined)?.message}
              />
            )}
          />
        </div>
      </div>
    </FormSection>
  );
}

/** What only the team sees. */
export function NotesSection({ editor: { field } }: { editor: VendorEditor }) {
  return (
    <FormSection title="Notes" hint="Visible to your team only.">
      <TextArea label="Notes" optional placeholder="Terms, who to ask for" {...field('notes')} />
    </FormSection>
  );
}
