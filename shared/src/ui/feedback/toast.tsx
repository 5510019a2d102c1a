import type { ReactNode } from 'react';
import { IconButton } from '../actions/icon-button';
import { CircleAlert, CircleArrowUp, CircleCheck, Info, X } from '../base/icons';

export type ToastTone = 'success' | 'danger' | 'info' | 'update';

const icons = { success: CircleCheck, danger: CircleAlert, info: Info, update: CircleArrowUp };

export interface ToastProps {
  tone?: ToastTone;
  title: ReactNode;
  children?: ReactNode;
  /** "Undo", "Update": a small button. */
  action?: ReactNode;
  onDismiss: () => void;
  dismissLabel?: string;
}

/** One toast; when it appears and disappears is the caller's responsibility (docs/product/platform.md, Messages and waiting). */
export function Toast({ tone = 'success', title, children, action, onDismiss, dismissLabel }: ToastProps) {
  const Icon = icons[tone];
  return (
    <div className={`pp-toast pp-toast-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon className="pp-i" />
      <div className="pp-grow">
        <b>{title}</b>
        {children && <p>{children}</p>}
        {action && <div className="pp-toast-actions">{action}</div>}
      </div>
      <IconButton size="sm" label={dismissLabel ?? 'Dismiss'} onClick={onDismiss}>
        <X className="pp-i" />
      </IconButton>
    </div>
  );
}

/** Where toasts stack: bottom right, top on a phone. */
export function ToastStack({ children }: { children: ReactNode }) {
  return (
    <section className="pp-toasts" aria-label="Messages">
      {children}
    </section>
  );
}
