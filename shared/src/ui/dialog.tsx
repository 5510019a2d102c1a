import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { cx } from './cx';
import { IconButton } from './icon-button';
import { X } from './icons';

export interface DialogProps {
  title: string;
  subtitle?: ReactNode;
  /** Buttons; full width on a phone. A submit button reaches a form in the body by its `form` attribute. */
  footer?: ReactNode;
  /** Esc, the close button, Back on Android. Ask here if something typed would be lost. */
  onCloseRequest: () => void;
  size?: 'md' | 'lg';
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

/** Whatever carries `data-autofocus`, else the first field; the close button would be the browser's choice. */
const CHOSEN = '[data-autofocus]';
const FIRST_FIELD = '.pp-dialog-b :is(input, select, textarea):not([disabled], [readonly])';

/**
 * A modal dialog, open as long as it is rendered: `{open && <Dialog …/>}`. The browser traps focus; closing gives
 * it back to where it was. A bottom sheet on a phone.
 */
export function Dialog({
  title,
  subtitle,
  footer,
  onCloseRequest,
  size = 'md',
  role,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const requestClose = useEffectEvent(onCloseRequest);

  // Layout effect: its cleanup runs while the dialog still stands in the document, so focus can be returned.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    (dialog.querySelector<HTMLElement>(CHOSEN) ?? dialog.querySelector<HTMLElement>(FIRST_FIELD))?.focus();

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (!(event.target instanceof Element) || event.target.closest('dialog') !== dialog) return;
      // Prevented here, or the browser would close it on the second Esc whatever the page says.
      event.preventDefault();
      requestClose();
    };
    const onCancel = (event: Event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      requestClose();
    };
    // On the document: React's own handlers, which sit below it, may have used the key for a list or a menu.
    document.addEventListener('keydown', onKeyDown);
    dialog.addEventListener('cancel', onCancel);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      dialog.removeEventListener('cancel', onCancel);
      // A question that goes with it stands above it, and would keep the focus from what is behind.
      for (const question of dialog.querySelectorAll<HTMLDialogElement>('dialog[open]')) question.close();
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      role={role}
      className={cx('pp-dialog', size === 'lg' && 'pp-dialog-lg')}
      aria-labelledby={`${id}-title`}
      aria-describedby={subtitle ? `${id}-subtitle` : undefined}
    >
      <div className="pp-dialog-h">
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          {subtitle && <p id={`${id}-subtitle`}>{subtitle}</p>}
        </div>
        <IconButton label="Close" onClick={onCloseRequest}>
          <X className="pp-i" />
        </IconButton>
      </div>
      <div className="pp-dialog-b">{children}</div>
      {footer && <div className="pp-dialog-f">{footer}</div>}
    </dialog>
  );
}
