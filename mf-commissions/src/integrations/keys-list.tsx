import { formatDate, today as todayIn } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Button, cx, KeyRound, ListTable, Td } from '@paperplane/shared/ui';
import type { ApiKey } from './integrations-api';
import { endsSoon, leftText, revokedText, usedText } from './key-words';
import { inOrder, isWriting, scopeText } from './scopes';

interface KeysListProps {
  keys: readonly ApiKey[];
  now: Date;
  /** Null for who may not revoke. */
  onRevoke: ((key: ApiKey) => void) | null;
}

const COLUMNS = [{ label: 'Name' }, { label: 'May' }, { label: 'Last use' }, { label: 'Expires' }] as const;

/** The keys of an agency: a table, and cards on a phone. Revoked ones are gray. */
export function KeysList({ keys, now, onRevoke }: KeysListProps) {
  return (
    <ListTable
      label="Keys"
      className="keys"
      columns={[...COLUMNS, onRevoke !== null && { label: 'Revoke', unseen: true }]}
      rows={keys}
      row={(key) => <KeyRow key={key.id} of={key} now={now} onRevoke={onRevoke} />}
      item={(key) => <KeyItem key={key.id} of={key} now={now} onRevoke={onRevoke} />}
    />
  );
}

interface KeyProps extends Pick<KeysListProps, 'now' | 'onRevoke'> {
  of: ApiKey;
}

function useFacts({ of, now }: KeyProps) {
  const { timeZone } = useCurrentUser().organization;
  const today = todayIn(timeZone, now);
  return {
    isRevoked: of.revokedAt !== null,
    used: of.lastUsedAt === null ? 'Never used' : usedText(of.lastUsedAt, timeZone, now),
    revoked: of.revokedAt === null ? null : revokedText(of.revokedAt, of.revokedBy, timeZone),
    ends: of.expiresOn ? formatDate(of.expiresOn) : 'No end',
    left: leftText(of.expiresOn, today),
    soon: endsSoon(of.expiresOn, today),
  };
}

function KeyRow(props: KeyProps) {
  const { of, onRevoke } = props;
  const { isRevoked, used, revoked, ends, left, soon } = useFacts(props);
  return (
    <tr className={isRevoked ? 'is-revoked' : undefined}>
      <Td>
        <span className="keys-name">
          <span className="pp-tile">
            <KeyRound className="pp-i" />
          </span>
          <span>
            <span className="keys-called">{of.name}</span>
            <small>
              <code>{of.prefix}…</code>
            </small>
          </span>
        </span>
      </Td>
      <Td>
        <Scopes of={of} />
      </Td>
      <Td>
        {used}
        {of.lastUsedFrom && <small>{of.lastUsedFrom}</small>}
      </Td>
      <Td>
        {isRevoked ? 'Revoked' : ends}
        <small className={cx(!isRevoked && soon && 'keys-soon')}>
          {revoked ?? left ?? (of.expiresOn && 'Expired')}
        </small>
      </Td>
      {onRevoke && (
        <Td numeric>
          <Revoke of={of} onRevoke={onRevoke} />
        </Td>
      )}
    </tr>
  );
}

function KeyItem(props: KeyProps) {
  const { of, onRevoke } = props;
  const { isRevoked, used, revoked, left, soon } = useFacts(props);
  return (
    <li className={cx('keys-card', isRevoked && 'is-revoked')}>
      <span className="keys-called">{of.name}</span>
      <code>{of.prefix}…</code>
      <Scopes of={of} />
      {isRevoked ? (
        <small className="keys-all">Revoked {revoked}</small>
      ) : (
        <>
          <small className="keys-used">
            {of.lastUsedAt
              ? `Used ${used.replace(/^(Today|Yesterday)/, (word) => word.toLowerCase())}`
              : used}
          </small>
          <small className={cx(soon && 'keys-soon')}>
            {left ? `expires ${left}` : of.expiresOn ? 'Expired' : 'No end'}
          </small>
        </>
      )}
      {onRevoke && <Revoke of={of} onRevoke={onRevoke} />}
    </li>
  );
}

function Scopes({ of: { scopes } }: { of: ApiKey }) {
  return (
    <span className="keys-tags">
      {inOrder(scopes).map((scope) => (
        <span key={scope} className={cx('pp-tag', isWriting(scope) && 'is-write')}>
          {scopeText(scope)}
        </span>
      ))}
    </span>
  );
}

function Revoke({ of, onRevoke }: { of: ApiKey; onRevoke: (key: ApiKey) => void }) {
  if (of.revokedAt !== null) return null;
  return (
    <Button variant="outline-danger" size="sm" aria-label={`Revoke ${of.name}`} onClick={() => onRevoke(of)}>
      Revoke
    </Button>
  );
}
