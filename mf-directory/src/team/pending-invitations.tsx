import { formatShortDate, today } from '@paperplane/shared/domain';
import { displayMessage } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import {
  Avatar,
  Button,
  Card,
  EmptyState,
  ErrorState,
  Mail,
  SkeletonRows,
  MediaObject,
} from '@paperplane/shared/ui';
import { useListTeamQuery } from './team-api';
import { RoleBadge } from './role-badge';
import { personName, type Invited } from './team';
import { BY_STATUS, type TeamQuery } from './team-list';
import { useInvitationActions } from './use-invitation-actions';
import './team.css';

/** Nobody has more people on their way than this; the list of the team pages through the rest. */
const PENDING: TeamQuery = { status: 'invited', search: '', sort: BY_STATUS, page: 1, pageSize: 100 };

/** Who has been invited and has not joined: until when the link works, send it again, take it back. */
export function PendingInvitations() {
  const { timeZone } = useCurrentUser().organization;
  const { currentData, error, isFetching, refetch } = useListTeamQuery(PENDING);
  const actions = useInvitationActions();
  const count = currentData?.count ?? 0;
  return (
    <Card
      padded={false}
      title={<>Pending invitations {count > 0 && <span className="pp-tag record-count">{count}</span>}</>}
    >
      {error ? (
        <ErrorState
          title="Invitations did not load"
          message={displayMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !currentData ? (
        <SkeletonRows rows={3} label="Loading invitations" />
      ) : count === 0 ? (
        <EmptyState kind="small" title="Nobody is invited" icon={<Mail className="pp-i pp-i-20" />}>
          Invitations that have not been accepted yet appear here.
        </EmptyState>
      ) : (
        <ul className="team-pending">
          {currentData.rows.map(
            (person) =>
              person.kind === 'invitation' && <Pending key={person.id} {...{ person, actions, timeZone }} />,
          )}
        </ul>
      )}
      {actions.dialog}
    </Card>
  );
}

interface PendingProps {
  person: Invited;
  actions: ReturnType<typeof useInvitationActions>;
  timeZone: string;
}

function Pending({ person, actions, timeZone }: PendingProps) {
  const { id, role, email, isExpired, expiresAt } = person;
  const refusal = actions.refusalFor(person);
  const name = personName(person);
  return (
    <li>
      <div className="pp-between">
        <MediaObject
          media={<Avatar person={person.firstName ? person : { firstName: email }} size="md" />}
          name={name}
          meta={name === email ? undefined : email}
        />
        <RoleBadge role={role} />
      </div>
      <div className="pp-between">
        <p className={isExpired ? 'pp-sm team-expired' : 'pp-sm pp-muted'}>
          {isExpired ? 'Expired' : 'Expires'} {formatShortDate(expiresAt, today(timeZone), timeZone)}
        </p>
        {refusal ? (
          <p className="pp-sm pp-muted">{refusal}</p>
        ) : (
          <div className="pp-row">
            <Button
              variant="outline"
              size="sm"
              aria-label={`Resend invitation to ${email}`}
              loading={actions.sending === id}
              onClick={() => void actions.send(person)}
            >
              Resend
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Revoke invitation of ${email}`}
              onClick={() => actions.askToRevoke(person)}
            >
              Revoke
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
