import { Button, Inbox } from '@paperplane/shared/ui';
import type { VendorStatement } from '../../bank-types';
import type { StatementActs } from './use-statement-actions';

/** Expect its deposit, stop expecting it, or set it aside; nothing once its deposit is matched. */
export function StatementActions({
  statement: { status, total, fee },
  actions,
}: {
  statement: VendorStatement;
  actions: StatementActs;
}) {
  if (status === 'matched') return null;
  return (
    <>
      {status !== 'set_aside' && (
        <Button
          variant="outline"
          className="keep"
          disabled={actions.busy}
          onClick={() => void actions.setAside()}
        >
          Set aside
        </Button>
      )}
      {status === 'expected' ? (
        <Button variant="outline" className="keep" loading={actions.busy} onClick={() => void actions.stop()}>
          Stop expecting
        </Button>
      ) : (
        total - fee > 0 && (
          <Button
            variant="primary"
            icon={<Inbox className="pp-i" />}
            loading={actions.busy}
            onClick={() => void actions.expect()}
          >
            Expect this deposit
          </Button>
        )
      )}
    </>
  );
}
