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
  /** Under every filter but the status; undefined while they load or when they did not. */
  stats: CommissionStats | undefined;
  /** They did not load: nothing is on its way. */
  failed: boolean;
  currency: string;
  /** Says which of them wait for a payment. */
  isAdmin: boolean;
  statusTo: (status: CommissionStatus) => string;
}

/** Where the money stands, by status; each figure leads to its commissions. */
export function StatStrip({ stats, failed, currency, isAdmin, statusTo }: StatStripProps) {
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
            {figure ? (
              <>
                <b>{formatMoney(figure.amount, { currency })}</b>
                <small>
                  {isPayable
                    ? `${formatCount(figure.count)} ready to pay`
                    : plural(figure.count, 'commission')}
                </small>
              </>
            ) : (
              <>
                <b>{failed ? '–' : <Skeleton width={96} height={20} />}</b>
                <small>{failed ? 'Not loaded' : <Skeleton width={72} height={10} />}</small>
              </>
            )}
          </Link>
        );
      })}
    </section>
  );
}
