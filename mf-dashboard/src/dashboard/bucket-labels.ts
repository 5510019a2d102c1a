import { formatDate, formatDay, formatTime } from '@paperplane/shared/domain';
import type { Bucket } from '../chart/partial';

interface BucketFormats {
  /** Head of a table's column. */
  head: string;
  /** In full: "Aug 2026". */
  full: (label: string) => string;
  /** On the axis: "Aug". */
  tick: (label: string) => string;
  /** The same on an axis over more than one year: "Aug 2026". */
  tickOfYear: (label: string) => string;
}

const monthName = (label: string, year?: 'numeric') =>
  new Intl.DateTimeFormat('en-US', { month: 'short', year, timeZone: 'UTC' }).format(new Date(label));

/** `2026-11-21T14:00` are the organization's clocks already, so no zone moves it. */
const hour = (label: string) => formatTime(`${label}Z`, 'UTC').replace(':00', '');

const BUCKET_FORMATS: Record<Bucket, BucketFormats> = {
  hour: {
    head: 'Hour',
    full: (label) => `${formatDate(label.slice(0, 10))}, ${hour(label)}`,
    tick: hour,
    tickOfYear: hour,
  },
  day: { head: 'Day', full: formatDate, tick: formatDay, tickOfYear: formatDate },
  week: {
    head: 'Week',
    full: (label) => `Week of ${formatDate(label)}`,
    tick: formatDay,
    tickOfYear: formatDate,
  },
  month: {
    head: 'Month',
    full: (label) => monthName(label, 'numeric'),
    tick: (label) => monthName(label),
    tickOfYear: (label) => monthName(label, 'numeric'),
  },
};

/** How the points of a trend are called, by how wide they are; an axis over more than one year says which. */
export function bucketLabels(bucket: Bucket, labels: readonly string[]) {
  const { head, full, tick, tickOfYear } = BUCKET_FORMATS[bucket];
  const years = new Set(labels.map((label) => label.slice(0, 4)));
  return {
    head,
    labels: labels.map((label) => full(label)),
    ticks: labels.map(years.size > 1 ? (label) => tickOfYear(label) : (label) => tick(label)),
  };
}
