import { FormSection, ShieldCheck } from '@paperplane/shared/ui';
import { ASKED_AGAIN } from './security-words';

/** Which acts ask for a code again. */
export const AskedAgain = () => (
  <FormSection
    title="Asked again"
    hint="For these, when the last code is older than 15 minutes. Cannot be switched off."
  >
    <ul className="security-acts">
      {ASKED_AGAIN.map((act) => (
        <li key={act}>
          <ShieldCheck className="pp-i" />
          {act}
        </li>
      ))}
    </ul>
  </FormSection>
);
