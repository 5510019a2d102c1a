import { COMMISSION_STATUSES, isFiltered, NO_FILTERS, readListQuery } from '@paperplane/shared/domain';
import type { ListValues } from '@paperplane/shared/domain';
import { listDefaults, paths, type ListAddress } from '@paperplane/shared/platform';
import type { OtherQuery } from './other-api';
import { KINDS } from './other-words';

export type OtherListValues = ListValues & { kind: string };

/** Takes every filter off but the kind. */
export const NOTHING_FILTERED: Partial<OtherListValues> = NO_FILTERS;

const COLUMNS = ['createdAt'] as const;

/** Filters and page of the list in its address; they come the latest first. */
export const OTHER_LIST: ListAddress<
  keyof OtherListValues,
  OtherQuery & { sort: { column: string; direction: 'asc' | 'desc' } }
> = {
  path: paths.otherCommissions.href(),
  defaults: { ...listDefaults(COLUMNS[0]), kind: '' },
  read: (values) => {
    const { status, search, vendorId, page, pageSize, sort } = readListQuery(values, {
      statuses: COMMISSION_STATUSES,
      columns: COLUMNS,
    });
    return {
      kind: KINDS.find((each) => each === values.kind) ?? null,
      status,
      search,
      vendorId,
      page,
      pageSize,
      sort,
    };
  },
};

/** What the database is asked. */
export const toOtherQuery = ({ kind, status, search, vendorId, page, pageSize }: OtherQuery): OtherQuery => ({
  kind,
  status,
  search,
  vendorId,
  page,
  pageSize,
});

/** True when the list shows a part of what there is of the kind. */
export const isPart = ({ status, search, vendorId }: OtherQuery): boolean =>
  isFiltered({ status, search, vendorId, agentId: null, start: null, end: null });
