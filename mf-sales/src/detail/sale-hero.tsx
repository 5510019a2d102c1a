import {
  daysUntil,
  describeDays,
  displayName,
  formatDateRange,
  formatMoney,
  formatPercent,
  ofGross,
  type IsoDate,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Avatar, Figures, RouteStepper, type RouteStep } from '@paperplane/shared/ui';
import type { SaleDetail } from '../sale';

interface SaleHeroProps {
  sale: SaleDetail;
  /** Agents read their share, with the gross commission beside it. */
  isAdmin: boolean;
  steps: readonly RouteStep[];
  /** The organization's today, for the days to departure. */
  today: IsoDate;
}

/** Who travels, what it is worth, and where it stands. */
export function SaleHero({ sale, isAdmin, steps, today }: SaleHeroProps) {
  const { currency } = sale;
  const days = daysUntil(sale.travelDate, today);
  const isVoid = sale.status === 'cancelled' ? 'pp-void' : undefined;
  const share = isAdmin ? undefined : sale.commission?.agentAmount;
  const isOwn = share !== undefined;
  return (
    <section className="pp-card sale-hero" aria-label="Sale at a glance">
      <div className="sale-hero-top">
        <div className="pp-who">
          <Avatar person={sale.customer} size="lg" />
          <span>
            <Link className="pp-tlink sale-hero-name" to={paths.customer.href(sale.customerId)}>
              {displayName(sale.customer)}
            </Link>
            <small>with {sale.vendor.name}</small>
          </span>
        </div>
        <Figures
          items={[
            {
              label: 'Total',
              value: <span className={isVoid}>{formatMoney(sale.totalAmount, { currency })}</span>,
            },
            {
              label: isOwn ? 'Your share' : 'Commission',
              value: (
                <span className={sale.commission?.status === 'cancelled' ? 'pp-void' : isVoid}>
                  {formatMoney(share ?? sale.commissionAmount, { currency })}
                </span>
              ),
              note: isOwn ? ofGross(sale.commissionAmount, currency) : formatPercent(sale.commissionRate),
            },
            ...(sale.feeAmount > 0
              ? [
                  {
                    label: 'Service fee',
                    value: <span className={isVoid}>{formatMoney(sale.feeAmount, { currency })}</span>,
                  },
                ]
              : []),
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
