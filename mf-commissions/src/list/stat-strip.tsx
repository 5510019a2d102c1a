import {
  COMMISSION_STATUSES,
  formatCount,
  formatMoney,
  plural,
  statusLabel,
  type CommissionStatus,
} from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import { Skeleton, StatusGlyph } from '@paperplane/shared/ui';
import type { CommissionStats } from '../commission-list';

interface StatStripProps {
  /** Under every filter but the status; undefined while they load. */
  stats: CommissionStats | undefined;
  currency: string;
  /** Says which of them wait for a payment. */
  isAdmin: boolean;
  statusTo: (status: CommissionStatus) => string;
}

/** Where the money stands, by status; each figure leads to its commissions. */
export function StatStrip({ stats, currency, isAdmin, statusTo }: StatStripProps) {
  return (
    <section className="pp-card commission-stats" aria-label="Commissions by status">
      {COMMISSION_STATUSES.map((status) => {
        const figure = stats?.[status];
        const isPayable = isAdmin && status === 'funds_received';
        return (
          <Link key={status} to={statusTo(status)}>
            <span className={`t s-${status}`}>
              <StatusGlyph status={status} />
              {statusLabel(status)}
            </span>
            <b>{figure ? formatMoney(figure.amount, { currency }) : <Skeleton width={96} height={20} />}</b>
            <small>
              {figure ? (
                isPayable ? (
                  `${formatCount(figure.count)} ready to pay`
                ) : (
                  plural(figure.count, 'commission')
                )
              ) : (
                <Skeleton width={72} height={10} />
              )}
            </small>
          </Link>
        );
      })}
    </section>
  );
}
