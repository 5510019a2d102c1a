import { FormSection, TextArea } from '@paperplane/shared/ui';
import type { SaleForm } from './use-sale-form';

/** Whatever the team should know. */
export function NotesSection({ form }: { form: SaleForm }) {
  return (
    <FormSection title="Notes" hint="Visible to your team only.">
      <TextArea
        label="Notes"
        optional
        placeholder="Preferences, deadlines, promises made"
        error={form.formState.errors.notes?.message}
        {...form.field('notes')}
      />
    </FormSection>
  );
}
