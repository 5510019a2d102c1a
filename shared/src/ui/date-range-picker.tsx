import { describeRange, presetOf, type OpenDateRange } from '../domain/date-ranges';
import { formatDateRange, type IsoDate } from '../domain/dates';
import { FilterPopover } from './filter-popover';
import { Calendar } from './icons';

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
}

/** A range of calendar dates: nine presets, or a start and an end. Spec sections 2 and 3. */
export function DateRangePicker({ label, value, today, onChange, required }: DateRangePickerProps) {
  return (
    <FilterPopover
      label={label}
      icon={<Calendar className="pp-i" />}
      value={describeRange(value, today)}
      // What a preset means today; other ranges are their own dates.
      detail={required && presetOf(value, today) ? formatDateRange(value.start, value.end) : null}
      onClear={required ? undefined : () => onChange({ start: null, end: null })}
      className="pp-filter-range"
      load={load}
    >
      {({ DateRangePanel }, close) => (
        <DateRangePanel {...{ value, today, onChange, close }} closed={required} />
      )}
    </FilterPopover>
  );
}
