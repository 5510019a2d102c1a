import { ChevronDown } from '@paperplane/shared/ui';

interface ChoiceFilterProps {
  label: string;
  /** Before the choice: "Grouped by". */
  lead: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** One of a few choices that is always made, with a native list under the looks of a filter. */
export function ChoiceFilter({ label, lead, value, options, onChange }: ChoiceFilterProps) {
  return (
    <span className="pp-filter is-always">
      <span aria-hidden="true">
        {lead} <b>{options.find((option) => option.value === value)?.label}</b>
      </span>
      <ChevronDown className="pp-i pp-i-14" />
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
