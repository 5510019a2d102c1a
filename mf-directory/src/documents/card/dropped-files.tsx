import { useAuth } from '@paperplane/shared/platform';
import { Button, ByPointer, IconButton, Upload, X } from '@paperplane/shared/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DocumentRecord } from '../document';
import { DocumentTile } from '../document-tile';
import { blankInput, titleOf } from '../form/document-input';
import { ACCEPT, checkFile } from '../upload/file-kind';
import { UploadProgress } from '../upload/upload-progress';
import { useUpload } from '../upload/use-upload';

interface Dropped {
  key: string;
  file: File;
}

/** Takes files for a record, as they are: title by their name, seen by whoever sees the record. */
export function DroppedFiles({ record }: { record: DocumentRecord }) {
  const [files, setFiles] = useState<Dropped[]>([]);
  const drop = (key: string) => setFiles((now) => now.filter((each) => each.key !== key));
  return (
    <>
      {files.length > 0 && (
        <ul className="doc-list">
          {files.map(({ key, file }) => (
            <OnItsWay key={key} file={file} record={record} onGone={() => drop(key)} />
          ))}
        </ul>
      )}
      <label className="doc-drop">
        <Upload className="pp-i" />
        <span>
          <b>
            <ByPointer mouse="Drop files here" touch="Take a photo or choose a file" />
          </b>{' '}
          · 25 MB each
        </span>
        <input
          type="file"
          multiple
          accept={ACCEPT}
          aria-label="Upload documents"
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])].map((file) => ({ key: crypto.randomUUID(), file }));
            setFiles((now) => [...now, ...chosen]);
            // The same file may be chosen again.
            target.value = '';
          }}
        />
      </label>
    </>
  );
}

interface OnItsWayProps {
  file: File;
  record: DocumentRecord;
  onGone: () => void;
}

function OnItsWay({ file, record, onGone }: OnItsWayProps) {
  const { isAdmin } = useAuth();
  const { state, notice, begin, resume, cancel } = useUpload();
  const [problem, setProblem] = useState<string | null>(null);

  const start = useEffectEvent(async () => {
    const check = await checkFile(file);
    if ('problem' in check) return setProblem(check.problem);
    const title = titleOf(file.name);
    if (await begin(file, check.type, { ...blankInput(record, isAdmin), title })) onGone();
  });
  useEffect(() => void start(), []);

  const refused = problem ?? (state.begun ? null : state.error);
  return (
    <li>
      <DocumentTile type={file.type} />
      <span className="doc-item">
        <b className="pp-trunc">{file.name}</b>
        {notice}
        {refused ? (
          <p className="doc-stopped" role="alert">
            <span>{refused}</span>
            <Button variant="outline" size="sm" onClick={onGone}>
              Dismiss
            </Button>
          </p>
        ) : (
          <UploadProgress
            name={file.name}
            size={file.size}
            state={state}
            onRetry={() => void resume().then((id) => id && onGone())}
          />
        )}
      </span>
      {!refused && (
        <IconButton
          size="sm"
          label={`Cancel upload of ${file.name}`}
          onClick={() => void cancel().then(onGone)}
        >
          <X className="pp-i" />
        </IconButton>
      )}
    </li>
  );
}
