import { displayName } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useParams } from '@paperplane/shared/platform';
import { RecordGate } from '@paperplane/shared/records';
import { Avatar, Ellipsis, Menu, Notice, PageHead } from '@paperplane/shared/ui';
import { ContactCard } from '../parts/contact-card';
import { RecordBody } from '../parts/record-body';
import { RecordFigures } from '../parts/record-figures';
import { RelatedSales, type Party } from '../parts/related-sales';
import { useGetMemberProfileQuery } from './team-api';
import { CommissionsCard, PayoutsCard } from './member-money';
import { SplitCard } from './split-card';
import { memberFacts, memberFigures } from './member-facts';
import { PersonState } from './person-state';
import { RoleBadge } from './role-badge';
import type { MemberProfile } from './team';
import { useMemberActions } from './use-member-actions';
import './team.css';

const back = { to: paths.team.href(), label: 'Team' };
const customer: Party = { head: 'Customer', of: (sale) => displayName(sale.customer) };

/** /team/:id (admins): role, split, sales, commissions and payouts of one person; one request brings all of it. */
export default function MemberPage() {
  const { id = '' } = useParams();
  const query = useGetMemberProfileQuery(id);
  const { currency, timeZone } = useCurrentUser().organization;
  return (
    <RecordGate label="Team member" back={back} query={query}>
      {(profile) => (
        <>
          <Head member={profile.member} />
          {!profile.member.isActive && (
            <div className="member-notice">
              <Notice>
                Inactive. {displayName(profile.member)} cannot sign in, and sees nothing of the agency.
              </Notice>
            </div>
          )}
          <RecordBody
            figures={
              <RecordFigures
                label="Figures"
                items={memberFigures(profile, currency)}
                onRetry={() => void query.refetch()}
              />
            }
            side={
              <>
                <ContactCard email={profile.member.email} more={memberFacts(profile, timeZone)} />
                <SplitCard profile={profile} timeZone={timeZone} />
              </>
            }
          >
            <CommissionsCard profile={profile} currency={currency} />
            <RelatedSales
              cents
              title="Sales"
              party={customer}
              emptyText="Bookings this person sells appear here, newest first."
              currency={currency}
              action={
                <Link className="pp-link pp-sm" to={paths.sales.href({ agentId: profile.member.id })}>
                  View in sales
                </Link>
              }
              sales={profile.sales}
            />
            <PayoutsCard profile={profile} currency={currency} />
          </RecordBody>
        </>
      )}
    </RecordGate>
  );
}

function Head({ member }: Pick<MemberProfile, 'member'>) {
  const { itemsFor, dialog } = useMemberActions();
  const { id } = useCurrentUser();
  return (
    <>
      <PageHead
        media={<Avatar person={member} size="lg" />}
        title={displayName(member) + (member.id === id ? ' (you)' : '')}
        status={
          <>
            <RoleBadge role={member.role} />
            <span className="member-head-state">
              <PersonState person={{ kind: 'member', isActive: member.isActive }} />
            </span>
          </>
        }
        back={back}
        link={Link}
        actions={
          <Menu
            label="Manage"
            button={
              <>
                <Ellipsis className="pp-i" />
                <span>Manage</span>
              </>
            }
            buttonClassName="pp-btn pp-btn-outline keep"
            items={itemsFor(member)}
          />
        }
      />
      {dialog}
    </>
  );
}
