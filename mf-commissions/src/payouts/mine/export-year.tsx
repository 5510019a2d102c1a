import { today } from '@paperplane/shared/domain';
import { useAppDispatch, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Download, Menu, Spinner } from '@paperplane/shared/ui';
import { useState } from 'react';

/** What one was paid in this year or the last one, as a table. The code comes with the choice. */
export function ExportYear() {
  const { id, organization } = useCurrentUser();
  const { timeZone, currency } = organization;
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const now = Number(today(timeZone).slice(0, 4));

  async function save(year: number) {
    setBusy(true);
    try {
      const { exportYear } = await import(/* webpackChunkName: "lazy-year" */ './year-file');
      const file = await exportYear(dispatch, { agentId: id, year, currency });
      if (file) toast.success(`${file} saved`);
      else toast.info(`Nothing was paid to you in ${year}`);
    } catch (error) {
      toast.error('Your payouts were not exported', error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Menu
      label="Export"
      button={
        <>
          {busy ? <Spinner size="sm" label="Exporting" /> : <Download className="pp-i" />}
          <span>Export</span>
        </>
      }
      buttonClassName="pp-btn pp-btn-outline"
      items={[now, now - 1].map((year) => ({
        key: String(year),
        label: year === now ? `${year} so far` : String(year),
        onSelect: () => void save(year),
      }))}
    />
  );
}
