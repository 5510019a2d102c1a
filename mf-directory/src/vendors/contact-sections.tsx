import { LIMITS } from '@paperplane/shared/domain';
import { useFieldArray } from '@paperplane/shared/forms';
import { FormSection, RepeatableRows, TextField } from '@paperplane/shared/ui';
import { NO_CONTACT, type VendorEditor } from './vendor-schema';

/** How to reach the company, and the people who answer there. */
export function ContactSection({ editor: { field, form } }: { editor: VendorEditor }) {
  const { errors } = form.formState;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'contacts' });
  return (
    <FormSection title="Contact" hint="Who answers when a booking needs a change.">
      <div className="pp-formgrid">
        <TextField label="Email" type="email" optional autoComplete="off" {...field('email')} />
        <TextField label="Phone" type="tel" optional autoComplete="off" {...field('phone')} />
        <div className="full">
          <RepeatableRows
            label="Contact people"
            noun="contact"
            rows={fields}
            max={LIMITS.contacts}
            layout="halves"
            error={errors.contacts?.root?.message ?? errors.contacts?.message}
            onAdd={() => append(NO_CONTACT, { shouldFocus: false })}
            onRemove={remove}
          >
            {(_row, index) =>
              (
                [
                  ['name', 'Name', 'text'],
                  ['role', 'Role', 'text'],
                  ['email', 'Email', 'email'],
                  ['phone', 'Phone', 'tel'],
                ] as const
              ).map(([part, label, type]) => (
                <TextField
                  key={part}
                  label={label}
                  type={type}
                  optional={part !== 'name'}
                  autoComplete="off"
                  {...field(`contacts.${index}.${part}`)}
                />
              ))
            }
          </RepeatableRows>
        </div>
      </div>
    </FormSection>
  );
}
