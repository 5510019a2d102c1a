import { formatDate, formatDay, formatTime } from '@paperplane/shared/domain';
import type { Bucket } from '@paperplane/shared/platform';

interface BucketFormats {
  /** Head of a table's column. */
  head: string;
  /** In full: "Aug 2026". */
  full: (label: string) => string;
  /** On the axis: "Aug". */
  tick: (label: string) => string;
}

const monthName = (label: string, year?: 'numeric') =>
  new Intl.DateTimeFormat('en-US', { month: 'short', year, timeZone: 'UTC' }).format(new Date(label));

/** `2026-11-21T14:00` are the organization's clocks already, so no zone moves it. */
const hour = (label: string) => formatTime(`${label}Z`, 'UTC').replace(':00', '');

const BUCKET_FORMATS: Record<Bucket, BucketFormats> = {
  hour: {
    head: 'Hour',
    full: (label) => `${formatDay(label.slice(0, 10))}, ${hour(label)}`,
    tick: hour,
  },
  day: { head: 'Day', full: formatDate, tick: formatDay },
  week: { head: 'Week', full: (label) => `Week of ${formatDate(label)}`, tick: formatDay },
  month: { head: 'Month', full: (label) => monthName(label, 'numeric'), tick: (label) => monthName(label) },
};

/** How the points of a trend are called, by how wide they are. */
export function bucketLabels(bucket: Bucket, labels: readonly string[]) {
  const { head, full, tick } = BUCKET_FORMATS[bucket];
  return { head, labels: labels.map((label) => full(label)), ticks: labels.map((label) => tick(label)) };
}
