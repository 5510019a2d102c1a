import { useId, type ReactNode } from 'react';
import { cx } from '../base/cx';

export interface CardProps {
  /** Gives the card a titled header and an accessible name. */
  title?: ReactNode;
  /** Right side of the header: a link or a small button. */
  action?: ReactNode;
  /** Hairline under the header (default); without it title and body read as one. */
  line?: boolean;
  /** Padded body (default). Lists and tables bring their own. */
  padded?: boolean;
  footer?: ReactNode;
  /** Name for screen readers when there is no title. */
  label?: string;
  className?: string;
  children?: ReactNode;
}

/** A white card. */
export function Card(props: CardProps) {
  const { title, action, line = true, padded = true, footer, label, className, children } = props;
  const id = useId();
  return (
    <section
      className={cx('pp-card', Boolean(title) && line && 'pp-card-line', className)}
      aria-labelledby={title ? id : undefined}
      aria-label={title ? undefined : label}
    >
      {title && <CardHeader id={id} title={title} action={action} />}
      {padded ? <div className="pp-card-b">{children}</div> : children}
      {footer && <div className="pp-card-f">{footer}</div>}
    </section>
  );
}

/** The header row of a card, for cards that are put together by hand. */
export function CardHeader({ id, title, action }: { id?: string; title: ReactNode; action?: ReactNode }) {
  return (
    <div className="pp-card-h">
      <h2 id={id}>{title}</h2>
      {action}
    </div>
  );
}
