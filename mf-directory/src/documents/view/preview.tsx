import { displayMessage } from '@paperplane/shared/domain';
import { Button, Eye, InlineError, Spinner } from '@paperplane/shared/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { DocumentFile } from '../document';
import { kindOf } from '../upload/file-kind';
import { useReadDocument } from './read-document';

const PdfPages = lazy(() => import(/* webpackChunkName: "lazy-pdf-pages" */ './pdf-pages'));

type Content = { picture: string } | { pdf: Uint8Array };

const isShown = (type: string) => type === 'application/pdf' || type.startsWith('image/');

/** What can be shown of a file, by what it holds; null for anything else, and for what is damaged. */
async function contentOf(file: Blob, name: string): Promise<Content | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kindOf(bytes, name);
  if (!('type' in kind) || !isShown(kind.type)) return null;
  if (kind.type === 'application/pdf') return { pdf: bytes };
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([bytes], { type: kind.type }));
  return image.decode().then(
    () => ({ picture: image.src }),
    () => null,
  );
}

/**
 * Shows a picture or a PDF in the page, once somebody asks: opening is written down. Nothing in a file runs: pictures are drawn as
 * pictures, pages of a PDF on a canvas, and what it is decides its content.
 */
export function Preview({ documentId, file }: { documentId: string; file: DocumentFile }) {
  const read = useReadDocument();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [content, setContent] = useState<Content | null>(null);
  const picture = content && 'picture' in content ? content.picture : null;
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture]);
  if (!isShown(file.type)) return null;

  async function show() {
    setBusy(true);
    setError(null);
    const answer = await read(documentId, file);
    const next = 'file' in answer ? await contentOf(answer.file, file.name) : null;
    setBusy(false);
    if ('error' in answer) setError(displayMessage(answer.error));
    else if (!next) setError('This file cannot be shown here. Download it instead.');
    else setContent(next);
  }

  if (error) return <InlineError message={error} onRetry={() => void show()} />;
  if (!content)
    return (
      <Button
        variant="outline"
        icon={<Eye className="pp-i" />}
        loading={busy}
        className="doc-show"
        onClick={() => void show()}
      >
        Show preview
      </Button>
    );
  return (
    <div className="doc-preview">
      {'picture' in content ? (
        <img src={content.picture} alt={file.name} />
      ) : (
        <Suspense fallback={<Spinner label="Loading the preview" />}>
          <PdfPages bytes={content.pdf} name={file.name} />
        </Suspense>
      )}
    </div>
  );
}
