import {
  daysUntil,
  describeDays,
  displayName,
  formatDateRange,
  formatMoney,
  formatPercent,
  type IsoDate,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Avatar, Figures, RouteStepper, type RouteStep } from '@paperplane/shared/ui';
import type { SaleDetail } from '../sale';

interface SaleHeroProps {
  sale: SaleDetail;
  steps: readonly RouteStep[];
  /** The organization's today, for the days to departure. */
  today: IsoDate;
}

/** Who travels, what it is worth, and where it stands. */
export function SaleHero({ sale, steps, today }: SaleHeroProps) {
  const { currency } = sale;
  const days = daysUntil(sale.travelDate, today);
  const isVoid = sale.status === 'cancelled' ? 'pp-void' : undefined;
  return (
    <section className="pp-card sale-hero" aria-label="Sale at a glance">
      <div className="sale-hero-top">
        <div className="pp-who">
          <Avatar person={sale.customer} size="lg" />
          <span>
            <Link className="pp-tlink sale-hero-name" to={paths.customer.href(sale.customerId)}>
              {displayName(sale.customer)}
            </Link>
            <small>with {sale.vendor?.name ?? 'an unknown vendor'}</small>
          </span>
        </div>
        <Figures
          items={[
            {
              label: 'Total',
              value: <span className={isVoid}>{formatMoney(sale.totalAmount, { currency })}</span>,
            },
            {
              label: 'Commission',
              value: <span className={isVoid}>{formatMoney(sale.commissionAmount, { currency })}</span>,
              note: formatPercent(sale.commissionRate),
            },
            {
              label: 'Travel',
              value: formatDateRange(sale.travelDate, sale.returnDate),
              note: days !== null && days >= 0 ? describeDays(days) : undefined,
            },
          ]}
        />
      </div>
      <RouteStepper steps={steps} />
    </section>
  );
}
