import type { Ref } from 'react';
import { IconButton } from './icon-button';
import { Search, X } from './icons';

export interface SearchBoxProps {
  /** What it searches, as name and placeholder: "Search customers". */
  label: string;
  value: string;
  onChange: (text: string) => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A list's search. The caller debounces. */
export function SearchBox({ label, value, onChange, name = 'q', ref }: SearchBoxProps) {
  return (
    <div className="pp-searchbox" role="search">
      <Search className="pp-i" />
      <input
        ref={ref}
        type="search"
        name={name}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value && (
        <IconButton size="xs" label="Clear search" onClick={() => onChange('')}>
          <X className="pp-i" />
        </IconButton>
      )}
    </div>
  );
}
