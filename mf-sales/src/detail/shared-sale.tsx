import {
  displayName,
  formatDate,
  formatDateRange,
  formatMoney,
  formatMoneyExact,
  formatPercent,
  ofGross,
} from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import { Avatar, Card, DescriptionList, Figures, Notice, PageHead, StatusPill } from '@paperplane/shared/ui';
import type { SharedSale } from '../sale';
import { saleName } from '../sale-name';
import { SALE_PAGE } from '../sale-page';
import { useOwnShare } from './own-share';
import { SaleShares } from './sale-shares';
import './sale-detail.css';

/** A sale of somebody else, to whoever has a share of it: their part of the money, and nothing to change (docs/product/sales.md, Sale page). */
export default function SharedSalePage({ sale }: { sale: SharedSale }) {
  const { currency, customer, vendor, agent, commission } = sale;
  const own = useOwnShare(sale.id, commission.agentAmount);
  const isVoid = sale.status === 'cancelled' ? 'pp-void' : undefined;
  const shareVoid = commission.status === 'cancelled' ? 'pp-void' : isVoid;
  return (
    <main id="main" className="pp-page">
      <PageHead
        title={saleName(sale)}
        status={<StatusPill status={sale.status} />}
        back={SALE_PAGE.back}
        link={Link}
      />
      <section className="pp-card sale-hero" aria-label="Sale at a glance">
        <div className="sale-hero-top">
          <div className="pp-who">
            <Avatar person={customer} size="lg" />
            <span>
              <span className="sale-hero-name">{displayName(customer)}</span>
              <small>with {vendor.name}</small>
            </span>
          </div>
          <Figures
            items={[
              {
                label: 'Your part',
                value: <span className={isVoid}>{formatMoney(sale.totalAmount, { currency })}</span>,
                note: formatPercent(sale.sharePercent),
              },
              {
                label: 'Your share',
                value: <span className={shareVoid}>{formatMoney(commission.agentAmount, { currency })}</span>,
                note: ofGross(sale.commissionAmount, currency),
              },
              { label: 'Travel', value: formatDateRange(sale.travelDate, sale.returnDate) },
            ]}
          />
        </div>
      </section>
      <div className="pp-grid sale-grid">
        <div className="c8 pp-stack">
          <Card title="Booking" className="sale-booking">
            <DescriptionList
              layout="two"
              items={[
                { term: 'Booking reference', value: <span className="pp-num">{saleName(sale)}</span> },
                { term: 'Sale date', value: formatDate(sale.saleDate) },
                { term: 'Customer', value: displayName(customer) },
                { term: 'Travel date', value: formatDate(sale.travelDate) },
                { term: 'Vendor', value: vendor.name },
                { term: 'Return date', value: formatDate(sale.returnDate) },
                { term: 'Sold by', value: displayName(agent) },
                { term: 'Currency', value: currency },
              ]}
            />
            <Notice kind="info">
              {displayName(agent)} sold it and shares it with you. You see your part; they change the sale.
            </Notice>
          </Card>
        </div>
        <div className="c4 pp-stack">
          <Card title={own.title} className="sale-commission">
            <div className="pp-between">
              <span className={shareVoid ? `sale-big ${shareVoid}` : 'sale-big'}>
                {formatMoneyExact(own.amount, currency)}
              </span>
              <StatusPill status={commission.status} />
            </div>
            <SaleShares sale={sale} />
          </Card>
        </div>
      </div>
    </main>
  );
}
