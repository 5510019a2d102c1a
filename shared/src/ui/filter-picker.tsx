import { useCombobox } from 'downshift';
import { useState, type ReactNode } from 'react';
import { Button } from './button';
import { cx } from './cx';
import { FilterPopover } from './filter-popover';
import { Check, Search } from './icons';
import { Spinner } from './spinner';
import { useSearchText } from './use-search-text';

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
  /** "No agent found". */
  emptyText: string;
  onSelect: (item: Item) => void;
  onClear: () => void;
}

/** A filter by one of many, found by typing. */
export function FilterPicker<Item>(props: FilterPickerProps<Item>) {
  const { label, icon, selected, selectedText, onClear } = props;
  return (
    <FilterPopover
      label={label}
      icon={icon}
      value={selected && (selectedText ?? '…')}
      onClear={onClear}
      className="pp-filter-picker"
    >
      {(close) => <Choice {...props} close={close} />}
    </FilterPopover>
  );
}

function Choice<Item>(props: FilterPickerProps<Item> & { close: () => void }) {
  const { label, selected, useOptions, itemKey, itemText, renderItem, searchLabel, emptyText } = props;
  const [search, setSearch] = useState('');
  const [text, setText] = useSearchText(search, setSearch);
  const { items, loading, error, retry } = useOptions(search);

  const box = useCombobox<Item>({
    items: [...items],
    isOpen: true,
    inputValue: text,
    selectedItem: null,
    defaultHighlightedIndex: 0,
    itemToString: (item) => (item ? itemText(item) : ''),
    itemToKey: (item) => (item ? itemKey(item) : null),
    onInputValueChange: ({ inputValue, type }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) setText(inputValue);
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      props.onSelect(selectedItem);
      props.close();
    },
    // Leaving chooses nothing; the popover decides whether to stay.
    stateReducer: (state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur ? state : changes,
  });

  return (
    <>
      <div className="pp-filter-search">
        <Search className="pp-i" />
        <input
          {...box.getInputProps({
            'aria-label': searchLabel,
            placeholder: searchLabel,
            autoComplete: 'off',
            'data-autofocus': true,
          })}
        />
        {loading && <Spinner size="sm" label="Searching" />}
      </div>
      <ul {...box.getMenuProps({ 'aria-label': label, className: 'pp-filter-options' })}>
        {items.map((item, index) => (
          <li
            key={itemKey(item)}
            {...box.getItemProps({ item, index })}
            className={cx('pp-option', box.highlightedIndex === index && 'is-active')}
          >
            {renderItem ? renderItem(item) : <span className="pp-grow">{itemText(item)}</span>}
            {itemKey(item) === selected && <Check className="pp-i" />}
          </li>
        ))}
      </ul>
      {error ? (
        <div className="pp-filter-note" role="alert">
          <p>{error}</p>
          {retry && (
            <Button variant="outline" size="sm" onClick={retry}>
              Try again
            </Button>
          )}
        </div>
      ) : (
        items.length === 0 && (
          <p className="pp-filter-note" role="status">
            {loading ? 'Searching…' : emptyText}
          </p>
        )
      )}
    </>
  );
}
