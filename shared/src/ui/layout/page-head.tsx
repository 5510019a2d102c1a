import type { ReactNode } from 'react';
import { cx } from '../base/cx';
import { ChevronLeft } from '../base/icons';
import type { LinkLike } from '../base/link-like';
import { Spinner } from '../feedback/spinner';

export interface PageHeadProps {
  /** Before the title: an Avatar or VendorLogo, size "lg". */
  media?: ReactNode;
  /** Without a title the header hides. */
  title?: ReactNode;
  /** Beside the title: a StatusPill. */
  status?: ReactNode;
  /** One line with the counts; `null` while they are not known: their place is kept, so that nothing jumps when they arrive. */
  subtitle?: ReactNode;
  /** The parent list. */
  back?: { to: string; label: string };
  /** Buttons, primary last. On a phone all but the primary one become icons; `className="keep"` keeps one's words. */
  actions?: ReactNode;
  /** Data is being fetched again: a small spinner, old data stays. */
  busy?: boolean;
  sticky?: boolean;
  link?: LinkLike;
}

/** The header of a page, under the top bar. */
export function PageHead(props: PageHeadProps) {
  const { media, title, status, subtitle, back, actions, busy, sticky = true, link: Link } = props;
  if (!title) return null;
  return (
    <div className={cx('pp-pagehead', !sticky && 'is-static')}>
      {media}
      <div>
        {back && Link && (
          <nav className="pp-crumbs" aria-label="Breadcrumb">
            <ChevronLeft className="pp-i" />
            <Link to={back.to}>{back.label}</Link>
          </nav>
        )}
        <h1>
          <span className="pp-trunc">{title}</span>
          {status}
          {busy && <Spinner size="sm" label="Refreshing" />}
        </h1>
        {(subtitle || subtitle === null) && <p className="pp-sub">{subtitle ?? '\u00a0'}</p>}
      </div>
      {actions && <div className="pp-actions">{actions}</div>}
    </div>
  );
}
