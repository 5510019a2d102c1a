import { isAppError, today } from '@paperplane/shared/domain';
import { useAppDispatch, useCurrentUser, useToast, useUnsavedChanges } from '@paperplane/shared/platform';
import { useEffect, useRef, useState } from 'react';
import { takeoutApi } from './takeout-api';

/** How far an archive is. */
export interface Download {
  done: number;
  total: number;
  /** What hinders it: it goes on when somebody says so. */
  stalled: unknown;
}

/** So often something is asked for again by itself, each time after a longer pause. */
const TRIES = 4;
const PAUSE_MS = 1000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Downloads the export of an agency into one archive; a lost line ends nothing. */
export function useDownload(exportId: string) {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const { organization } = useCurrentUser();
  const [download, setDownload] = useState<Download | null>(null);
  const aborting = useRef<AbortController>(null);
  const goOn = useRef<(() => void) | null>(null);
  useUnsavedChanges(download !== null);
  useEffect(() => () => aborting.current?.abort(), []);

  async function start() {
    const controller = new AbortController();
    const { signal } = controller;
    aborting.current = controller;
    const fileName = `paperplane-${today(organization.timeZone)}.zip`;
    let tries = 0;
    try {
      const { archiveSize, chooseTarget, saveArchive } = await import(
        /* webpackChunkName: "lazy-takeout" */ './save-archive'
      );
      const target = await chooseTarget(fileName);
      const opened = await dispatch(
        takeoutApi.endpoints.openAgencyExport.initiate(exportId, { track: false }),
      ).unwrap();
      const total = archiveSize(opened);
      setDownload({ done: 0, total, stalled: null });
      await saveArchive(
        dispatch,
        { ...opened, id: exportId },
        { target, fileName, signal },
        {
          onBytes: (done) => {
            tries = 0;
            setDownload({ done, total, stalled: null });
          },
          onStall: async (error) => {
            signal.throwIfAborted();
            if (isGone(error)) throw error;
            tries += 1;
            if (tries < TRIES) return void (await pause(PAUSE_MS * 3 ** tries));
            setDownload((before) => before && { ...before, stalled: error });
            await new Promise<void>((resolve) => {
              goOn.current = resolve;
              signal.addEventListener('abort', () => resolve(), { once: true });
            });
            signal.throwIfAborted();
            tries = 0;
            setDownload((before) => before && { ...before, stalled: null });
          },
        },
      );
      toast.success(`${fileName} saved`);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast.error('The archive was not saved', error);
    } finally {
      setDownload(null);
    }
  }

  return {
    download,
    start: () => void start(),
    resume: () => goOn.current?.(),
    stop: () => aborting.current?.abort(),
  };
}

/** The export was removed, or its reader is no owner any more: asking again helps nobody. */
const isGone = (error: unknown): boolean =>
  isAppError(error) && (error.status === 403 || error.refusal?.code === 'agency_export_not_found');
