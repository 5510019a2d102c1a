import type { ReactNode, Ref } from 'react';
import type { FieldProps } from './field-shell';

export interface ComboboxProps<Item> extends Omit<FieldProps, 'success'> {
  /** What there is to choose from: everything, or what the server found for the search. */
  items: readonly Item[];
  itemKey: (item: Item) => string;
  itemText: (item: Item) => string;
  /** A richer line: avatar and name. The words must stay `itemText`. */
  renderItem?: (item: Item) => ReactNode;
  selected: Item | null;
  onSelect: (item: Item | null) => void;
  /** Called with what is typed; the caller searches and hands new `items` down. */
  onSearch?: (text: string) => void;
  /** Finds places among the texts of all `items` where the browser has them as a whole: `findTexts`, which forgives a slip. */
  find?: (texts: readonly string[], typed: string) => number[];
  loading?: boolean;
  /** "No vendor found". */
  emptyText?: string;
  /** Under the list: a link "New customer". */
  footer?: ReactNode;
  /** Offered in the list as "Create “typed”" when nothing matches what is typed; called with that. */
  onCreate?: (text: string) => void;
  /** Choosing empties the field, for whoever collects several. */
  emptyOnSelect?: boolean;
  /** Inside the frame before the text, e.g. the chosen one's Avatar. */
  prefix?: ReactNode;
  name?: string;
  id?: string;
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}
