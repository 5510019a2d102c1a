import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type Ref } from 'react';
import type { ComboboxLive, ComboboxStart } from './combobox-live';
import { FieldShell, type FieldProps } from './field-shell';
import { ChevronsUpDown } from './icons';
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

/** The first sign of somebody at work: the code of the list is fetched then, before a hand has reached the field. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'input'] as const;

/** Choose one of many by typing. Spec section 2: the single-select. Until its code is there it takes what is typed and keeps it. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, hint, error, optional, labelAction, selected, itemText } = props;
  const id = useFieldId(props.id, props.name);
  const [live, setLive] = useState<{ Box: typeof ComboboxLive; start: Omit<ComboboxStart, 'text'> } | null>(
    null,
  );
  const [text, setText] = useState<string | null>(null);
  const field = useRef({ open: false, loading: false });

  const begin = useEffectEvent((Box: typeof ComboboxLive) => {
    const focused = document.activeElement?.id === id || field.current.open;
    setLive({ Box, start: { focused, open: field.current.open } });
  });
  const isLive = live !== null;
  useEffect(() => {
    if (isLive) return;
    let gone = false;
    async function load() {
      if (field.current.loading) return;
      field.current.loading = true;
      try {
        const { ComboboxLive: Box } = await import(/* webpackChunkName: "lazy-combobox" */ './combobox-live');
        if (!gone) begin(Box);
      } catch {
        // The next sign tries again; what was typed stays.
      } finally {
        field.current.loading = false;
      }
    }
    const onSign = () => void load();
    for (const sign of SIGNS) document.addEventListener(sign, onSign, { passive: true });
    // A dialog has put the cursor here before anybody listened.
    if (document.activeElement?.id === id) onSign();
    return () => {
      gone = true;
      for (const sign of SIGNS) document.removeEventListener(sign, onSign);
    };
  }, [isLive, id]);

  // What was typed between the arrival of the code and this moment counts, too.
  if (live) return <live.Box {...props} start={{ ...live.start, text }} />;

  const isLocked = props.disabled || props.readOnly;
  return (
    <FieldShell {...{ id, label, hint, error, optional, labelAction }}>
      <div className="pp-combo">
        <div className="pp-affix" data-invalid={error ? true : undefined} data-locked={isLocked || undefined}>
          {props.prefix}
          <input
            ref={props.ref}
            id={id}
            name={props.name}
            role="combobox"
            aria-controls={`${id}-list`}
            aria-expanded={false}
            aria-autocomplete="list"
            aria-invalid={error ? true : undefined}
            aria-describedby={error || hint ? `${id}-help` : undefined}
            autoComplete="off"
            placeholder={props.placeholder}
            disabled={props.disabled}
            readOnly={props.readOnly}
            value={text ?? (selected ? itemText(selected) : '')}
            onChange={(event) => setText(event.target.value)}
            onClick={() => {
              field.current.open = !isLocked;
            }}
            onBlur={props.onBlur}
          />
          <button
            type="button"
            tabIndex={-1}
            className="pp-combo-toggle"
            disabled={isLocked}
            aria-label={`Show ${label.toLowerCase()} options`}
            onClick={() => {
              field.current.open = true;
            }}
          >
            <ChevronsUpDown className="pp-i" />
          </button>
        </div>
        <ul id={`${id}-list`} role="listbox" aria-label={label} hidden />
      </div>
    </FieldShell>
  );
}
