import { Button, Inbox, SEND_KEYS } from '@paperplane/shared/ui';
import { formatMoneyExact, roundHalfAway } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import type { VendorStatement } from '../../bank-types';
import type { StatementActs } from './use-statement-actions';

interface StatementActionsProps {
  statement: VendorStatement;
  actions: StatementActs;
}

/** Expect its deposit, or set it aside; nothing once its deposit is matched. */
export function StatementActions({ statement: { status }, actions }: StatementActionsProps) {
  if (status === 'matched') return null;
  const { busy, expect, setAside } = actions;
  return (
    <>
      {status !== 'set_aside' && (
        <Button variant="outline" className="keep" disabled={busy} onClick={() => void setAside()}>
          Set aside
        </Button>
      )}
      {expect && (
        <Button
          className="docked-twin"
          icon={<Inbox className="pp-i" />}
          iconAfter={
            <kbd className="pp-kbd" aria-hidden="true">
              {SEND_KEYS}
            </kbd>
          }
          loading={busy}
          onClick={() => void expect()}
        >
          Expect this deposit
        </Button>
      )}
    </>
  );
}

/** On a phone the next step stands at the foot. */
export function DockedAction({
  statement: { total, fee },
  actions: { busy, expect },
}: StatementActionsProps) {
  const { currency } = useCurrentUser().organization;
  return (
    <div className="docked">
      {expect && (
        <Button block loading={busy} onClick={() => void expect()}>
          Expect this deposit, {formatMoneyExact(roundHalfAway(total - fee, 2), currency)}
        </Button>
      )}
    </div>
  );
}
