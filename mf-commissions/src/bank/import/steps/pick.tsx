import { ChevronDown } from '@paperplane/shared/ui';

interface PickProps {
  value: string;
  words: Readonly<Record<string, string>>;
  /** What stands for nothing, where nothing can be chosen. */
  nothing?: string | undefined;
  /** Where no label is around it. */
  label?: string;
  onChange: (value: string) => void;
}

/** A select that is as wide as what it says. */
export function Pick({ value, words, nothing, label, onChange }: PickProps) {
  return (
    <span className="bank-pick">
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {nothing !== undefined && <option value="">{nothing}</option>}
        {Object.entries(words).map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
      <ChevronDown className="pp-i pp-i-14" />
    </span>
  );
}
