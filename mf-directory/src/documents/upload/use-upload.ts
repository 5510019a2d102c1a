import { displayMessage } from '@paperplane/shared/domain';
import { prepareUpload, type FileUpload } from '@paperplane/shared/platform';
import { ToldFailure, useRequestKey } from '@paperplane/shared/records';
import { useEffect, useRef, useState } from 'react';
import type { DocumentInput } from '../document';
import { useCancelUploadMutation, useFinishUploadMutation, useStartUploadMutation } from '../documents-api';

/** How far an upload is. `failed` can be taken up again. */
export interface UploadState {
  status: 'idle' | 'sending' | 'failed' | 'done';
  /** It was announced: what stopped goes on where it was. */
  begun: boolean;
  sent: number;
  /** Why it stopped, and the field it is about. */
  error: string | null;
  field: string | null;
}

const IDLE: UploadState = { status: 'idle', begun: false, sent: 0, error: null, field: null };

const fieldOf = (error: unknown): string | null => (error as { field?: string } | null)?.field ?? null;

/** One file on its way: announced, sent in parts, made a document or a version. */
export function useUpload() {
  const [state, setState] = useState(IDLE);
  const [start] = useStartUploadMutation();
  const [finish] = useFinishUploadMutation();
  const [forget] = useCancelUploadMutation();
  const running = useRef<{ id: string; upload: FileUpload } | null>(null);
  const { send, notice, renew } = useRequestKey();
  const stopped = useRef(false);

  const failed = (error: unknown): null => {
    setState((now) => ({ ...now, status: 'failed', error: displayMessage(error), field: fieldOf(error) }));
    return null;
  };

  /** Sends what is missing. @returns the id of the document; null when it stopped */
  async function resume(): Promise<string | null> {
    const work = running.current;
    if (!work) return null;
    setState((now) => ({ ...now, status: 'sending', error: null, field: null }));
    const problem = await work.upload.send();
    if (stopped.current) return null;
    if (problem) return failed(problem);
    try {
      // Asked twice it answers the same, by the upload itself.
      const { documentId } = await send(() => finish(work.id).unwrap());
      running.current = null;
      setState((now) => ({ ...now, status: 'done' }));
      return documentId;
    } catch (error) {
      if (stopped.current) return null;
      return failed(error instanceof ToldFailure ? error.cause : error);
    }
  }

  /** Begins. @param document what is said of a new one, or the id of the one that gets a version */
  async function begin(file: File, type: string, document: DocumentInput | string): Promise<string | null> {
    stopped.current = false;
    setState({ ...IDLE, status: 'sending' });
    const announced = { name: file.name, type, size: file.size };
    let data;
    try {
      data = await send((requestKey) => start({ file: announced, document, requestKey }).unwrap());
    } catch (error) {
      if (!(error instanceof ToldFailure)) return failed(error);
      setState(IDLE);
      return null;
    }
    // It is on its way: whatever follows is another upload.
    renew();
    try {
      const upload = await prepareUpload({
        bucket: 'documents',
        path: data.path,
        file,
        type,
        onProgress: (sent) => setState((now) => ({ ...now, sent })),
      });
      running.current = { id: data.uploadId, upload };
      setState((now) => ({ ...now, begun: true }));
    } catch (problem) {
      void forget(data.uploadId);
      return failed(problem);
    }
    if (stopped.current) {
      await cancel();
      return null;
    }
    return resume();
  }

  /** Stops, and removes what has arrived. */
  async function cancel(): Promise<void> {
    stopped.current = true;
    const work = running.current;
    running.current = null;
    setState(IDLE);
    if (!work) return;
    await work.upload.cancel();
    await forget(work.id);
  }

  const cancelled = useRef(cancel);
  useEffect(() => {
    cancelled.current = cancel;
  });
  // Whoever leaves the page gives it up.
  useEffect(() => () => void cancelled.current(), []);

  return { state, notice, begin, resume, cancel };
}
