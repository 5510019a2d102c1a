import { statusLabel } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, EmptyState } from '@paperplane/shared/ui';
import type { CommissionFilter } from '../commission-types';

/** Why the list is empty, and where to go from there: nothing yet, nothing of this status, or no such page. */
export function NoCommissions({ status, page }: CommissionFilter) {
  if (page > 1) {
    return (
      <EmptyState
        title="Nothing on this page"
        actions={
          <Link className={buttonClass('outline')} to={paths.commissions.href({ status })}>
            <span>Go to the first page</span>
          </Link>
        }
      >
        There are fewer commissions than page {page} needs.
      </EmptyState>
    );
  }
  if (status) {
    return (
      <EmptyState
        title={`No commissions are “${statusLabel(status)}”`}
        actions={
          <Link className={buttonClass('outline')} to={paths.commissions.href()}>
            <span>Clear filters</span>
          </Link>
        }
      >
        Show all commissions to see the others.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="first-run"
      title="No commissions yet"
      actions={
        <Link className={buttonClass('primary')} to={paths.saleCreate.href()}>
          <span>Create sale</span>
        </Link>
      }
    >
      Each sale brings its commission along. Record a sale and follow it here until the agent is paid.
    </EmptyState>
  );
}
