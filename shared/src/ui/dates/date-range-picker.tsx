import {
  describeRange,
  presetIn,
  STANDARD_PRESETS,
  type OpenDateRange,
  type RangePreset,
} from '../../domain/date-ranges';
import type { DateOrder } from '../../domain/date-order';
import { formatDateRange, type IsoDate } from '../../domain/dates';
import { FilterPopover } from '../filters/filter-popover';
import { Calendar } from '../base/icons';

const load = () => import(/* webpackChunkName: "lazy-dates" */ './date-range-panel');

export interface DateRangePickerProps {
  /** "Sale date": what the range is of. */
  label: string;
  value: OpenDateRange;
  /** The organization's calendar date of today: `today(organization.timeZone)`. */
  today: IsoDate;
  /** Called with the dates in order; both `null` when the filter is taken off. */
  onChange: (range: OpenDateRange) => void;
  /** There is always a range (a dashboard): no x, and both dates are needed. */
  required?: boolean;
  /** Others than the nine of lists. */
  presets?: readonly RangePreset[];
  /** In which order the agency types dates. */
  order: DateOrder | undefined;
  /** How the dates of a preset read beside its name. */
  describe?: (start: IsoDate | null, end: IsoDate | null) => string;
}

/** A range of calendar dates: nine presets, or a start and an end (docs/product/core.md, Date ranges). */
export function DateRangePicker(props: DateRangePickerProps) {
  const { label, value, today, onChange, required, presets = STANDARD_PRESETS, order } = props;
  const { describe = formatDateRange } = props;
  const preset = presetIn(presets, value, today);
  return (
    <FilterPopover
      label={label}
      icon={<Calendar className="pp-i" />}
      value={preset?.label ?? describeRange(value, today)}
      // What a preset means today; other ranges are their own dates.
      detail={required && preset ? describe(value.start, value.end) : null}
      onClear={required ? undefined : () => onChange({ start: null, end: null })}
      className="pp-filter-range"
      load={load}
    >
      {({ DateRangePanel }, close) => (
        <DateRangePanel {...{ value, today, onChange, close, presets, order }} closed={required} />
      )}
    </FilterPopover>
  );
}
