import { useId, type ReactNode } from 'react';
import { cx } from '../base/cx';
import { IconButton } from '../actions/icon-button';
import { X } from '../base/icons';
import { useModal } from './use-modal';

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
const FIRST_FOCUS = [
  '[data-autofocus]',
  '.pp-dialog-b :is(input, select, textarea):not([disabled], [readonly])',
];

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
  const ref = useModal(onCloseRequest, FIRST_FOCUS);
  const id = useId();

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
