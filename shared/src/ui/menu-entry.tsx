import type { ReactNode } from 'react';
import { cx } from './cx';
import type { LinkLike } from './link-like';

interface MenuItemBase {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** A line above. */
  separated?: boolean;
  /** The current choice. */
  checked?: boolean;
}

/** Does something, or leads somewhere. `refusal` disables an action and says why. */
export type MenuItem =
  | (MenuItemBase & { onSelect: () => void; refusal?: string | null })
  | (MenuItemBase & { to: string; link: LinkLike });

/** One line of a Menu. */
export function MenuEntry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const className = cx(item.danger && 'danger') || undefined;
  const content = (
    <>
      {item.icon}
      <span className="pp-grow">
        {item.label}
        {'refusal' in item && item.refusal && <small>{item.refusal}</small>}
      </span>
    </>
  );
  const separator = item.separated && <div className="sep" role="separator" />;
  if ('to' in item) {
    const { link: Link } = item;
    return (
      <>
        {separator}
        <Link to={item.to} role="menuitem" tabIndex={-1} className={className} onClick={onDone}>
          {content}
        </Link>
      </>
    );
  }
  const refused = Boolean(item.refusal);
  return (
    <>
      {separator}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className={className}
        aria-disabled={refused || undefined}
        aria-current={item.checked ? 'true' : undefined}
        onClick={() => {
          if (refused) return;
          onDone();
          item.onSelect();
        }}
      >
        {content}
      </button>
    </>
  );
}
