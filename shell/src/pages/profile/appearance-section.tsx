import { FormSection } from '@paperplane/shared/ui';
import { ThemeSwitch } from '../../layout/theme/theme-switch';

/** The theme of this browser; the user menu and the menu of a small screen offer it too. */
export function AppearanceSection() {
  return (
    <FormSection title="Appearance" hint="Kept in this browser.">
      <div>
        <ThemeSwitch />
      </div>
    </FormSection>
  );
}
