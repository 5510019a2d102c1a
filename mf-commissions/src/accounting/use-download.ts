import { useState } from 'react';
import { useAppDispatch, useToast } from '@paperplane/shared/platform';
import { monthText } from './months';

/** Downloads exported months; which one is on its way, and what starts it. */
export function useDownload() {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [loading, setLoading] = useState<string | null>(null);

  async function download(exported: { id: string; month: string }) {
    setLoading(exported.id);
    try {
      const { saveJournal } = await import(/* webpackChunkName: "lazy-journal" */ './save-journal');
      const name = await saveJournal(dispatch, exported.id, {
        verb: `download the journal of ${monthText(exported.month)}`,
      });
      if (name === null) toast.error('The journal is not there any more');
    } catch (error) {
      toast.error('The journal was not downloaded', error);
    } finally {
      setLoading(null);
    }
  }
  return { loading, download };
}
