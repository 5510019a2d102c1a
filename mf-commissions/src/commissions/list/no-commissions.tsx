import { Link, paths, useAuth } from '@paperplane/shared/platform';
import { buttonClass, Card, EmptyState } from '@paperplane/shared/ui';

/** Nobody has recorded a sale yet. */
export function FirstCommission() {
  const { isAdmin } = useAuth();
  return (
    <Card padded={false} label="Commissions">
      <EmptyState
        kind="first-run"
        title="No commissions yet"
        actions={
          <>
            <Link className={buttonClass('primary')} to={paths.saleCreate.href()}>
              <span>Create sale</span>
            </Link>
            {/* Bonuses and penalties come without one. */}
            {isAdmin && (
              <Link className={buttonClass('outline')} to={paths.otherCommissions.href()}>
                <span>Other commissions</span>
              </Link>
            )}
          </>
        }
      >
        Each sale brings its commission along. Record a sale and follow it here until the agent is paid.
      </EmptyState>
    </Card>
  );
}
