import { fromDatabase } from '@paperplane/shared/domain';
import { api, avatarSrc, databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import { disclosed } from '../parts/disclosed';
import { createSecretHandoff } from '../parts/secret-handoff';
import { toFilters, type AuditLogQuery } from './audit-log-list';
import type { contract } from './contract';

type Contract = typeof contract;
const ask = databaseDoor<Contract>();

type Exported = AnswerOf<Contract, 'read_audit_log'>;

/** An export on its way to the one who asked: thousands of entries are no matter of the store. */
const exported = createSecretHandoff<Exported>();
export const takeExport = exported.take;

const list = { type: 'AuditLog', id: 'LIST' } as const;

export const auditLogApi = api.enhanceEndpoints({ addTagTypes: ['AuditLog'] }).injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => {
    const { transformResponse, ...asked } = ask('get_audit_log', (query: AuditLogQuery) => ({
      ...toFilters(query),
      entry: query.entry,
      page: query.page,
      pageSize: query.pageSize,
    }));
    return {
      /** One page of the log. */
      getAuditLog: build.query({
        ...asked,
        transformResponse: (answer: AnswerOf<Contract, 'get_audit_log'>) => ({
          ...transformResponse(answer),
          rows: answer.rows.map(({ actor, ...row }) => ({
            ...row,
            actor: actor && { ...actor, avatarUrl: avatarSrc(actor.avatarUrl) },
          })),
        }),
        // Everything that is done anywhere adds to it.
        keepUnusedDataFor: 5,
        providesTags: [list],
      }),

      /** Asks for the entries of these filters, and reads them once it is written down who did. @returns the ticket to take them with */
      exportAuditLog: build.mutation<string, ReturnType<typeof toFilters>>({
        query: (filters) => (db) => {
          const args = {
            kind: filters.kind,
            actor_id: filters.actorId,
            record_id: filters.recordId,
            search: filters.search,
            start_date: filters.startDate,
            end_date: filters.endDate,
          };
          return disclosed(
            db.rpc('request_audit_log', args),
            async (id) => {
              const told = await db.rpc('read_audit_log', { disclosure_id: id, ...args });
              return {
                ...told,
                data: told.data === null ? null : (fromDatabase<unknown>(told.data) as Exported),
              };
            },
            exported,
          );
        },
        invalidatesTags: [list],
      }),
    };
  },
});

export const { useGetAuditLogQuery, useExportAuditLogMutation } = auditLogApi;
