import { ChevronLeft, ChevronRight, IconButton, InlineBanner, Spinner } from '@paperplane/shared/ui';
import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';

/** Pages are drawn as wide as the dialog on a sharp screen. */
const WIDTH = 1200;

/** Opens a PDF in a worker. Programs in it are never run: only its pages are drawn. */
function open(bytes: Uint8Array) {
  const port = new Worker(new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url), {
    name: 'pdf',
    type: 'module',
  });
  const worker = PDFWorker.create({ port });
  const task = getDocument({ data: bytes.slice(), worker, isEvalSupported: false, useWasm: false });
  return {
    pdf: task.promise,
    close: () => void task.destroy().finally(() => port.terminate()),
  };
}

/** The pages of a PDF, one at a time. */
export default function PdfPages({ bytes, name }: { bytes: Uint8Array; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [page, setPage] = useState(1);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const opened = open(bytes);
    let isHere = true;
    opened.pdf.then(
      (value) => isHere && setPdf(value),
      () => isHere && setFailed(true),
    );
    return () => {
      isHere = false;
      opened.close();
    };
  }, [bytes]);

  useEffect(() => {
    let cancel: () => void = () => undefined;
    void pdf?.getPage(page).then((sheet) => {
      const target = canvas.current;
      if (!target) return;
      const viewport = sheet.getViewport({ scale: WIDTH / sheet.getViewport({ scale: 1 }).width });
      Object.assign(target, { width: viewport.width, height: viewport.height });
      const task = sheet.render({ canvas: target, viewport });
      cancel = () => task.cancel();
      task.promise.catch(() => undefined);
    });
    return () => cancel();
  }, [pdf, page]);

  if (failed)
    return (
      <InlineBanner tone="danger">This PDF is damaged or needs a password. Download it instead.</InlineBanner>
    );
  return (
    <>
      {!pdf && <Spinner label="Loading the preview" />}
      <canvas ref={canvas} role="img" aria-label={`${name}, page ${page}`} hidden={!pdf} />
      {pdf && pdf.numPages > 1 && (
        <p className="doc-pages">
          <IconButton label="Previous page" disabled={page === 1} onClick={() => setPage(page - 1)}>
            <ChevronLeft className="pp-i" />
          </IconButton>
          <span role="status">
            Page {page} of {pdf.numPages}
          </span>
          <IconButton label="Next page" disabled={page === pdf.numPages} onClick={() => setPage(page + 1)}>
            <ChevronRight className="pp-i" />
          </IconButton>
        </p>
      )}
    </>
  );
}
