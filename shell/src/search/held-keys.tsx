import type { KeyboardEvent } from 'react';
import type { Typed } from './typed';

/** Takes the focus, and gives it back right before the search takes it, which so knows where it was. */
function holdFocus(field: HTMLInputElement) {
  const before = document.activeElement;
  field.focus({ preventScroll: true });
  return () => {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}

interface HeldKeysProps {
  typed: Typed;
  onType: (typed: Typed) => void;
  onClose: () => void;
}

/** An unseen field that takes what is typed while the search is on its way. */
export const HeldKeys = ({ typed, onType, onClose }: HeldKeysProps) => (
  <input
    ref={holdFocus}
    className="pp-sr"
    aria-label="Search"
    value={typed.text}
    onChange={({ target }) => onType({ text: target.value })}
    onKeyDown={({ key, metaKey, ctrlKey }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
      else if (key === 'Enter') onType({ ...typed, hurried: metaKey || ctrlKey ? 'new tab' : 'here' });
    }}
  />
);
