import { useCombobox } from 'downshift';
import { useState } from 'react';
import type { ComboboxProps } from './combobox-props';
import { cx } from '../base/cx';
import { ComboboxField, inputProps, isLocked, toggleProps } from './combobox-field';
import { Check } from '../base/icons';
import { useFieldId } from './use-field-id';

export type { ComboboxProps } from './combobox-props';

/** Stands in the list for what does not exist yet. */
const CREATE = Symbol('create');
type Entry<Item> = Item | typeof CREATE;

/** Choose one of many by typing. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { items, itemKey, itemText, renderItem, selected, onSelect, onSearch, onCreate } = props;
  const { label, loading = false, emptyText = 'Nothing found' } = props;
  const id = useFieldId(props.id, props.name);
  // Until something is typed the whole list is offered, although the field shows the chosen one.
  const [query, setQuery] = useState('');
  const needle = query.trim();
  const shown =
    props.find && needle
      ? props.find(items.map(itemText), needle).flatMap((place) => items[place] ?? [])
      : [...items];
  const creates = onCreate !== undefined && needle !== '' && !loading && shown.length === 0;
  const entries: Entry<Item>[] = creates ? [CREATE] : shown;
  const textOf = (entry: Entry<Item>) => (entry === CREATE ? query : itemText(entry));

  function search(text: string) {
    setQuery(text);
    onSearch?.(text);
  }

  const box = useCombobox<Entry<Item>>({
    items: entries,
    inputId: id,
    labelId: `${id}-label`,
    selectedItem: selected,
    itemToString: (entry) => (entry ? textOf(entry) : ''),
    itemToKey: (entry) => (entry && entry !== CREATE ? itemKey(entry) : entry),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem === CREATE) onCreate?.(query.trim());
      else onSelect(selectedItem ?? null);
    },
    onInputValueChange: ({ inputValue, type }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) search(inputValue);
    },
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) search('');
    },
    stateReducer: (state, { type, changes }) => {
      // Leaving the field: what was typed but not chosen goes, the choice stays. An emptied field is no choice.
      if (type === useCombobox.stateChangeTypes.InputBlur) {
        const kept = state.inputValue === '' ? null : state.selectedItem;
        return { ...changes, selectedItem: kept, inputValue: kept ? textOf(kept) : '' };
      }
      if (props.emptyOnSelect && changes.selectedItem && changes.selectedItem !== state.selectedItem) {
        return { ...changes, inputValue: '' };
      }
      return changes;
    },
  });
  const locked = isLocked(props);

  return (
    <ComboboxField
      field={props}
      id={id}
      input={box.getInputProps({
        ...inputProps(props, id),
        onKeyDown: (event) => {
          // Esc: an open list closes, not the dialog around it; a closed one must not empty the field.
          if (event.key === 'Escape' && box.isOpen) event.preventDefault();
          else if (locked || event.key === 'Escape') preventDownshift(event.nativeEvent);
          // Enter in what was typed takes the first that was found, and never sends the form.
          else if (event.key === 'Enter' && box.isOpen && box.highlightedIndex < 0) {
            event.preventDefault();
            const [first] = shown;
            if (needle === '' || loading || first === undefined) return;
            box.selectItem(first);
            box.closeMenu();
          }
        },
        onClick: locked ? (event) => preventDownshift(event.nativeEvent) : undefined,
      })}
      toggle={box.getToggleButtonProps(toggleProps(props))}
      busy={loading}
    >
      <div className={cx('pp-pop pp-menu pp-combo-pop', !box.isOpen && 'is-closed')}>
        <ul {...box.getMenuProps({ 'aria-label': label })}>
          {box.isOpen &&
            entries.map((entry, index) => (
              <li
                key={entry === CREATE ? 'create' : itemKey(entry)}
                {...box.getItemProps({ item: entry, index })}
                className={cx('pp-option', box.highlightedIndex === index && 'is-active')}
              >
                {entry === CREATE ? (
                  <span className="pp-grow">Create “{query.trim()}”</span>
                ) : renderItem ? (
                  renderItem(entry)
                ) : (
                  <span className="pp-grow">{itemText(entry)}</span>
                )}
                {entry !== CREATE && selected && itemKey(selected) === itemKey(entry) && (
                  <Check className="pp-i" />
                )}
              </li>
            ))}
        </ul>
        {box.isOpen && shown.length === 0 && (
          <p className="pp-combo-empty" role="status">
            {loading ? 'Searching…' : emptyText}
          </p>
        )}
        {props.footer && <div className="pp-combo-f">{props.footer}</div>}
      </div>
    </ComboboxField>
  );
}

/** Downshift looks for this mark and leaves the event alone. */
function preventDownshift(event: Event) {
  Object.assign(event, { preventDownshiftDefault: true });
}
