import type { AppError } from '@paperplane/shared/domain';
import { downloadFile, useCurrentUser } from '@paperplane/shared/platform';
import type { DocumentFile } from '../document';
import { useOpenVersionMutation } from '../documents-api';

/** A file as it came, or why it did not. */
export type ReadFile = { file: Blob } | { error: AppError };

/** Reads the file of a version: first it is written down who opens it, then Storage tells it. */
export function useReadDocument() {
  const { organization } = useCurrentUser();
  const [open] = useOpenVersionMutation();
  return async (documentId: string, { id }: DocumentFile): Promise<ReadFile> => {
    const { error } = await open({ documentId, versionId: id });
    if (error) return { error: error as AppError };
    return downloadFile('documents', `${organization.id}/${id}`);
  };
}
