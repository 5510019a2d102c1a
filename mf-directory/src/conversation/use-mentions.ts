import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Reader } from './conversation';
import { optionId } from './mention-list';
import { matching, mentionOf, typedMention } from './words';

const SHOWN = 6;

interface Options {
  text: string;
  readers: readonly Reader[];
  area: RefObject<HTMLTextAreaElement | null>;
  /** Somebody was picked: the text with their name in it, and where the caret goes. */
  onPick: (text: string, caret: number, person: Reader) => void;
}

/** The picker behind `@` in a text: what it offers, its keys, and what the text says of it to screen readers. */
export function useMentions({ text, readers, area, onPick }: Options) {
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  // Where the `@` stands that Escape has closed the picker of.
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const typed = typedMention(text, caret);
  const people = typed && typed.at !== closedAt ? matching(readers, typed.query).slice(0, SHOWN) : [];
  const current = Math.min(active, people.length - 1);

  function pick(person: Reader) {
    if (!typed) return;
    const before = `${text.slice(0, typed.at)}${mentionOf(person)} `;
    setActive(0);
    setCaret(before.length);
    onPick(before + text.slice(caret).replace(/^ /, ''), before.length, person);
  }

  /** @returns whether the key was the picker's */
  function onKeyDown(event: KeyboardEvent): boolean {
    const person = people[current];
    if (!person) return false;
    if (event.key === 'ArrowDown') setActive((current + 1) % people.length);
    else if (event.key === 'ArrowUp') setActive((current + people.length - 1) % people.length);
    else if ((event.key === 'Enter' && !event.metaKey && !event.ctrlKey) || event.key === 'Tab') pick(person);
    else if (event.key === 'Escape') setClosedAt(typed?.at ?? null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return {
    listId,
    people,
    active: current,
    pick,
    onKeyDown,
    /** The caret has moved. */
    follow: () => setCaret(area.current?.selectionStart ?? 0),
    aria:
      people.length > 0
        ? {
            'aria-controls': listId,
            'aria-activedescendant': optionId(listId, current),
          }
        : {},
  };
}
