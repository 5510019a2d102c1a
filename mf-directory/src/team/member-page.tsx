import { displayName, formatCount, formatDate, formatPercent, ROLE_LABELS } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useParams } from '@paperplane/shared/platform';
import { Avatar, PageHead, UserRound } from '@paperplane/shared/ui';
import { ContactCard } from '../parts/contact-card';
import { RecordBody } from '../parts/record-body';
import { RecordFigures } from '../parts/record-figures';
import { RecordGate } from '../parts/record-gate';
import { RelatedSales, type Party } from '../parts/related-sales';
import { useGetSalesOfQuery } from '../sales-of-api';
import { useGetCommissionSplitQuery, useGetMemberQuery } from '../team-api';
import { MemberState } from './member-state';

const back = { to: paths.team.href(), label: 'Team' };
const customer: Party = { head: 'Customer', of: ({ customerName }) => displayName(customerName) };

/** /team/:id (admins): role, state, share and sales of one person; three requests that leave together. */
export default function MemberPage() {
  const { id = '' } = useParams();
  const { currency } = useCurrentUser().organization;
  const query = useGetMemberQuery(id);
  const split = useGetCommissionSplitQuery(id);
  const sales = useGetSalesOfQuery({ owner: 'agent', id });
  return (
    <RecordGate label="Team member" back={back} query={query}>
      {(member) => (
        <>
          <PageHead
            media={<Avatar person={member} size="lg" />}
            title={displayName(member)}
            back={back}
            link={Link}
          />
          <RecordBody
            figures={
              <RecordFigures
                label="Terms"
                error={split.error}
                onRetry={() => void split.refetch()}
                items={[
                  { label: 'Role', value: ROLE_LABELS[member.role] },
                  { label: 'Status', value: <MemberState isActive={member.isActive} /> },
                  {
                    label: 'Commission split',
                    value: split.currentData === undefined ? undefined : formatPercent(split.currentData),
                  },
                  { label: 'Sales', value: sales.currentData && formatCount(sales.currentData.count) },
                ]}
              />
            }
            side={
              <ContactCard
                email={member.email}
                more={[
                  {
                    icon: <UserRound className="pp-i" />,
                    text: `Member since ${formatDate(member.createdAt)}`,
                  },
                ]}
              />
            }
          >
            <RelatedSales
              title="Sales"
              party={customer}
              emptyText="Bookings this person sells appear here, newest first."
              currency={currency}
              query={sales}
            />
          </RecordBody>
        </>
      )}
    </RecordGate>
  );
}
