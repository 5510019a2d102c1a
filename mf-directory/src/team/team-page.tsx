import { formatCount } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser, useQueryState } from '@paperplane/shared/platform';
import { buttonClass, EmptyState, PageHead, Segmented, UserPlus } from '@paperplane/shared/ui';
import { useMemo } from 'react';
import { ListBody } from '../parts/list-body';
import { pageFromQuery } from '../parts/paging';
import { MEMBER_FILTERS, useCountTeamQuery, useGetTeamQuery, type MemberFilter } from '../team-api';
import { memberLook } from './member-look';

const LABELS: Record<MemberFilter, string> = { everyone: 'Everyone', active: 'Active', inactive: 'Inactive' };

/** /team: everybody of the organization; admins may open a person. */
export default function TeamPage() {
  const { isAdmin } = useAuth();
  const { id: selfId } = useCurrentUser();
  const { values, search } = useQueryState({ page: '1', status: '' });
  const filter = MEMBER_FILTERS.find((known) => known === values.status) ?? 'everyone';
  const page = pageFromQuery(values.page);
  const query = useGetTeamQuery({ page, filter });
  const { data: everyone } = useCountTeamQuery('everyone');
  const { data: active } = useCountTeamQuery('active');
  const look = useMemo(() => memberLook(selfId, isAdmin), [selfId, isAdmin]);

  const inactive = everyone !== undefined && active !== undefined ? everyone - active : undefined;
  const counts = { everyone, active, inactive };

  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Team"
        subtitle={
          active !== undefined && inactive !== undefined
            ? `${formatCount(active)} active, ${formatCount(inactive)} inactive`
            : undefined
        }
        busy={query.isFetching && query.data !== undefined}
        actions={
          isAdmin && (
            <Link to={paths.teamInvite.href()} className={buttonClass('primary')}>
              <UserPlus className="pp-i" />
              <span>Invite agent</span>
            </Link>
          )
        }
      />
      <div className="pp-bar">
        <Segmented
          label="Status"
          link={Link}
          segments={MEMBER_FILTERS.map((known) => ({
            label: LABELS[known],
            to: search({ status: known === 'everyone' ? '' : known }) || '?',
            active: known === filter,
            count: counts[known],
          }))}
        />
      </div>
      <ListBody
        label="Team"
        look={look}
        query={query}
        page={page}
        pageTo={(number) => search({ page: String(number) }) || '?'}
        empty={<EmptyState title={`Nobody is ${filter}`}>Everyone else is under Everyone.</EmptyState>}
      />
    </main>
  );
}
