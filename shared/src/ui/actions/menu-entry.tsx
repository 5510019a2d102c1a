import type { ReactNode } from 'react';
import { Check } from '../base/icons';
import type { LinkLike } from '../base/link-like';

interface MenuItemBase {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** A line above. */
  separated?: boolean;
  /** Words above, for it and those that follow. */
  heading?: string;
}

/**
 * Does something, or leads somewhere, or is one of several choices. `refusal` disables an action and says why. A choice (`checked`) leaves
 * the menu open: one sees what it does and may choose again.
 */
export type MenuItem =
  | (MenuItemBase & { onSelect: () => void; refusal?: string | null; checked?: boolean })
  | (MenuItemBase & { to: string; link: LinkLike });

/** One line of a Menu. */
export function MenuEntry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  return (
    <>
      {item.separated && <div className="sep" role="separator" />}
      {item.heading && <div className="pp-menu-heading">{item.heading}</div>}
      {'to' in item ? (
        <item.link
          to={item.to}
          role="menuitem"
          tabIndex={-1}
          className={item.danger ? 'danger' : undefined}
          onClick={onDone}
        >
          {item.icon}
          <span className="pp-grow">{item.label}</span>
        </item.link>
      ) : (
        <Action item={item} onDone={onDone} />
      )}
    </>
  );
}

function Action({ item, onDone }: { item: Extract<MenuItem, { onSelect: unknown }>; onDone: () => void }) {
  const { icon, label, danger, refusal, checked, onSelect } = item;
  const isChoice = checked !== undefined;
  return (
    <button
      type="button"
      role={isChoice ? 'menuitemradio' : 'menuitem'}
      tabIndex={-1}
      className={danger ? 'danger' : undefined}
      aria-disabled={refusal ? true : undefined}
      aria-checked={checked}
      onClick={() => {
        if (refusal) return;
        if (!isChoice) onDone();
        onSelect();
      }}
    >
      {icon}
      <span className="pp-grow">
        {label}
        {refusal && <small>{refusal}</small>}
      </span>
      {checked && <Check className="pp-i pp-i-14" />}
    </button>
  );
}
