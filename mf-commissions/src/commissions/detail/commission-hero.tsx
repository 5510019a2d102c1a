import { formatDate, formatMoneyExact, formatPercent } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { cx, Figures, RouteStepper, StatusWithHelp, type RouteStep } from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';

interface CommissionHeroProps {
  commission: Commission;
  /** The organization's. */
  currency: string;
  /** An agent's figure is their share, with the gross commission named beside it. */
  isAdmin: boolean;
  steps: readonly RouteStep[];
  /** Explains the statuses. */
  onHelp: () => void;
}

/** The amount (gross, or an agent's share), its status and the way it goes. Cents are shown: here money is exact. */
export function CommissionHero({ commission, currency, isAdmin, steps, onHelp }: CommissionHeroProps) {
  const { amount, agentAmount, status, sale } = commission;
  const money = (value: number) => formatMoneyExact(value, currency);
  return (
    <section className="pp-card pp-hero" aria-label="Commission">
      <div className="pp-hero-top commission-top">
        <div>
          {sale && (
            <p className="pp-muted pp-sm">
              {isAdmin ? 'Commission' : 'Your share of the commission'} on{' '}
              <Link className="pp-link pp-ref" to={paths.sale.href(sale.id)}>
                {sale.bookingReference}
              </Link>
            </p>
          )}
          <div className="pp-row commission-amount">
            <span className={cx('pp-big pp-big-lg', status === 'cancelled' && 'pp-void')}>
              {money(isAdmin ? amount : agentAmount)}
            </span>
            <StatusWithHelp status={status} onHelp={onHelp} />
          </div>
        </div>
        {sale && (
          <Figures
            items={[
              { label: 'Sale total', value: money(sale.totalAmount) },
              ...(isAdmin ? [] : [{ label: 'Commission', value: money(amount), note: 'gross' }]),
              { label: 'Rate', value: formatPercent(sale.commissionRate) },
              { label: 'Sale date', value: formatDate(sale.saleDate) },
            ]}
          />
        )}
      </div>
      <RouteStepper steps={steps} label="Commission progress" />
    </section>
  );
}
