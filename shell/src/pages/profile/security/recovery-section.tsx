import { useState } from 'react';
import { formatDate } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import { Button, FormSection, RefreshCw } from '@paperplane/shared/ui';
import { useMakeRecoveryCodesMutation, type SecondFactor } from './security-api';

/** As many as are made at once. */
const MADE = 10;

const loadCodes = () =>
  import(/* webpackChunkName: "lazy-recovery-codes" */ './recovery-codes-dialog').then(
    (code) => code.RecoveryCodesDialog,
  );

/** How many recovery codes are left, and new ones. For owners, whom nobody else may be able to help. */
export function RecoverySection({ recovery }: Pick<SecondFactor, 'recovery'>) {
  const { timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [make, { isLoading }] = useMakeRecoveryCodesMutation();
  const [Codes, fetchCodes] = useLazyDialog(loadCodes);
  const [codes, setCodes] = useState<{ list: readonly string[]; isFirst: boolean } | null>(null);
  const left = recovery?.left ?? 0;
  const madeOn = recovery?.madeOn ?? null;

  async function begin() {
    // Fetched first: what is told once must be shown.
    if (!(await fetchCodes())) return;
    const made = await make();
    if (made.data) setCodes({ list: made.data, isFirst: !madeOn });
    else toast.error('No codes were made', made.error);
  }

  return (
    <FormSection title="Recovery codes" hint="When no authenticator is at hand. Each works once.">
      <div className="security-two">
        <span>
          <b className="pp-strong">{madeOn ? `${left} of ${MADE} left` : 'None yet'}</b>
          <small className="pp-muted pp-sm security-made">
            {madeOn
              ? `Made ${formatDate(madeOn, timeZone)}, kept as hashes`
              : 'Without them, only another owner lets you back in.'}
          </small>
          {madeOn && (
            <span className="security-dots" aria-hidden="true">
              {Array.from({ length: MADE }, (_each, at) => (
                <i key={at} className={at < left ? undefined : 'off'} />
              ))}
            </span>
          )}
        </span>
        <Button
          variant="outline"
          icon={<RefreshCw className="pp-i" />}
          loading={isLoading}
          onClick={() => void begin()}
        >
          {madeOn ? 'Make new codes' : 'Make codes'}
        </Button>
      </div>
      {codes && Codes && <Codes codes={codes.list} isFirst={codes.isFirst} onClose={() => setCodes(null)} />}
    </FormSection>
  );
}
