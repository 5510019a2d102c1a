import { formatMoneyExact, statusLabel } from '@paperplane/shared/domain';
import {
  Link,
  paths,
  useChosenVendor,
  useCurrentUser,
  useListAddress,
  useRealPage,
  useVendorOptions,
} from '@paperplane/shared/platform';
import { NoMatch } from '@paperplane/shared/records';
import {
  EmptyState,
  FilterSearch,
  ListCard,
  ListPager,
  PageHead,
  Segmented,
  VendorFilter,
} from '@paperplane/shared/ui';
import { HeadTabs } from '../../parts/head-tabs';
import { useListOtherCommissionsQuery } from './other-api';
import { OtherItem } from './other-item';
import { isPart, NOTHING_FILTERED, OTHER_LIST, toOtherQuery } from './other-query';
import { KIND_WORDS, KINDS } from './other-words';
import './other.css';

const STATUSES = ['unpaid', 'funds_received', 'agent_paid', 'cancelled'] as const;

/** Service fees, penalties and bonuses: what is earned beside vendors' commissions for sales. */
export default function OtherPage() {
  const { currency } = useCurrentUser().organization;
  const { query, set, to } = useListAddress(OTHER_LIST, true);
  const { kind, status, search, vendorId } = query;
  const list = useListOtherCommissionsQuery(toOtherQuery(query));
  const vendor = useChosenVendor(vendorId);
  const { data, currentData } = list;
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);
  const segment = (of: (typeof KINDS)[number] | null, label: string, count?: number) => ({
    label,
    ...(count !== undefined && { count }),
    to: to({ kind: of ?? '', page: '1' }),
    active: of === kind,
  });
  const sum = kind && data?.kinds[kind];
  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Other commissions"
        back={{ to: paths.commissions.href(), label: 'Commissions' }}
        link={Link}
        subtitle={
          sum
            ? `${KIND_WORDS[kind].several}: ${formatMoneyExact(sum.amount, currency)}, without cancelled ones`
            : 'Service fees, penalties and bonuses'
        }
        busy={list.isFetching && data !== undefined}
      />
      <HeadTabs current="commissions" />
      <div className="pp-bar">
        <Segmented
          label="Kind"
          link={Link}
          segments={[
            segment(null, 'All'),
            ...KINDS.map((of) => segment(of, KIND_WORDS[of].several, data?.kinds[of]?.count)),
          ]}
        />
        <div className="pp-filters">
          <FilterSearch
            label="Search other commissions"
            finds="Booking, vendor, customer or amount"
            search={search}
            set={set}
          />
          <VendorFilter
            selected={vendorId}
            name={vendor?.name ?? null}
            useOptions={useVendorOptions}
            onChange={(id) => set({ vendorId: id })}
          />
        </div>
      </div>
      <div className="pp-bar other-statuses">
        <Segmented
          label="Status"
          link={Link}
          segments={[
            { label: 'Any status', to: to({ status: '', page: '1' }), active: status === null },
            ...STATUSES.map((each) => ({
              label: statusLabel(each),
              to: to({ status: each, page: '1' }),
              active: each === status,
            })),
          ]}
        />
      </div>
      <ListCard
        label="Other commissions"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={
          isPart(query) ? (
            <NoMatch
              title="Nothing matches"
              text={`No ${kind ? KIND_WORDS[kind].one.toLowerCase() : 'other commission'} has what is asked for.`}
              clearTo={to(NOTHING_FILTERED)}
            />
          ) : (
            <EmptyState kind="first-run" title="Nothing of this kind">
              A service fee comes with a sale that has one, a penalty with a cancellation that the vendor
              still pays for, a bonus from the vendor’s page.
            </EmptyState>
          )
        }
      >
        {(page) => (
          <>
            <ul className="other-commissions" aria-label="Other commissions">
              {page.rows.map((item) => (
                <li key={item.id}>
                  <OtherItem item={item} />
                </li>
              ))}
            </ul>
            <ListPager list={page} to={to} set={set} link={Link} />
          </>
        )}
      </ListCard>
    </main>
  );
}
