import { useEffect, useState, type ReactNode } from 'react';
import { Link, useToast, useToasts, type Toast as ToastData } from '@paperplane/shared/platform';
import { buttonClass, Toast, ToastStack } from '@paperplane/shared/ui';

/** How long a message stays, in milliseconds; one of an act says more. */
const STAYS = 5000;
const ACT_STAYS = 10_000;

function TimedToast({ toast, paused }: { toast: ToastData; paused: boolean }) {
  const { dismiss } = useToast();
  const { id, tone, title, text, link, isAct } = toast;
  const stays = tone === 'error' || paused;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => dismiss(id), isAct ? ACT_STAYS : STAYS);
    return () => clearTimeout(timer);
  }, [dismiss, id, isAct, stays]);
  return (
    <Toast
      tone={tone === 'error' ? 'danger' : tone}
      title={title}
      onDismiss={() => dismiss(id)}
      action={
        link && (
          <Link to={link.to} className={buttonClass('outline', { size: 'sm' })} onClick={() => dismiss(id)}>
            {link.label}
          </Link>
        )
      }
    >
      {text}
    </Toast>
  );
}

/**
 * The one place that shows toasts: they go after 5 s, those of acts after 10, wait while pointed at or focused, and errors stay.
 * @param children notices of the app itself; they share the place and come and go as they see fit
 */
export function ToastOutlet({ children }: { children?: ReactNode }) {
  const toasts = useToasts();
  const [paused, setPaused] = useState(false);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  return (
    <div onPointerEnter={pause} onPointerLeave={resume} onFocus={pause} onBlur={resume}>
      <ToastStack>
        {children}
        {toasts.map((toast) => (
          <TimedToast key={toast.id} toast={toast} paused={paused} />
        ))}
      </ToastStack>
    </div>
  );
}
