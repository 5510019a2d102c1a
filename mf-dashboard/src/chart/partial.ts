import { addDays, addMonths, formatDay, type IsoDate } from '@paperplane/shared/domain';

/** How wide a point of a chart is. Weeks begin on Sunday; hours are those of the organization's clocks. */
export type Bucket = 'hour' | 'day' | 'week' | 'month';

/** The day after a bucket that begins on this label's day; an hour ends with its day. */
function dayAfter(bucket: Bucket, label: string): IsoDate {
  const day = label.slice(0, 10);
  if (bucket === 'month') return addMonths(day, 1);
  return addDays(day, bucket === 'week' ? 7 : 1);
}

/**
 * Which places of a chart over time are not whole, and why: the first that the range cuts off, the last that it cuts off or that runs today.
 * @param labels the first day (or hour) of each bucket, in order
 */
export function partialPlaces(
  bucket: Bucket,
  labels: readonly string[],
  range: { start: IsoDate; end: IsoDate },
  today: IsoDate,
): Readonly<Record<number, string>> {
  const [first] = labels;
  const last = labels.at(-1);
  if (first === undefined || last === undefined || bucket === 'hour') return {};
  const partial: Record<number, string> = {};
  if (first.slice(0, 10) < range.start) partial[0] = `from ${formatDay(range.start)}`;
  const running = labels.findIndex((label) => label.slice(0, 10) <= today && today < dayAfter(bucket, label));
  if (running >= 0 && (range.end >= today || running < labels.length - 1)) partial[running] = 'so far';
  if (dayAfter(bucket, last) > addDays(range.end, 1) && !(labels.length - 1 in partial))
    partial[labels.length - 1] = `until ${formatDay(range.end)}`;
  return partial;
}
