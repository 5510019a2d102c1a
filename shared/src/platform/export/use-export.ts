import { useState } from 'react';
import { useCurrentUser } from '../auth/use-auth';
import { useAppDispatch } from '../hooks';
import { useToast } from '../toast/use-toast';
import type { ExportName } from './export-list';

/**
 * What a list's export button needs: the list leaves as it is filtered and sorted. The code comes with the first press.
 * @param listArgs what the list asks its function for; page and page size do not matter
 */
export function useExport(
  name: ExportName,
  listArgs: { page?: unknown; page_size?: unknown },
): { loading: boolean; onClick: () => void } {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const { timeZone } = useCurrentUser().organization;
  const [loading, setLoading] = useState(false);

  async function run() {
    setLoading(true);
    try {
      const { exportList } = await import(/* webpackChunkName: "lazy-export" */ './export-list');
      await exportList(dispatch, name, listArgs, { toast, timeZone });
    } catch (error) {
      toast.error('The list was not exported', error);
    } finally {
      setLoading(false);
    }
  }
  return { loading, onClick: () => void run() };
}
