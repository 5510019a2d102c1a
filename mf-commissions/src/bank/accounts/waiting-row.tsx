import { plural } from '@paperplane/shared/domain';
import { Button, Ellipsis, LinkIcon, Menu, Unlink } from '@paperplane/shared/ui';
import type { WaitingConnection } from '../bank-types';
import { connectionName, PROVIDER_WORDS } from './source-words';

interface WaitingRowProps {
  connection: WaitingConnection;
  onLink: () => void;
  onDisconnect: () => void;
}

/** A connection that waits for a word: where its accounts go. */
export function WaitingRow({ connection, onLink, onDisconnect }: WaitingRowProps) {
  const bank = connectionName(connection);
  const count = connection.accountsToLink.length;
  return (
    <li className="acc-row is-waiting">
      <span className="pp-tile" aria-hidden="true">
        <LinkIcon className="pp-i" />
      </span>
      <span className="nm">
        <b>{bank}</b>
        <small>{PROVIDER_WORDS[connection.provider]}</small>
      </span>
      <span className="st">
        <small>
          {plural(count, 'account')} to link: say where {count === 1 ? 'it goes' : 'each one goes'}
        </small>
      </span>
      <span className="act">
        <Button
          variant="outline"
          size="sm"
          icon={<LinkIcon className="pp-i pp-i-14" />}
          aria-label={`Link accounts of ${bank}`}
          onClick={onLink}
        >
          Link
        </Button>
        <Menu
          label={`More for ${bank}`}
          button={<Ellipsis className="pp-i" />}
          buttonClassName="pp-iconbtn pp-iconbtn-sm"
          items={[
            {
              key: 'disconnect',
              label: 'Disconnect',
              icon: <Unlink className="pp-i" />,
              danger: true,
              onSelect: onDisconnect,
            },
          ]}
        />
      </span>
    </li>
  );
}
