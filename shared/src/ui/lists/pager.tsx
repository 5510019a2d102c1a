import { PAGE_SIZES } from '../../domain/list-query';
import { formatCount } from '../../domain/plural';
import { ChevronDown, ChevronLeft, ChevronRight } from '../base/icons';
import type { LinkLike } from '../base/link-like';
import { pageNumbers } from './page-numbers';

export interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Rows altogether. */
  total: number;
  /** Address of a page, with filters and sort kept. */
  pageTo: (page: number) => string;
  link: LinkLike;
  /** Offers the page sizes: 10, 25, 50, 100. */
  onPageSize?: (size: number) => void;
}

/** "11–20 of 184", the page size, and links to the pages. Renders nothing for a single page's worth of nothing. */
export function Pager({ page, pageSize, total, pageTo, link, onPageSize }: PagerProps) {
  if (total === 0) return null;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  return (
    <div className="pp-pager">
      <span>
        {formatCount(first)}–{formatCount(Math.min(page * pageSize, total))} of {formatCount(total)}
      </span>
      {onPageSize && total > Math.min(...PAGE_SIZES) && <PageSize size={pageSize} onChange={onPageSize} />}
      {pages > 1 && (
        <nav aria-label="Pages">
          <Step to={page > 1 ? pageTo(page - 1) : null} label="Previous page" link={link}>
            <ChevronLeft className="pp-i" />
          </Step>
          <Numbers {...{ page, pages, pageTo, link }} />
          <Step to={page < pages ? pageTo(page + 1) : null} label="Next page" link={link}>
            <ChevronRight className="pp-i" />
          </Step>
        </nav>
      )}
    </div>
  );
}

function PageSize({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  return (
    <span className="pp-pagesize">
      <select
        name="pageSize"
        aria-label="Rows per page"
        value={size}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {PAGE_SIZES.map((each) => (
          <option key={each} value={each}>
            {each} per page
          </option>
        ))}
      </select>
      <ChevronDown className="pp-i pp-i-14" />
    </span>
  );
}

function Numbers({
  page,
  pages,
  pageTo,
  link: Link,
}: Pick<PagerProps, 'page' | 'pageTo' | 'link'> & { pages: number }) {
  return (
    <span className="pg">
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          <span className="e" key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={pageTo(number)}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {formatCount(number)}
          </Link>
        ),
      )}
    </span>
  );
}

function Step({
  to,
  label,
  link: Link,
  children,
}: {
  to: string | null;
  label: string;
  link: LinkLike;
  children: React.ReactNode;
}) {
  return to === null ? (
    <span className="e" aria-hidden="true">
      {children}
    </span>
  ) : (
    <Link to={to} aria-label={label}>
      {children}
    </Link>
  );
}
