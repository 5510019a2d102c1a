import { readId, readListQuery } from '@paperplane/shared/domain';
import { listDefaults, paths, type ListAddress } from '@paperplane/shared/platform';

export const KINDS = ['money', 'people', 'sign_in', 'data_out'] as const;
export type Kind = (typeof KINDS)[number];

const { q, page, pageSize, from, to } = listDefaults('at');
const DEFAULTS = { kind: '', who: '', about: '', entry: '', q, page, pageSize, from, to };
export type AuditLogValues = typeof DEFAULTS;

/** Takes every filter off. */
export const NOTHING_FILTERED = {
  kind: '',
  who: '',
  about: '',
  entry: '',
  q: '',
  from: '',
  to: '',
  page: '',
} as const;

const read = (values: Record<keyof AuditLogValues, string>) => {
  const { search, start, end, page, pageSize, sort } = readListQuery(
    {
      ...listDefaults('at'),
      q: values.q,
      from: values.from,
      to: values.to,
      page: values.page,
      pageSize: values.pageSize,
    },
    { statuses: [], columns: ['at'] },
  );
  return {
    kind: KINDS.find((each) => each === values.kind) ?? null,
    actorId: readId(values.who),
    recordId: readId(values.about),
    entry: readId(values.entry),
    search,
    start,
    end,
    page,
    pageSize,
    sort,
  };
};
export type AuditLogQuery = ReturnType<typeof read>;

export const AUDIT_LOG_LIST: ListAddress<keyof AuditLogValues, AuditLogQuery> = {
  path: paths.auditLog.href(),
  defaults: DEFAULTS,
  read,
};

/** The filters, as the functions of the log take them. */
export const toFilters = ({
  kind,
  actorId,
  recordId,
  search,
  start,
  end,
}: Omit<AuditLogQuery, 'page' | 'pageSize' | 'sort' | 'entry'>) => ({
  kind,
  actorId,
  recordId,
  search: search || null,
  startDate: start,
  endDate: end,
});

/** True when the log is shown in part. */
export const isPart = ({ kind, actorId, recordId, entry, search, start, end }: AuditLogQuery): boolean =>
  [kind, actorId, recordId, entry, search, start, end].some(Boolean);
