import { useState } from 'react';
import { displayMessage } from '@paperplane/shared/domain';
import { useLazyDialog } from '@paperplane/shared/records';
import {
  Badge,
  Button,
  Card,
  InlineError,
  LogOut,
  Monitor,
  SkeletonRows,
  Smartphone,
} from '@paperplane/shared/ui';
import { deviceName, lastSeen } from './device-words';
import { useListMyDevicesQuery, type Device } from './devices-api';
import './devices.css';

const loadSignOut = () =>
  import(/* webpackChunkName: "sign-out-devices" */ './sign-out-devices').then((code) => code.SignOutDevices);

const HANDHELD = /iPhone|iPad|Android/;

/** Where one is signed in: browser, system, the zone it told and when it was last seen. Others are signed out from here. */
export function DevicesCard() {
  const { data: devices, error, refetch } = useListMyDevicesQuery();
  const [ending, setEnding] = useState<readonly Device[] | null>(null);
  const [SignOutDevices, fetchSignOut] = useLazyDialog(loadSignOut);
  const ask = (which: readonly Device[]) =>
    void fetchSignOut().then((isThere) => isThere && setEnding(which));
  const others = devices?.filter(({ isThis }) => !isThis) ?? [];
  return (
    <Card
      title="Devices"
      padded={false}
      action={
        others.length > 1 && (
          <Button variant="outline" size="sm" icon={<LogOut className="pp-i" />} onClick={() => ask(others)}>
            Sign out {others.length} others
          </Button>
        )
      }
      footer={
        <span className="pp-muted pp-sm">
          No place is kept. A device you have not signed in with before is told to you by mail.
        </span>
      }
    >
      {devices ? (
        <ul className="devices">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} onEnd={() => ask([device])} />
          ))}
        </ul>
      ) : (
        <div className="pp-card-b">
          {error ? (
            <InlineError
              message="Your devices did not load."
              note={displayMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <SkeletonRows rows={2} label="Loading your devices" />
          )}
        </div>
      )}
      {ending && SignOutDevices && (
        <SignOutDevices devices={ending} isAll={ending.length > 1} onClose={() => setEnding(null)} />
      )}
    </Card>
  );
}

function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const name = deviceName(device);
  const isStrange = device.isNew && !device.isThis;
  const Icon = HANDHELD.test(device.device) ? Smartphone : Monitor;
  return (
    <li>
      <span className={isStrange ? 'pp-tile devices-new' : 'pp-tile'}>
        <Icon className="pp-i pp-i-18" />
      </span>
      <span>
        <b>
          {name}
          {device.isThis && <Badge color="green">This device</Badge>}
          {isStrange && <Badge color="yellow">New</Badge>}
        </b>
        <small>
          {device.timeZone && `${device.timeZone.replaceAll('_', ' ')} time · `}
          {lastSeen(device)}
        </small>
        {isStrange && <small className="devices-warn">Not you? Sign it out and change your password.</small>}
      </span>
      {!device.isThis && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Sign out ${name}, last seen ${lastSeen(device)}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
