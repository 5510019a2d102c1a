import { useAuth, useCurrentUser, useToast } from '@paperplane/shared/platform';
import {
  cx,
  Ellipsis,
  Menu,
  Pencil,
  RefreshCw,
  StatusGlyph,
  Trash2,
  Unplug,
  type MenuItem,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { DeleteDialog } from './delete-dialog';
import { RotateDialog } from './rotate-dialog';
import { endpointNote, STATE_WORDS } from './webhook-words';
import { useSwitchWebhookEndpointMutation, type Endpoint, type ShownSecret } from './webhooks-api';

interface EndpointsCardProps {
  endpoints: readonly Endpoint[];
  onChange: (endpoint: Endpoint) => void;
  onSecret: (secret: ShownSecret) => void;
}

const LOOKS = {
  delivering: { tone: 's-paid', glyph: 'paid' },
  retrying: { tone: 's-unpaid', glyph: 'unpaid' },
  switched_off: { tone: 's-cancelled', glyph: 'cancelled' },
} as const;

/** Each endpoint with its state, its events, and what can be done with it. */
export function EndpointsCard({ endpoints, onChange, onSecret }: EndpointsCardProps) {
  const { isOwner } = useAuth();
  const { timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [open, setOpen] = useState<{ what: 'rotate' | 'delete'; endpoint: Endpoint } | null>(null);
  const [switchEndpoint] = useSwitchWebhookEndpointMutation();

  async function turn({ id, host }: Endpoint, isOn: boolean) {
    const { error } = await switchEndpoint({ endpointId: id, isOn });
    if (error) toast.error(`${host} was not switched ${isOn ? 'on' : 'off'}`, error);
    else if (isOn) toast.success(`${host} is on again`, 'What waits for it goes now.');
    else toast.success(`${host} is switched off`, 'It is told nothing; what waits is kept for 30 days.');
  }
  const itemsOf = (endpoint: Endpoint): MenuItem[] => [
    {
      key: 'change',
      label: 'Change address and events',
      icon: <Pencil className="pp-i" />,
      onSelect: () => onChange(endpoint),
    },
    {
      key: 'rotate',
      label: 'Rotate secret',
      icon: <RefreshCw className="pp-i" />,
      onSelect: () => setOpen({ what: 'rotate', endpoint }),
    },
    endpoint.state === 'switched_off'
      ? {
          key: 'on',
          label: 'Switch on again',
          icon: <Unplug className="pp-i" />,
          onSelect: () => void turn(endpoint, true),
        }
      : {
          key: 'off',
          label: 'Switch off',
          icon: <Unplug className="pp-i" />,
          onSelect: () => void turn(endpoint, false),
        },
    {
      key: 'delete',
      label: 'Delete',
      icon: <Trash2 className="pp-i" />,
      danger: true,
      separated: true,
      onSelect: () => setOpen({ what: 'delete', endpoint }),
    },
  ];
  return (
    <>
      <ul className="webhook-endpoints" aria-label="Endpoints">
        {endpoints.map((endpoint) => {
          const { tone, glyph } = LOOKS[endpoint.state];
          const note = endpointNote(endpoint, timeZone);
          return (
            <li key={endpoint.id} className={cx(endpoint.state === 'switched_off' && 'is-off')}>
              <code>{endpoint.url}</code>
              <span className={cx('pp-pill', tone)}>
                <StatusGlyph status={glyph} />
                {STATE_WORDS[endpoint.state]}
              </span>
              {isOwner && (
                <Menu
                  label={`More for ${endpoint.host}`}
                  button={<Ellipsis className="pp-i" />}
                  buttonClassName="pp-iconbtn pp-iconbtn-sm"
                  items={itemsOf(endpoint)}
                />
              )}
              {note && <span className="note">{note}</span>}
              <span className="tags">
                {endpoint.events.map((event) => (
                  <span key={event} className="pp-tag">
                    {event}
                  </span>
                ))}
              </span>
            </li>
          );
        })}
      </ul>
      {open?.what === 'rotate' && (
        <RotateDialog endpoint={open.endpoint} onSecret={onSecret} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'delete' && <DeleteDialog endpoint={open.endpoint} onClose={() => setOpen(null)} />}
    </>
  );
}
