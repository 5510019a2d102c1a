import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ComboboxField, inputProps, isLocked, toggleProps } from './combobox-field';
import type { ComboboxLive, ComboboxStart } from './combobox-live';
import type { ComboboxProps } from './combobox-props';
import { useFieldId } from './use-field-id';

export type { ComboboxProps } from './combobox-props';

/** The first sign of somebody at work: the code of the list is fetched then, before a hand has reached the field. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'input'] as const;

/** Choose one of many by typing. Until its code is there it takes what is typed and keeps it. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, selected, itemText } = props;
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

  return (
    <ComboboxField
      field={props}
      id={id}
      input={{
        ...inputProps(props, id),
        role: 'combobox',
        'aria-controls': `${id}-list`,
        'aria-expanded': false,
        'aria-autocomplete': 'list',
        value: text ?? (selected ? itemText(selected) : ''),
        onChange: (event) => setText(event.target.value),
        onClick: () => {
          field.current.open = !isLocked(props);
        },
      }}
      toggle={{
        ...toggleProps(props),
        tabIndex: -1,
        onClick: () => {
          field.current.open = true;
        },
      }}
    >
      <ul id={`${id}-list`} role="listbox" aria-label={label} hidden />
    </ComboboxField>
  );
}
