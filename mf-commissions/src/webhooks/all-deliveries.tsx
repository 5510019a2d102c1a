import { Link, paths, useRealPage } from '@paperplane/shared/platform';
import { buttonClass, EmptyState, ListCard, ListPager, Segmented } from '@paperplane/shared/ui';
import { DeliveriesTable } from './deliveries-table';
import { toDeliveriesQuery, type DeliveryValues, type WebhooksAt } from './deliveries-query';
import { useListWebhookDeliveriesQuery } from './webhooks-api';

interface AllDeliveriesProps {
  query: WebhooksAt;
  set: (changes: Partial<DeliveryValues>, options?: { replace: true }) => void;
  to: (changes: Partial<DeliveryValues>) => string;
}

const SEGMENTS = [
  { label: 'All', status: '', state: null },
  { label: 'Waiting', status: 'waiting', state: 'waiting' },
  { label: 'Taken', status: 'delivered', state: 'delivered' },
  { label: 'Given up', status: 'given_up', state: 'given_up' },
] as const;

/** Every delivery of the last 30 days, in pages. */
export function AllDeliveries({ query, set, to }: AllDeliveriesProps) {
  const list = useListWebhookDeliveriesQuery(toDeliveriesQuery(query));
  const isBehind = useRealPage(query.page, list.currentData?.totalPages, set);
  return (
    <section className="pp-section" aria-labelledby="deliveries-title">
      <div className="pp-section-h">
        <div>
          <h2 id="deliveries-title">Deliveries</h2>
          <p className="pp-sm pp-muted">Of the last 30 days, the latest first.</p>
        </div>
        <Link to={paths.webhooks.href()} className={buttonClass('outline')}>
          <span>Endpoints</span>
        </Link>
      </div>
      <div className="pp-bar">
        <Segmented
          label="Which"
          link={Link}
          segments={SEGMENTS.map(({ label, status, state }) => ({
            label,
            to: to({ status, page: '1' }),
            active: query.state === state,
          }))}
        />
      </div>
      <ListCard
        label="All deliveries"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={<EmptyState title="None of these">Nothing of the last 30 days is like this.</EmptyState>}
      >
        {(page) => (
          <>
            <DeliveriesTable rows={page.rows} asOf={list.fulfilledTimeStamp ?? 0} />
            <ListPager list={page} to={to} set={set} link={Link} />
          </>
        )}
      </ListCard>
    </section>
  );
}
