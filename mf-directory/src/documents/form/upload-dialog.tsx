import { useAuth, useToast } from '@paperplane/shared/platform';
import { FileDrop } from '@paperplane/shared/import';
import { Button, ByPointer, Dialog, FormDialog, InlineBanner } from '@paperplane/shared/ui';
import { useState } from 'react';
import { sizeText, type DocumentInput, type DocumentRecord, type ListedDocument } from '../document';
import { ACCEPT, checkFile, KINDS } from '../upload/file-kind';
import { UploadProgress } from '../upload/upload-progress';
import { useUpload } from '../upload/use-upload';
import { DocumentFields } from './document-fields';
import { blankInput, inputProblems, titleOf } from './document-input';

interface UploadDialogProps {
  /** What the page is about. */
  record?: DocumentRecord | null;
  /** Whose next version this is; without it, a new document. */
  of?: ListedDocument;
  onClose: () => void;
}

interface Chosen {
  file: File;
  type: string;
}

/** Adds a document, or a version of one: its file goes up in parts, and may be cancelled. */
export function UploadDialog({ record = null, of, onClose }: UploadDialogProps) {
  const { isAdmin } = useAuth();
  const toast = useToast();
  const { state, notice, begin, resume, cancel } = useUpload();
  const [input, setInput] = useState(() => blankInput(record, isAdmin));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [reading, setReading] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});

  async function choose(file: File) {
    setReading(true);
    const check = await checkFile(file);
    setReading(false);
    if ('problem' in check) {
      setChosen(null);
      return setErrors((now) => ({ ...now, file: check.problem }));
    }
    setErrors(({ file: _gone, ...rest }) => rest);
    setChosen({ file, type: check.type });
    setInput((now) => (now.title ? now : { ...now, title: titleOf(file.name) }));
  }

  const change = (changes: Partial<DocumentInput>) => {
    setInput((now) => ({ ...now, ...changes }));
    setErrors((now) => (now['file'] ? { file: now['file'] } : {}));
  };

  function finished(id: string | null) {
    if (!id) return;
    toast.success(of ? 'Version added' : 'Document added', of ? of.title : input.title);
    onClose();
  }

  async function submit() {
    const problems = {
      ...(of ? {} : inputProblems(input, isAdmin)),
      ...(chosen ? {} : { file: errors['file'] ?? 'Choose a file.' }),
    };
    setErrors(problems);
    if (Object.keys(problems).length > 0 || !chosen) return;
    finished(await begin(chosen.file, chosen.type, of ? of.id : input));
  }

  const refused = !state.begun && state.error ? state : null;
  const shown = refused?.field ? { ...errors, [refused.field]: refused.error ?? '' } : errors;
  const isOnItsWay = state.begun || state.status === 'sending';
  const title = of ? 'New version' : 'Upload a document';
  if (isOnItsWay && chosen)
    return (
      <Dialog
        title={title}
        subtitle={of ? of.title : input.title}
        onCloseRequest={() => void cancel()}
        footer={
          <Button variant="outline" onClick={() => void cancel()}>
            Cancel upload
          </Button>
        }
      >
        {notice}
        <UploadProgress
          name={chosen.file.name}
          size={chosen.file.size}
          state={state}
          onRetry={() => void resume().then(finished)}
        />
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      subtitle={of ? of.title : undefined}
      submitLabel="Upload"
      busy={false}
      failure={refused && !refused.field ? refused.error : null}
      notice={notice}
      dirty={chosen !== null}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <FileDrop
        label="File"
        title={
          chosen ? (
            chosen.file.name
          ) : (
            <ByPointer mouse="Choose a file or drop it here" touch="Take a photo or choose a file" />
          )
        }
        hint={
          chosen
            ? `${KINDS[chosen.type] ?? ''}, ${sizeText(chosen.file.size)}`
            : 'PDF, pictures, Office files or text, up to 25 MB'
        }
        accept={ACCEPT}
        busy={reading}
        onFiles={([file]) => file && void choose(file)}
      />
      {shown['file'] && <InlineBanner tone="danger">{shown['file']}</InlineBanner>}
      {!of && <DocumentFields input={input} errors={shown} isFixed={record !== null} onChange={change} />}
    </FormDialog>
  );
}
