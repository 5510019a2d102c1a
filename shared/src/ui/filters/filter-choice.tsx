import { useCombobox } from 'downshift';
import { useState } from 'react';
import { Button } from '../actions/button';
import { cx } from '../base/cx';
import type { FilterPickerProps } from './filter-picker-props';
import { Check, Search } from '../base/icons';
import { Spinner } from '../feedback/spinner';
import { useSearchText } from './use-search-text';

/** What a FilterPicker opens: a search field and what it finds. Loaded with the first filter that is opened. */
export function FilterChoice<Item>(props: FilterPickerProps<Item> & { close: () => void }) {
  const { label, selected, useOptions, itemKey, itemText, renderItem, searchLabel, finds, emptyText } = props;
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
            placeholder: finds,
            autoComplete: 'off',
            'data-autofocus': true,
            // At once: downshift tells of a key only after a render, and the next key may come before that.
            onChange: (event) => setText(event.currentTarget.value),
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
