import { useState } from 'react';
import { LIMITS, plural, today } from '../../domain';
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
    const { page: _page, page_size: _size, ...args } = listArgs;
    setLoading(true);
    try {
      const { exportList } = await import(/* webpackChunkName: "late-export" */ './export-list');
      const fileName = `paperplane-${name.replace('export_', '')}-${today(timeZone)}`;
      const { count, truncated } = await exportList(dispatch, name, args, fileName);
      if (truncated) {
        const most = LIMITS.importRows.toLocaleString('en-US');
        toast.info(`The first ${most} rows were exported`, 'Filter the list to export the others.');
      } else toast.success(`${plural(count, 'row')} exported`);
    } catch (error) {
      toast.error('The list was not exported', error);
    } finally {
      setLoading(false);
    }
  }
  return { loading, onClick: () => void run() };
}
