import { formatMoneyExact } from '@paperplane/shared/domain';
import {
  Link,
  paths,
  useCurrentUser,
  useListQuery,
  useQueryState,
  useRealPage,
} from '@paperplane/shared/platform';
import { EmptyState, ListCard, ListPager, PageHead, Segmented } from '@paperplane/shared/ui';
import { HeadTabs } from '../../parts/head-tabs';
import { useListOtherCommissionsQuery } from './other-api';
import { OtherItem } from './other-item';
import { KIND_WORDS, KINDS } from './other-words';
import { OTHER_RULES } from './other-query';
import './other.css';

/** Service fees, penalties and bonuses: what is earned beside vendors' commissions for sales. */
export default function OtherPage() {
  const { currency } = useCurrentUser().organization;
  const { values } = useQueryState({ kind: '' });
  const kind = KINDS.find((each) => each === values.kind) ?? null;
  const { query, set, to } = useListQuery(OTHER_RULES);
  const list = useListOtherCommissionsQuery({ kind, page: query.page, pageSize: query.pageSize });
  const { data, currentData } = list;
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);
  const segment = (of: (typeof KINDS)[number] | null, label: string, count?: number) => ({
    label,
    ...(count !== undefined && { count }),
    to: paths.otherCommissions.href({ kind: of }),
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
      <Segmented
        label="Kind"
        link={Link}
        segments={[
          segment(null, 'All'),
          ...KINDS.map((of) => segment(of, KIND_WORDS[of].several, data?.kinds[of]?.count)),
        ]}
      />
      <ListCard
        label="Other commissions"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={
          <EmptyState kind="first-run" title="Nothing of this kind">
            A service fee comes with a sale that has one, a penalty with a cancellation that the vendor still
            pays for, a bonus from the vendor’s page.
          </EmptyState>
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
