import type { ReactNode, Ref } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '../base/icons';

export type BannerTone = 'danger' | 'warning' | 'success' | 'info';

const icons = { danger: CircleAlert, warning: TriangleAlert, success: CircleCheck, info: Info };

export interface InlineBannerProps {
  tone?: BannerTone;
  /** What happened, in bold. */
  title?: ReactNode;
  /** What is next. */
  children?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** A message inside a form or page. Danger interrupts a screen reader, the others wait. */
export function InlineBanner({ tone = 'info', title, children, ref }: InlineBannerProps) {
  const Icon = icons[tone];
  return (
    <div
      className={`pp-banner pp-b-${tone}`}
      role={tone === 'danger' ? 'alert' : 'status'}
      tabIndex={ref ? -1 : undefined}
      ref={ref}
    >
      <Icon className="pp-i" />
      <div>
        {title && <b>{title}</b>}
        {children && (typeof children === 'string' ? <p>{children}</p> : children)}
      </div>
    </div>
  );
}
