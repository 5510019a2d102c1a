import { displayMessage } from '@paperplane/shared/domain';
import { FileProblem } from '@paperplane/shared/import/files';
import { paths, prepareUpload, useCurrentUser, useNavigate } from '@paperplane/shared/platform';
import { useState } from 'react';
import { rowsOfFile } from '../file/rows-of-file';
import { leftOutOf } from '../reader/left-out';
import { readRows } from '../reader/read-rows';
import {
  useCancelStatementFileMutation,
  useFinishStatementFileMutation,
  useSaveVendorStatementMutation,
  useStartStatementFileMutation,
} from '../statements-api';

/** A file becomes a statement of the vendor: read here, kept as a document, compared by the database; then its page opens. */
export function useNewStatement(vendorId: string, references: readonly string[]) {
  const { organization } = useCurrentUser();
  const navigate = useNavigate();
  const [start] = useStartStatementFileMutation();
  const [finish] = useFinishStatementFileMutation();
  const [forget] = useCancelStatementFileMutation();
  const [save] = useSaveVendorStatementMutation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function keepFile(file: File, type: string): Promise<string> {
    const { uploadId, path } = await start({
      vendorId,
      file: { name: file.name, type, size: file.size },
    }).unwrap();
    const upload = await prepareUpload({
      bucket: 'documents',
      path,
      file,
      type,
      onProgress: () => undefined,
    });
    const stopped = await upload.send();
    if (stopped) {
      await upload.cancel();
      void forget(uploadId);
      throw new FileProblem(displayMessage(stopped));
    }
    return (await finish(uploadId).unwrap()).documentId;
  }

  async function take(file: File): Promise<void> {
    const { rows, type } = await rowsOfFile(file);
    const read = readRows(rows, organization, { references });
    const { lines, fees } = read;
    if (lines.length === 0) throw new FileProblem('No line of this has an amount.');
    const documentId = await keepFile(file, type);
    const { statementId } = await save({
      vendorId,
      fileName: file.name,
      lines,
      fees,
      leftOut: leftOutOf(read),
      documentId,
    }).unwrap();
    void navigate(paths.vendorStatement.href(statementId));
  }

  return {
    busy,
    problem,
    add: async (file: File): Promise<void> => {
      setBusy(true);
      setProblem(null);
      try {
        await take(file);
      } catch (error) {
        setProblem(error instanceof FileProblem ? error.message : displayMessage(error));
      } finally {
        setBusy(false);
      }
    },
  };
}
