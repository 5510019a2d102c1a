import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { MenuEntry, type MenuItem } from './menu-entry';
import { nextIndex } from './roving';

export type { MenuItem } from './menu-entry';

export interface MenuProps {
  /** Names button and menu: "More actions". Words the button shows must be part of it, for those who speak them. */
  label: string;
  /** Content of the button, usually an icon. */
  button: ReactNode;
  buttonClassName?: string;
  items: readonly MenuItem[];
}

/** A button that opens a menu: arrows, Home, End, type-ahead, Esc. A disabled item stays reachable and says why. */
export function Menu({ label, button, buttonClassName = 'pp-iconbtn', items }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();

  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [open]);

  function close() {
    setOpen(false);
    trigger.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
      return;
    }
    if (event.key === 'Tab') {
      setOpen(false);
      return;
    }
    const list = entries();
    const at = list.findIndex((entry) => entry === document.activeElement);
    const next = nextIndex(
      event.key,
      at,
      list.map((entry) => entry.textContent ?? ''),
    );
    if (next === null) return;
    event.preventDefault();
    list[next]?.focus();
  }

  return (
    <span className="pp-menuroot" ref={root}>
      <button
        ref={trigger}
        type="button"
        className={buttonClassName}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {button}
      </button>
      {open && (
        <div
          className="pp-pop pp-menu pp-menupop"
          role="menu"
          id={id}
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <MenuEntry key={item.key} item={item} onDone={close} />
          ))}
        </div>
      )}
    </span>
  );
}
