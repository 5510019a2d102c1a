import { useState } from 'react';
import { FormSection } from '@paperplane/shared/ui';
import { chooseTheme, storedTheme, THEME_LABELS, THEMES } from '../../layout/theme/theme';

/** The theme of this browser; the user menu offers it too, but not on a small screen. */
export function AppearanceSection() {
  const [theme, setTheme] = useState(storedTheme);
  return (
    <FormSection title="Appearance" hint="Kept in this browser.">
      <div>
        <div className="pp-seg" role="group" aria-label="Theme">
          {THEMES.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={theme === name}
              onClick={() => {
                chooseTheme(name);
                setTheme(name);
              }}
            >
              {THEME_LABELS[name]}
            </button>
          ))}
        </div>
      </div>
    </FormSection>
  );
}
