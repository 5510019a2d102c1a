import { useCallback } from 'react';
import { SearchBox, type SearchBoxProps } from './search-box';
import { useSearchText } from './use-search-text';

export interface FilterSearchProps extends Pick<SearchBoxProps, 'label' | 'finds' | 'hotkey'> {
  /** The search in the address. */
  search: string;
  /** Puts a search there; stays the same function while nothing else of the address changes. */
  set: (changes: { q: string }, options?: { replace?: boolean }) => void;
}

/** The search of a list: reaches the address when the typist pauses. */
export function FilterSearch({ search, set, ...box }: FilterSearchProps) {
  const commit = useCallback(
    // The first letter opens a view to come back from; the next ones only refine it.
    (q: string) => set({ q }, { replace: search !== '' && q !== '' }),
    [set, search],
  );
  const [text, setText] = useSearchText(search, commit);
  return <SearchBox {...box} value={text} onChange={setText} />;
}
