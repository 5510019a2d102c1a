import { FormSection, TextArea } from '@paperplane/shared/ui';
import type { SaleEditor } from './use-sale-editor';

/** Whatever the team should know. */
export function NotesSection({ editor }: { editor: SaleEditor }) {
  return (
    <FormSection title="Notes" hint="Visible to your team only.">
      <TextArea
        label="Notes"
        optional
        placeholder="Preferences, deadlines, promises made"
        {...editor.field('notes')}
      />
    </FormSection>
  );
}
