import { DOCUMENT_CATEGORIES } from '@paperplane/shared/domain';
import type { Sort } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { directoryList, pageArgs, type Asked } from '../parts/directory-list';
import { RECORD_TYPES, VISIBILITIES, type ListedDocument } from './document';
import { toListedDocument, type DocumentRow } from './document-rows';

const SORTS = ['expiresOn', 'title', 'category', 'updatedAt'] as const;
type DocumentSort = (typeof SORTS)[number];
const BY_EXPIRY: Sort<DocumentSort> = { column: 'expiresOn', direction: 'asc' };

/** `state`: empty for all; `belongs`: a kind of record, or `members`. */
const FILTERS = ['state', 'category', 'belongs', 'visibility'] as const;
export type DocumentsQuery = Asked<DocumentSort, (typeof FILTERS)[number]>;

export const STATES = ['expiring', 'expired', 'to_read'] as const;
/** What a document may belong to, as the filter says it. */
export const BELONGS = [...RECORD_TYPES, 'members'] as const;

const known = (values: readonly string[], value: string) => values.find((each) => each === value) ?? '';

export const DOCUMENTS_LIST = directoryList({
  path: paths.documents.href(),
  columns: SORTS,
  byDefault: BY_EXPIRY,
  filters: FILTERS,
  read: (asked): DocumentsQuery => ({
    ...asked,
    state: known(STATES, asked.state),
    category: known(DOCUMENT_CATEGORIES, asked.category),
    belongs: known(BELONGS, asked.belongs),
    visibility: known(VISIBILITIES, asked.visibility),
  }),
});

export const toListArgs = (query: DocumentsQuery) => ({
  ...pageArgs(query),
  search: query.search || undefined,
  state: query.state || 'all',
  category: query.category || undefined,
  record_type: query.belongs || undefined,
  visibility: query.visibility || undefined,
});

/** The document that waits for somebody, shown above the list. */
export interface ToConfirm {
  id: string;
  title: string;
  waitsForMe: boolean;
  /** Who else has not read it; for admins. */
  names: string[];
  count: number;
}

export interface DocumentsPage {
  items: ListedDocument[];
  count: number;
  page: number;
  pageSize: number;
  totalPages: number;
  counts: { all: number; expiring: number; expired: number; toRead: number };
  toConfirm: ToConfirm | null;
}

/** What list_documents answers. */
export interface DocumentsPageRow {
  rows: DocumentRow[];
  count: number;
  page: number;
  page_size: number;
  total_pages: number;
  counts: { all: number; expiring: number; expired: number; to_read: number };
  to_confirm: { id: string; title: string; waits_for_me: boolean; names: string[]; count: number } | null;
}

export const toDocumentsPage = (row: DocumentsPageRow): DocumentsPage => ({
  items: row.rows.map(toListedDocument),
  count: row.count,
  page: row.page,
  pageSize: row.page_size,
  totalPages: row.total_pages,
  counts: {
    all: row.counts.all,
    expiring: row.counts.expiring,
    expired: row.counts.expired,
    toRead: row.counts.to_read,
  },
  toConfirm: row.to_confirm && {
    id: row.to_confirm.id,
    title: row.to_confirm.title,
    waitsForMe: row.to_confirm.waits_for_me,
    names: row.to_confirm.names,
    count: row.to_confirm.count,
  },
});
