import type { ReactNode } from 'react';
import { cx } from '../base/cx';
import { ChevronDown, X } from '../base/icons';

export interface FilterButtonProps {
  /** "Agent". */
  label: string;
  /** What is set: "Priya Raman"; turns the button blue. */
  value?: string | null;
  /** A secondary text after the label, on wide screens: the dates of "Last 365 days". */
  detail?: string | null;
  /** Something is always set, so that it is no filter and stays white. */
  always?: boolean;
  icon?: ReactNode;
  /** Opens the choice. */
  onClick: () => void;
  /** Takes the filter off. */
  onClear?: () => void;
  expanded?: boolean;
}

/** A filter that opens a choice of its own. For a short list of choices use FilterSelect. */
export function FilterButton(props: FilterButtonProps) {
  const { label, value, detail, always, icon, onClick, onClear, expanded } = props;
  return (
    <span className={cx('pp-filter', value && (always ? 'is-always' : 'is-set'))}>
      <button
        type="button"
        className="pp-filter-open"
        aria-haspopup="dialog"
        aria-expanded={expanded}
        onClick={onClick}
      >
        {icon}
        {value ? (
          <b>
            <span className="pp-sr">{label}: </span>
            {value}
          </b>
        ) : (
          label
        )}
        {detail && <span className="pp-muted only-d">{detail}</span>}
        {!(value && onClear) && <ChevronDown className="pp-i pp-i-14" />}
      </button>
      {value && onClear && <ClearFilter label={label} onClear={onClear} />}
    </span>
  );
}

export interface FilterSelectProps {
  label: string;
  options: readonly { value: string; label: string }[];
  /** Empty: no filter. */
  value: string;
  onChange: (value: string) => void;
  /** First entry: "All agents". */
  allLabel: string;
  icon?: ReactNode;
  name?: string;
}

/** A filter with a native list of choices under the same looks. */
export function FilterSelect({ label, options, value, onChange, allLabel, icon, name }: FilterSelectProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <span className={cx('pp-filter', value && 'is-set')}>
      {icon}
      <b aria-hidden="true">{chosen?.label ?? label}</b>
      {!value && <ChevronDown className="pp-i pp-i-14" />}
      <select aria-label={label} name={name} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{allLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {value && <ClearFilter label={label} onClear={() => onChange('')} />}
    </span>
  );
}

function ClearFilter({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <button type="button" className="pp-filter-clear" aria-label={`Clear ${label}`} onClick={onClear}>
      <X className="pp-i pp-i-14" />
    </button>
  );
}
