import { formatMoneyExact, formatPercent } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { Button } from '@paperplane/shared/ui';
import { lazy, Suspense, useState } from 'react';
import { VoidDialog } from '../../payouts';
import type { CommissionDeposit } from '../commission-types';
import type { CommissionShare } from './other-api';
import { shareName, shareState, shareText } from './other-words';
import './other.css';

const SharePaymentDialog = lazy(
  () => import(/* webpackChunkName: "lazy-share-payment" */ './share-payment-dialog'),
);

const ShareRecallDialog = lazy(
  () => import(/* webpackChunkName: "lazy-share-payment" */ './share-recall-dialog'),
);

/** Whose payment can be recorded alone; what is taken off or corrected is settled by a payout. */
const BY_ITSELF: ReadonlySet<CommissionShare['role']> = new Set([
  'seller',
  'co_seller',
  'referral',
  'override',
]);

interface ShareRowsProps {
  shares: readonly CommissionShare[];
  /** What they are of. */
  commissionId: string;
  /** What the bank says of it. */
  deposits?: readonly CommissionDeposit[];
  /** An admin can pay one by itself. */
  canPay: boolean;
}

/** Who has what of a commission, how it stands, and for admins the ways to pay it alone, void that, or take it back. */
export function ShareRows({ shares, commissionId, deposits = [], canPay }: ShareRowsProps) {
  const { isAdmin } = useAuth();
  const { currency } = useCurrentUser().organization;
  const [paying, setPaying] = useState<CommissionShare | null>(null);
  const [voiding, setVoiding] = useState<CommissionShare | null>(null);
  const [recalling, setRecalling] = useState<CommissionShare | null>(null);
  return (
    <>
      <ul className="commission-shares" aria-label="Shares">
        {shares.map((share) => (
          <li key={share.id}>
            <span>
              <b className="pp-strong">{share.name}</b>
              <small>
                {shareText(share)}
                {!share.role.startsWith('override') && `, split ${formatPercent(share.split)}`}
              </small>
              <small>{shareState(share, currency)}</small>
            </span>
            <span className="pp-amt">{formatMoneyExact(share.agentAmount, currency)}</span>
            {canPay && share.status === 'open' && !share.hold && BY_ITSELF.has(share.role) && (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Record payment to ${shareName(share)}`}
                onClick={() => setPaying(share)}
              >
                Record payment
              </Button>
            )}
            {isAdmin && share.paymentId && !share.statementId && !share.voidedOn && share.agentAmount > 0 && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Void payment to ${shareName(share)}`}
                onClick={() => setVoiding(share)}
              >
                Void
              </Button>
            )}
            {isAdmin && (share.recallable ?? 0) > 0 && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Take back from ${shareName(share)}`}
                onClick={() => setRecalling(share)}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {paying && (
        <Suspense>
          <SharePaymentDialog share={paying} onClose={() => setPaying(null)} />
        </Suspense>
      )}
      {recalling && (
        <Suspense>
          <ShareRecallDialog
            share={recalling}
            {...{ commissionId, deposits }}
            onClose={() => setRecalling(null)}
          />
        </Suspense>
      )}
      {voiding?.paymentId && (
        <VoidDialog
          payment={{
            by: { paymentId: voiding.paymentId },
            amount: voiding.agentAmount,
            currency,
            name: voiding.name,
            paidOn: voiding.paidOn ?? '',
          }}
          onClose={() => setVoiding(null)}
        />
      )}
    </>
  );
}
