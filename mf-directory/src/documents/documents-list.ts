import { DOCUMENT_CATEGORIES } from '@paperplane/shared/domain';
import type { Sort } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { directoryList, pageArgs, type Asked } from '../parts/directory-list';
import { RECORD_TYPES, VISIBILITIES } from './document';

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

/** What the list asks its function for. */
export const toListArgs = (query: DocumentsQuery) => ({
  ...pageArgs(query),
  state: query.state || 'all',
  category: query.category || null,
  recordType: query.belongs || null,
  visibility: query.visibility || null,
});
