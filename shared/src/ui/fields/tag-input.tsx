import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { addTags } from '../../domain/tags';
import { controlProps, FieldShell, type FieldProps } from './field-shell';
import { IconButton } from '../actions/icon-button';
import { X } from '../base/icons';
import '../kit/list-inputs-lazy.css';
import { useFieldId } from './use-field-id';

export interface TagInputProps extends Omit<FieldProps, 'success'> {
  name: string;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  onBlur?: () => void;
  /** Offered while typing: tags that are in use. */
  suggestions?: readonly string[];
  placeholder?: string;
  /** How many it takes; the field is gone at that number. */
  max: number;
  /** Characters of one tag. */
  maxLength: number;
}

/**
 * Several short words: typed one by one (Enter, comma, or leaving the field), taken off by their button or by Backspace. The same word
 * twice, in whatever case, is one.
 */
export function TagInput(props: TagInputProps) {
  const { label, hint, error, optional, name, value, onChange, onBlur, suggestions, placeholder } = props;
  const id = useFieldId(undefined, name);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');

  function add(typed: string) {
    setText('');
    const next = addTags(value, typed, props);
    if (next.length === value.length) return;
    onChange(next);
    setSaid(`${next.slice(value.length).join(', ')} added`);
  }
  function remove(tag: string) {
    onChange(value.filter((each) => each !== tag));
    setSaid(`${tag} removed`);
    // The button goes with its tag.
    input.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    // Ctrl+Enter sends the form, with what stands here.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return add(text);
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if ((event.key === 'Enter' && text.trim()) || event.key === ',') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      remove(value[value.length - 1] ?? '');
    }
  }

  return (
    <FieldShell {...{ id, label, hint, error, optional }}>
      <div className="pp-tags" data-invalid={error ? true : undefined}>
        {value.length > 0 && (
          <ul aria-label={label}>
            {value.map((tag) => (
              <li key={tag} className="pp-chip">
                <span className="pp-trunc">{tag}</span>
                <IconButton size="xs" label={`Remove ${tag}`} onClick={() => remove(tag)}>
                  <X className="pp-i pp-i-14" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={input}
          type="text"
          name={name}
          value={text}
          list={suggestions && listId}
          maxLength={props.maxLength}
          autoComplete="off"
          readOnly={value.length >= props.max}
          placeholder={value.length >= props.max ? `That is all ${props.max}` : placeholder}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (!/[,\n]/.test(pasted)) return;
            event.preventDefault();
            add(text + pasted);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            add(text);
            onBlur?.();
          }}
          {...controlProps(id, props)}
        />
        {suggestions && (
          <datalist id={listId}>
            {suggestions.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        )}
      </div>
      <span className="pp-sr" role="status">
        {said}
      </span>
    </FieldShell>
  );
}
