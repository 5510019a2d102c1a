import { listAt, pageLoader } from '@paperplane/shared/platform';
import { auditLogApi } from './audit-log-api';
import { AUDIT_LOG_LIST } from './audit-log-list';

export { default } from './audit-log-page';

export const loader = pageLoader(({ search }) =>
  auditLogApi.util.prefetch('getAuditLog', listAt(search, AUDIT_LOG_LIST), {}),
);
