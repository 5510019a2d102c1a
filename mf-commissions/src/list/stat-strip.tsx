import {
  besideCommissionSum,
  COMMISSION_STATUSES,
  commissionSum,
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
  /** Admins read gross amounts and what agents were paid, agents their share. */
  isAdmin: boolean;
  statusTo: (status: CommissionStatus) => string;
}

/** Where the money stands, by status; each figure leads to its commissions. */
export function StatStrip({ stats, failed, currency, isAdmin, statusTo }: StatStripProps) {
  return (
    <section className="pp-card commission-stats" aria-label="Commissions by status">
      {COMMISSION_STATUSES.map((status) => {
        const figure = stats?.[status];
        const note =
          stats && figure && besideCommissionSum(figure, status, { isAdmin, ready: stats.ready, currency });
        return (
          <Link key={status} to={statusTo(status)}>
            <span className={`t s-${status}`}>
              <StatusGlyph status={status} />
              {statusLabel(status)}
            </span>
            {figure ? (
              <>
                <b>{formatMoney(commissionSum(figure, status, isAdmin), { currency })}</b>
                <small>
                  {plural(figure.count, 'commission')}
                  {note && <> · {note}</>}
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
