import { formatCount, formatMoneyExact, NO_AMOUNT } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Avatar,
  ListTable,
  MediaObject,
  MobileListItem,
  Td,
  type ListTableProps,
  type MenuItem,
  type Sorting,
} from '@paperplane/shared/ui';
import { RowMenu } from '../parts/row-menu';
import { PersonState } from './person-state';
import { RoleBadge } from './role-badge';
import { invitedText, lastActiveText, personName, type TeamPerson } from './team';

interface TeamTableProps {
  people: readonly TeamPerson[];
  sorting: Sorting;
  currency: string;
  timeZone: string;
  /** Marks the reader. */
  selfId: string;
  /** Admins: when somebody was there last, what they sold, and what can be done with them. */
  showFacts: boolean;
  itemsFor: (person: TeamPerson) => readonly MenuItem[];
}

/** Only members have a page, and only admins may open it. */
const pageOf = (person: TeamPerson, opens: boolean) =>
  opens && person.kind === 'member' ? paths.teamMember.href(person.id) : undefined;

function Name({ person, selfId }: { person: TeamPerson; selfId: string }) {
  return (
    <>
      {personName(person)}
      {person.id === selfId && <span className="pp-muted team-you"> (you)</span>}
    </>
  );
}

function Row(props: { person: TeamPerson } & TeamTableProps) {
  const { person, selfId, showFacts, currency, timeZone, itemsFor } = props;
  const { isActive, salesCount, commissionAmount } = person;
  const isInvited = person.kind === 'invitation';
  const to = pageOf(person, showFacts);
  const name = <Name person={person} selfId={selfId} />;
  return (
    <tr className={isActive || isInvited ? undefined : 'member-off'}>
      <Td text>
        <MediaObject
          media={<Avatar person={nameable(person)} size="md" />}
          name={
            to ? (
              <Link className="pp-tlink" to={to}>
                {name}
              </Link>
            ) : (
              name
            )
          }
          meta={person.email}
        />
      </Td>
      <Td>
        <RoleBadge role={person.role} />
      </Td>
      <Td>
        <PersonState person={person} />
      </Td>
      {showFacts && (
        <>
          <Td needs="medium" className="pp-muted">
            {isInvited
              ? invitedText(person, timeZone)
              : lastActiveText(person.lastActiveAt ?? null, timeZone)}
          </Td>
          <Td numeric>{salesCount ? formatCount(salesCount) : NO_AMOUNT}</Td>
          <Td numeric>
            <span className="amt">
              {salesCount ? formatMoneyExact(commissionAmount, currency) : NO_AMOUNT}
            </span>
          </Td>
          <Td className="directory-rowmenu">
            <RowMenu name={personName(person)} items={itemsFor(person)} />
          </Td>
        </>
      )}
    </tr>
  );
}

/** An invitation without a name still gets initials. */
const nameable = (person: TeamPerson) => (person.firstName ? person : { ...person, firstName: person.email });

const columns = (showFacts: boolean): ListTableProps<TeamPerson>['columns'] => [
  { label: 'Name', sort: 'name' },
  { label: 'Role', sort: 'role' },
  { label: 'Status', sort: 'status' },
  showFacts && { label: 'Last active', sort: 'lastActiveAt', first: 'desc', needs: 'medium' },
  showFacts && { label: 'Sales', sort: 'salesCount', first: 'desc', numeric: true },
  showFacts && { label: 'Commission', sort: 'commissionAmount', first: 'desc', numeric: true },
  showFacts && { label: 'Actions', unseen: true },
];

/** The people of one page: a table, and on a phone a two-line list of the same. */
export function TeamTable(props: TeamTableProps) {
  const { people, sorting, selfId, showFacts } = props;
  return (
    <ListTable
      label="Team"
      columns={columns(showFacts)}
      sorting={sorting}
      rows={people}
      row={(person) => <Row key={person.id} person={person} {...props} />}
      item={(person) => (
        <MobileListItem
          key={person.id}
          to={person.kind === 'invitation' && showFacts ? paths.teamInvite.href() : pageOf(person, showFacts)}
          link={Link}
          media={<Avatar person={nameable(person)} size="md" />}
          title={<Name person={person} selfId={selfId} />}
          amount={<RoleBadge role={person.role} />}
          meta={person.email}
          pill={<PersonState person={person} />}
        />
      )}
    />
  );
}
