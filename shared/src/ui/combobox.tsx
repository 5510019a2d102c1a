import { useCombobox } from 'downshift';
import { useState, type ReactNode, type Ref } from 'react';
import { cx } from './cx';
import { FieldShell, type FieldProps } from './field-shell';
import { Check, ChevronsUpDown } from './icons';
import { Spinner } from './spinner';
import { useFieldId } from './use-field-id';

export interface ComboboxProps<Item> extends Omit<FieldProps, 'success'> {
  /** What there is to choose from: everything, or what the server found for the search. */
  items: readonly Item[];
  itemKey: (item: Item) => string;
  itemText: (item: Item) => string;
  /** A richer line: avatar and name. The words must stay `itemText`. */
  renderItem?: (item: Item) => ReactNode;
  selected: Item | null;
  onSelect: (item: Item | null) => void;
  /**
   * Called with what is typed; the caller searches and hands new `items` down. Without it the items are filtered
   * here.
   */
  onSearch?: (text: string) => void;
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

/** Stands in the list for what does not exist yet. */
const CREATE = Symbol('create');
type Entry<Item> = Item | typeof CREATE;

/** Choose one of many by typing. Spec section 2: the single-select. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { items, itemKey, itemText, renderItem, selected, onSelect, onSearch, onCreate } = props;
  const { label, hint, error, optional, labelAction, loading = false, emptyText = 'Nothing found' } = props;
  const id = useFieldId(props.id, props.name);
  // Until something is typed the whole list is offered, although the field shows the chosen one.
  const [query, setQuery] = useState('');
  const needle = query.trim().toLowerCase();
  const shown =
    onSearch || !needle ? [...items] : items.filter((item) => itemText(item).toLowerCase().includes(needle));
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
  const locked = props.disabled || props.readOnly;

  return (
    <FieldShell {...{ id, label, hint, error, optional, labelAction }}>
      <div className="pp-combo">
        <div className="pp-affix" data-invalid={error ? true : undefined} data-locked={locked || undefined}>
          {props.prefix}
          <input
            {...box.getInputProps({
              id,
              ref: props.ref,
              name: props.name,
              placeholder: props.placeholder,
              disabled: props.disabled,
              readOnly: props.readOnly,
              autoComplete: 'off',
              onBlur: props.onBlur,
              'aria-invalid': error ? true : undefined,
              'aria-describedby': error || hint ? `${id}-help` : undefined,
              onKeyDown: (event) => {
                // Esc: an open list closes, not the dialog around it; a closed one must not empty the field.
                if (event.key === 'Escape' && box.isOpen) event.preventDefault();
                else if (locked || event.key === 'Escape') preventDownshift(event.nativeEvent);
              },
              onClick: locked ? (event) => preventDownshift(event.nativeEvent) : undefined,
            })}
          />
          {loading && <Spinner size="sm" label="Searching" />}
          <button
            type="button"
            className="pp-combo-toggle"
            {...box.getToggleButtonProps({
              disabled: locked,
              'aria-label': `Show ${label.toLowerCase()} options`,
            })}
          >
            <ChevronsUpDown className="pp-i" />
          </button>
        </div>
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
      </div>
    </FieldShell>
  );
}

/** Downshift looks for this mark and leaves the event alone. */
function preventDownshift(event: Event) {
  Object.assign(event, { preventDownshiftDefault: true });
}
