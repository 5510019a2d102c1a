import { useState } from 'react';
import { displayMessage } from '@paperplane/shared/domain';
import { useAuth, useToast } from '@paperplane/shared/platform';
import { cx, FormSection, InlineBanner } from '@paperplane/shared/ui';
import { useSetSecondFactorPolicyMutation, type Policy, type SecondFactors } from './security-api';
import { POLICIES, policyCount, policyText } from './security-words';

interface PolicySectionProps {
  factors: SecondFactors;
  agency: string;
}

/** Who needs a second factor: owners choose, admins read. */
export function PolicySection({ factors, agency }: PolicySectionProps) {
  const { isOwner } = useAuth();
  const toast = useToast();
  const [save, { error, isLoading }] = useSetSecondFactorPolicyMutation();
  const [wanted, setWanted] = useState<Policy | null>(null);
  const shown = wanted ?? factors.policy;

  async function choose(policy: Policy) {
    if (isLoading || policy === factors.policy) return;
    setWanted(policy);
    const saved = await save(policy);
    setWanted(null);
    if (!saved.error) toast.success('Policy changed');
  }

  return (
    <FormSection title="Agency policy" hint={`For all of ${agency}.${isOwner ? '' : ' Owners change it.'}`}>
      <fieldset className="security-policies" aria-busy={isLoading || undefined}>
        <legend className="pp-sr">Who needs a second factor</legend>
        {error && (
          <InlineBanner tone="danger" title="The policy was not changed">
            {displayMessage(error)}
          </InlineBanner>
        )}
        {POLICIES.map(({ policy, label }) => {
          const count = policyCount(policy, factors);
          return (
            <label key={policy} className={cx('pp-choice profile-choice', policy === shown && 'is-on')}>
              <input
                type="radio"
                name="secondFactorPolicy"
                value={policy}
                checked={policy === shown}
                disabled={!isOwner}
                onChange={() => void choose(policy)}
              />
              <span>
                {label} <small>{policyText(policy, factors)}</small>
              </span>
              {count && <span className="pp-tag">{count}</span>}
            </label>
          );
        })}
      </fieldset>
    </FormSection>
  );
}
