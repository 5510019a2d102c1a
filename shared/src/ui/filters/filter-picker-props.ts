import type { ReactNode } from 'react';

/** What there is to choose from for a typed text. */
export interface FilterOptions<Item> {
  items: readonly Item[];
  loading: boolean;
  /** Set when the options did not load. */
  error?: string | null;
  retry?: () => void;
}

export interface FilterPickerProps<Item> {
  /** "Agent". */
  label: string;
  icon?: ReactNode;
  /** Key of what is set; `null` for no filter. */
  selected: string | null;
  /** Its words on the button, once they are known; the label stands meanwhile. */
  selectedText: string | null;
  /** A hook: finds the options for what is typed. Called only while the choice is open. */
  useOptions: (search: string) => FilterOptions<Item>;
  itemKey: (item: Item) => string;
  itemText: (item: Item) => string;
  /** A richer line: avatar and name. The words must stay `itemText`. */
  renderItem?: (item: Item) => ReactNode;
  /** "Search agents". */
  searchLabel: string;
  /** By what it finds them, said in the empty field: "Name or email". */
  finds: string;
  /** "No agent found". */
  emptyText: string;
  onSelect: (item: Item) => void;
  onClear: () => void;
}
