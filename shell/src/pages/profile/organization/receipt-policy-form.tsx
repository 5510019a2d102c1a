import { useState } from 'react';
import { displayMessage, type AppError } from '@paperplane/shared/domain';
import { useUnsavedChanges } from '@paperplane/shared/platform';
import { cx, InlineBanner, Notice } from '@paperplane/shared/ui';
import { SaveRow } from '../save-row';
import type { ReceiptPolicy } from './organization-api';
import { POLICIES, POLICY_TEXTS } from './receipt-policy';

interface ReceiptPolicyFormProps {
  saved: ReceiptPolicy;
  busy: boolean;
  failure: AppError | null;
  onSave: (policy: ReceiptPolicy) => void;
}

/** The choice, and, before it is saved, what changing it does. */
export function ReceiptPolicyForm({ saved, busy, failure, onSave }: ReceiptPolicyFormProps) {
  const [chosen, setChosen] = useState(saved);
  const changed = chosen !== saved;
  useUnsavedChanges(changed);
  return (
    <form
      className="pp-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSave(chosen);
      }}
    >
      {failure && (
        <InlineBanner tone="danger" title="The setting was not saved">
          {displayMessage(failure)}
        </InlineBanner>
      )}
      <fieldset className="pp-field profile-choices">
        <legend className="pp-label">Commission counts as received</legend>
        {POLICIES.map((policy) => {
          const { label, text } = POLICY_TEXTS[policy];
          return (
            <label key={policy} className={cx('pp-choice profile-choice', chosen === policy && 'is-on')}>
              <input
                type="radio"
                name="receiptPolicy"
                value={policy}
                checked={chosen === policy}
                onChange={() => setChosen(policy)}
              />
              <span>
                {label} <small>{text}</small>
              </span>
            </label>
          );
        })}
      </fieldset>
      {changed && <Notice kind="info">{POLICY_TEXTS[chosen].change}</Notice>}
      <SaveRow busy={busy}>Save commission setting</SaveRow>
    </form>
  );
}
