import type { Ref } from 'react';
import { IconButton } from '../actions/icon-button';
import { Search, X } from '../base/icons';

export interface SearchBoxProps {
  /** Its name: "Search sales". */
  label: string;
  /** By what it finds them, said in the empty field: "Customer or reference". */
  finds: string;
  value: string;
  onChange: (text: string) => void;
  name?: string;
  /** The key that leads here, where the page has one. */
  hotkey?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A list's search. The caller debounces. */
export function SearchBox({ label, finds, value, onChange, name = 'q', hotkey, ref }: SearchBoxProps) {
  return (
    <div className="pp-searchbox" role="search">
      <Search className="pp-i" />
      <input
        ref={ref}
        type="search"
        name={name}
        aria-label={label}
        placeholder={finds}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value ? (
        <IconButton size="xs" label="Clear search" onClick={() => onChange('')}>
          <X className="pp-i" />
        </IconButton>
      ) : (
        hotkey && (
          <kbd className="pp-kbd only-d" aria-hidden="true">
            {hotkey}
          </kbd>
        )
      )}
    </div>
  );
}
