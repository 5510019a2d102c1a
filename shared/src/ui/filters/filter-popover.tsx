import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../actions/button';
import { cx } from '../base/cx';
import { FilterButton } from './filter-button';
import { Spinner } from '../feedback/spinner';
import { useLazy } from '../base/use-lazy';

/** Kept between a popover and the edge of the window, in pixels. */
const EDGE = 12;
const OPENER = '.pp-filter-open';

export interface FilterPopoverProps<Part> {
  /** "Agent": names the button and what it opens. */
  label: string;
  /** What is set: "Priya Raman"; turns the button blue. */
  value?: string | null;
  /** Quieter, after what is set. */
  detail?: string | null;
  icon?: ReactNode;
  /** Takes the filter off; without it there is always a choice. */
  onClear?: () => void;
  className?: string;
  /** Fetches the code of the choice, as soon as pointer or focus come near: most visits open none. */
  load: () => Promise<Part>;
  /** The choice, mounted only while it is open. `close` gives the focus back to the button. */
  children: (part: Part, close: () => void) => ReactNode;
}

/**
 * A filter's button with the popover it opens; a sheet at the bottom of a phone. Esc closes it and gives the focus
 * back, a press outside or leaving it with Tab closes it. Inside, what carries `data-autofocus` gets the focus.
 */
export function FilterPopover<Part extends object>(props: FilterPopoverProps<Part>) {
  const { label, value, detail, icon, onClear, className, children } = props;
  const [open, setOpen] = useState(false);
  const { part, failed, fetch } = useLazy(props.load);
  const load = () => void (part ?? fetch());
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const focusButton = () => root.current?.querySelector<HTMLElement>(OPENER)?.focus();

  function close() {
    setOpen(false);
    focusButton();
  }

  useLayoutEffect(() => {
    const box = panel.current;
    if (!open || !box) return;
    box.style.marginRight = '';
    // It hangs from the button's right edge; where that leaves the window, it moves in.
    const overflow = EDGE - box.getBoundingClientRect().left;
    if (overflow > 0) box.style.marginRight = `${-overflow}px`;
    box.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [open, part]);

  useEffect(() => {
    const box = root.current;
    if (!open || !box) return;
    const leave = ({ target }: { target: EventTarget | null }) => {
      if (target instanceof Node && !box.contains(target)) setOpen(false);
    };
    const onPointerDown = (event: PointerEvent) => leave(event);
    const onFocusOut = (event: FocusEvent) => leave({ target: event.relatedTarget });
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      box.querySelector<HTMLElement>(OPENER)?.focus();
    };
    document.addEventListener('pointerdown', onPointerDown);
    box.addEventListener('focusout', onFocusOut);
    box.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      box.removeEventListener('focusout', onFocusOut);
      box.removeEventListener('keydown', onKeyDown);
    };
  }, [open]);

  return (
    <div ref={root} className="pp-filterroot" onPointerEnter={load} onFocus={load}>
      <FilterButton
        label={label}
        value={value}
        detail={detail}
        always={!onClear}
        icon={icon}
        expanded={open}
        onClick={() => {
          load();
          setOpen(!open);
        }}
        onClear={
          onClear &&
          (() => {
            setOpen(false);
            // The x goes with the filter; the focus must not.
            focusButton();
            onClear();
          })
        }
      />
      {open && (
        <>
          {/* Covers the page on a phone, where a press beside the sheet must not follow a link below it. */}
          <button
            type="button"
            className="pp-filter-scrim"
            tabIndex={-1}
            aria-hidden="true"
            onClick={close}
          />
          <div ref={panel} className={cx('pp-pop pp-filter-pop', className)} role="dialog" aria-label={label}>
            {part ? children(part, close) : <Waiting {...{ failed, load }} />}
          </div>
        </>
      )}
    </div>
  );
}

function Waiting({ failed, load }: { failed: boolean; load: () => void }) {
  return (
    <div className="pp-filter-note" role={failed ? 'alert' : undefined}>
      {failed ? (
        <>
          <p>This did not load. Check your connection.</p>
          <Button variant="outline" size="sm" onClick={load}>
            Try again
          </Button>
        </>
      ) : (
        <Spinner size="sm" label="Loading" />
      )}
    </div>
  );
}
