import { MISSED, useAppDispatch, useAuth, useCurrentUser, useLiveTag } from '@paperplane/shared/platform';
import { documentsApi } from './documents-api';

/** Reads documents again when a file was accepted, or an own one refused. */
export function useLiveDocuments(): void {
  const { isAdmin } = useAuth();
  const { id, organizationId } = useCurrentUser();
  const dispatch = useAppDispatch();
  const refresh = (tag: string) => {
    if (tag === 'documents' || tag === MISSED)
      dispatch(documentsApi.util.invalidateTags([{ type: 'Document', id: 'LIST' }]));
  };
  useLiveTag(`user:${id}`, refresh);
  useLiveTag(isAdmin ? `org:${organizationId}` : null, refresh);
}
