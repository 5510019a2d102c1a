import type { ReactNode } from 'react';

export interface FullMessageProps {
  /** The logo, usually in a link. */
  header?: ReactNode;
  /** A FlightIllustration, or an icon in `<span className="pp-disc">`. */
  illustration?: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
}

/** A whole page that says one thing: offline, inactive, a broken configuration. */
export function FullMessage({ header, illustration, title, children, actions, footer }: FullMessageProps) {
  return (
    <div className="pp-full">
      <header>{header}</header>
      <main id="main">
        <div className="pp-fullmsg">
          {illustration}
          <h1>{title}</h1>
          {typeof children === 'string' ? <p>{children}</p> : children}
          {actions && <div className="pp-row">{actions}</div>}
        </div>
      </main>
      <footer>{footer}</footer>
    </div>
  );
}
