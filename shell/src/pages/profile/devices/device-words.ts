import { formatDate, formatDateTime, formatTime, plural } from '@paperplane/shared/domain';
import type { Device } from './devices-api';

/** `Chrome, Windows` as a person says it: `Chrome on Windows`. */
export const deviceName = ({ device }: Pick<Device, 'device'>): string => device.replace(', ', ' on ');

/** Beside the name, where several are named: `iPhone`, and with the browser where it is a computer. */
export const shortName = (device: Pick<Device, 'device'>): string => {
  const [, system = ''] = device.device.split(', ');
  return /^(iPhone|iPad)$/.test(system) ? system : deviceName(device);
};

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** `iPhone, Firefox on Linux, and iPad`; from four on `iPhone, Firefox on Linux, and 2 more`. */
export function deviceNames(devices: readonly Pick<Device, 'device'>[]): string {
  const names = devices.map(shortName);
  return listFormat.format(names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names);
}

/** `now`, `today, 7:52 AM`, `yesterday, 10:14 PM`, `Jan 30, 9:02 AM`, in the reader's own zone. */
export function lastSeen(
  { isThis, lastSeenAt }: Pick<Device, 'isThis' | 'lastSeenAt'>,
  now = new Date(),
): string {
  if (isThis) return 'now';
  const day = formatDate(lastSeenAt);
  if (day === formatDate(now)) return `today, ${formatTime(lastSeenAt)}`;
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  return day === formatDate(yesterday)
    ? `yesterday, ${formatTime(lastSeenAt)}`
    : formatDateTime(lastSeenAt, undefined, now);
}

/** `Sign out 3 devices`, `Sign out 1 device`. */
export const signOutWords = (count: number): string => `Sign out ${plural(count, 'device')}`;
