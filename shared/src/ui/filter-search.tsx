import { useCallback } from 'react';
import { SearchBox } from './search-box';
import { useSearchText } from './use-search-text';

export interface FilterSearchProps {
  /** "Search sales". */
  label: string;
  /** By what it finds them: "Customer or reference". */
  finds: string;
  /** The search in the address. */
  search: string;
  /** Puts a search there; stays the same function while nothing else of the address changes. */
  set: (changes: { q: string }, options?: { replace?: boolean }) => void;
}

/** The search of a list: reaches the address when the typist pauses. */
export function FilterSearch({ label, finds, search, set }: FilterSearchProps) {
  const commit = useCallback(
    // The first letter opens a view to come back from; the next ones only refine it.
    (q: string) => set({ q }, { replace: search !== '' && q !== '' }),
    [set, search],
  );
  const [text, setText] = useSearchText(search, commit);
  return <SearchBox label={label} finds={finds} value={text} onChange={setText} />;
}
