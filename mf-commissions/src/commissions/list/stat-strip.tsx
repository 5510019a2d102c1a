import {
  besideCommissionSum,
  camelCase,
  COMMISSION_STATUSES,
  commissionSum,
  formatMoneyExact,
  plural,
  statusLabel,
  type CommissionStatus,
} from '@paperplane/shared/domain';
import { StatusGlyph } from '@paperplane/shared/ui';
import type { CommissionStats } from '../commission-list';
import { StripFigure } from '../../parts/strip-figure';

interface StatStripProps {
  /** Under every filter but the status; undefined while they load or when they did not. */
  stats: CommissionStats | undefined;
  /** They did not load: nothing is on its way. */
  failed: boolean;
  currency: string;
  /** Admins read gross amounts and what agents were paid, agents their share. */
  isAdmin: boolean;
  /** The list is of what is overdue: admins read what is owed, and beside it what agents were paid already. */
  overdue: boolean;
  statusTo: (status: CommissionStatus) => string;
}

/** Where the money stands, by status; each figure leads to its commissions. */
export function StatStrip({ stats, failed, currency, isAdmin, overdue, statusTo }: StatStripProps) {
  return (
    <section className="pp-card strip commission-stats" aria-label="Commissions by status">
      {COMMISSION_STATUSES.map((status) => {
        const figure = stats?.[camelCase(status)];
        const isOwed = overdue && isAdmin;
        const beside = isOwed
          ? status === 'agent_paid' &&
            figure &&
            `${formatMoneyExact(figure.agentAmount, currency)} paid to agents`
          : stats &&
            figure &&
            besideCommissionSum(figure, status, { isAdmin, ready: stats.ready, currency, cents: true });
        const amount = figure && (isOwed ? figure.amount : commissionSum(figure, status, isAdmin));
        return (
          <StripFigure
            key={status}
            to={statusTo(status)}
            icon={<StatusGlyph status={status} />}
            label={statusLabel(status)}
            tone={`s-${status}`}
            figure={amount === undefined ? undefined : formatMoneyExact(amount, currency)}
            notes={figure && [[plural(figure.count, 'commission'), beside].filter(Boolean).join(' · ')]}
            failed={failed}
          />
        );
      })}
    </section>
  );
}
