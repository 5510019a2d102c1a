import { Link, paths } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  Ellipsis,
  LinkIcon,
  Menu,
  Pencil,
  RefreshCw,
  Unlink,
  Upload,
  type MenuItem,
} from '@paperplane/shared/ui';
import type { AccountOnPage, BankConnection } from '../bank-types';
import { isExpired, sourceOf } from './source-words';

/** What can be done with an account or its connection. */
export interface AccountDeeds {
  onSync: (connection: BankConnection) => void;
  onStop: (connection: BankConnection) => void;
  /** Connects an account that comes by file, or one whose connection needs a new token or consent. */
  onConnect: (connection: BankConnection | null) => void;
  onRename: (account: AccountOnPage) => void;
  onDisconnect: (connection: BankConnection) => void;
}

interface AccountActionsProps {
  account: AccountOnPage;
  /** `Operating ••4410`. */
  name: string;
  deeds: AccountDeeds;
}

/** The next step of an account as a button, everything else in a menu. */
export function AccountActions({ account, name, deeds }: AccountActionsProps) {
  const source = sourceOf(account);
  const { connection } = account;
  const importTo = paths.bankImport.href({ accountId: account.id });
  const again = connection && isExpired(connection) ? 'Renew' : 'Reconnect';
  const items: MenuItem[] = [
    ...(source === 'file'
      ? []
      : [
          {
            key: 'import',
            label: 'Import a file',
            icon: <Upload className="pp-i" />,
            to: importTo,
            link: Link,
          },
        ]),
    ...(source === 'needs_attention' && connection
      ? [
          {
            key: 'sync',
            label: 'Sync now',
            icon: <RefreshCw className="pp-i" />,
            onSelect: () => deeds.onSync(connection),
          },
        ]
      : []),
    ...(source === 'file'
      ? [
          {
            key: 'connect',
            label: 'Connect',
            icon: <LinkIcon className="pp-i" />,
            onSelect: () => deeds.onConnect(null),
          },
        ]
      : []),
    ...(connection?.expiresAt && (source === 'connected' || source === 'syncing')
      ? [
          {
            key: 'renew',
            label: 'Renew consent',
            icon: <LinkIcon className="pp-i" />,
            onSelect: () => deeds.onConnect(connection),
          },
        ]
      : []),
    {
      key: 'rename',
      label: 'Rename',
      icon: <Pencil className="pp-i" />,
      onSelect: () => deeds.onRename(account),
    },
    ...(connection && source !== 'file' && source !== 'disconnected'
      ? [
          {
            key: 'disconnect',
            label: 'Disconnect',
            icon: <Unlink className="pp-i" />,
            danger: true,
            separated: true,
            onSelect: () => deeds.onDisconnect(connection),
          },
        ]
      : []),
  ];
  return (
    <span className="act">
      {source === 'file' && (
        <Link
          to={importTo}
          className={buttonClass('outline', { size: 'sm' })}
          aria-label={`Import a file for ${name}`}
        >
          <Upload className="pp-i pp-i-14" />
          <span>Import</span>
        </Link>
      )}
      {source === 'connected' && connection && (
        <Button
          variant="outline"
          size="sm"
          icon={<RefreshCw className="pp-i pp-i-14" />}
          aria-label={`Sync now: ${name}`}
          onClick={() => deeds.onSync(connection)}
        >
          Sync now
        </Button>
      )}
      {source === 'syncing' && connection && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Stop syncing ${name}`}
          onClick={() => deeds.onStop(connection)}
        >
          Stop
        </Button>
      )}
      {source === 'needs_attention' && connection && (
        <Button
          variant="outline"
          size="sm"
          icon={<LinkIcon className="pp-i pp-i-14" />}
          aria-label={`${again} ${name}`}
          onClick={() => deeds.onConnect(connection)}
        >
          {again}
        </Button>
      )}
      {source === 'disconnected' && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Connect ${name} again`}
          onClick={() => deeds.onConnect(null)}
        >
          Connect
        </Button>
      )}
      <Menu
        label={`More for ${name}`}
        button={<Ellipsis className="pp-i" />}
        buttonClassName="pp-iconbtn pp-iconbtn-sm"
        items={items}
      />
    </span>
  );
}
