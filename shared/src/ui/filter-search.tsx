import { useCallback } from 'react';
import { SearchBox } from './search-box';
import { useSearchText } from './use-search-text';

export interface FilterSearchProps {
  /** What it searches: "Search customers". */
  label: string;
  /** The search in the address. */
  search: string;
  /** Puts a search there; stays the same function while nothing else of the address changes. */
  set: (changes: { q: string }, options?: { replace?: boolean }) => void;
}

/** The search of a list: reaches the address when the typist pauses. */
export function FilterSearch({ label, search, set }: FilterSearchProps) {
  const commit = useCallback(
    // The first letter opens a view to come back from; the next ones only refine it.
    (q: string) => set({ q }, { replace: search !== '' && q !== '' }),
    [set, search],
  );
  const [text, setText] = useSearchText(search, commit);
  return <SearchBox label={label} value={text} onChange={setText} />;
}
