import { displayMessage, formatShortDate, today } from '@paperplane/shared/domain';
import { FileProblem } from '@paperplane/shared/import/files';
import { downloadFile, paths, useCurrentUser, useNavigate } from '@paperplane/shared/platform';
import { Button } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { MailedStatement } from '../../bank-types';
import { rowsOfFile } from '../file/rows-of-file';
import { leftOutOf } from '../reader/left-out';
import { readRows } from '../reader/read-rows';
import {
  useKeepMailedDocumentMutation,
  useListMailedStatementsQuery,
  useOpenMailedStatementMutation,
  useReadMailedStatementMutation,
} from '../statements-api';

interface MailedStatementsProps {
  vendorId: string;
  references: readonly string[];
}

/** Files that came by mail and were too much for the server: read here, once somebody wants it. */
export function MailedStatements({ vendorId, references }: MailedStatementsProps) {
  const { data: files = [] } = useListMailedStatementsQuery(vendorId);
  if (files.length === 0) return null;
  return (
    <ul className="vst-mailed" aria-label="Came by mail, to be read">
      {files.map((file) => (
        <Mailed key={file.id} file={file} references={references} />
      ))}
    </ul>
  );
}

function Mailed({ file, references }: { file: MailedStatement; references: readonly string[] }) {
  const { organization } = useCurrentUser();
  const navigate = useNavigate();
  const [open] = useOpenMailedStatementMutation();
  const [save] = useReadMailedStatementMutation();
  const [keep] = useKeepMailedDocumentMutation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof FileProblem ? error.message : displayMessage(error));
    } finally {
      setBusy(false);
    }
  }
  async function read(): Promise<void> {
    await open(file.versionId).unwrap();
    const stored = await downloadFile('documents', file.path);
    if ('error' in stored) throw new FileProblem(displayMessage(stored.error));
    const { rows } = await rowsOfFile(new File([stored.file], file.fileName));
    const statement = readRows(rows, organization, { references });
    if (statement.lines.length === 0) throw new FileProblem('No line of this has an amount.');
    const { lines, fees } = statement;
    const kept = await save({ partId: file.id, lines, fees, leftOut: leftOutOf(statement) }).unwrap();
    void navigate(paths.vendorStatement.href(kept.statementId));
  }
  return (
    <li>
      <span>
        <b className="pp-trunc">{file.fileName}</b>
        <small>
          Came by mail {formatShortDate(file.receivedAt, today(organization.timeZone), organization.timeZone)}
          , to be read
        </small>
        {problem && (
          <small className="pp-error" role="alert">
            {problem}
          </small>
        )}
      </span>
      <Button size="sm" disabled={busy} aria-label={`Read ${file.fileName}`} onClick={() => void run(read)}>
        Read
      </Button>
      <Button
        size="sm"
        variant="outline"
        disabled={busy}
        aria-label={`${file.fileName} is no statement`}
        onClick={() => void run(async () => void (await keep(file.id).unwrap()))}
      >
        No statement
      </Button>
    </li>
  );
}
