import { displayMessage, plural } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { ConfirmDialog } from '@paperplane/shared/ui';
import { deviceName, deviceNames, signOutWords } from './device-words';
import { useEndMySessionsMutation, type Device } from './devices-api';

interface SignOutDevicesProps {
  devices: readonly Device[];
  /** All others, also one that has signed in since the list was read. */
  isAll: boolean;
  onClose: () => void;
}

/** Asks before one device, or all others, are signed out. */
export function SignOutDevices({ devices, isAll, onClose }: SignOutDevicesProps) {
  const [end, { isLoading, error }] = useEndMySessionsMutation();
  const toast = useToast();
  const [first] = devices;
  const label = isAll || !first ? signOutWords(devices.length) : `Sign out ${deviceName(first)}`;

  async function confirm() {
    const answer = await end(isAll ? null : (first?.id ?? null));
    if (answer.error) return;
    const { ended } = answer.data;
    toast.success(
      ended === 0 ? 'It was signed out already' : `${plural(ended, 'device is', 'devices are')} signed out`,
    );
    onClose();
  }

  return (
    <ConfirmDialog
      title={`${label}?`}
      confirmLabel={label}
      busy={isLoading}
      error={error ? displayMessage(error) : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        {deviceNames(devices)} {devices.length === 1 ? 'signs' : 'sign'} in anew. What{' '}
        {devices.length === 1 ? 'it' : 'they'} kept for reading offline is erased at{' '}
        {devices.length === 1 ? 'its' : 'their'} next contact. This device stays.
      </p>
    </ConfirmDialog>
  );
}
