import type { IsoDate } from '../../domain';

/** First and last day of a range by the date of sale, both counted; `null` leaves an end open. A reversed pair is swapped. */
export interface ServiceRange {
  start: IsoDate | null;
  end: IsoDate | null;
}

/** How wide a point of a chart is. Weeks begin on Sunday; hours are those of the organization's clocks. */
export type Bucket = 'hour' | 'day' | 'week' | 'month';

/** A range and, when the usual rule (2, 90, 180 days; docs/product.md, Chart buckets) is not wanted, the bucket. */
export interface TimelineInput extends ServiceRange {
  bucket?: Bucket | null;
}

/** A range and how many at most: 1 to 100, 5 unless told. */
export interface TopInput extends ServiceRange {
  limit?: number;
}

export const rangeArgs = ({ start, end }: ServiceRange) => ({ start_date: start, end_date: end });

export const timelineArgs = ({ bucket = null, ...range }: TimelineInput) => ({
  ...rangeArgs(range),
  bucket,
});

export const topArgs = ({ limit = 5, ...range }: TopInput) => ({ ...rangeArgs(range), max_rows: limit });
