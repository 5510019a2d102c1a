import { plural } from '@paperplane/shared/domain';
import { saveFile, useAppDispatch, useToast } from '@paperplane/shared/platform';
import { ExportButton } from '@paperplane/shared/ui';
import { useState } from 'react';
import { taxApi } from '../tax-api';
import type { CreditNoteRow } from '../tax-types';

/** As many as the database tells at once. */
const AT_ONCE = 500;

/** Saves all credit notes of a year as a table. */
export function ExportNotes({ year }: { year: number }) {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const rows: CreditNoteRow[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const asked = taxApi.endpoints.listCreditNotes.initiate(
          { year, page, pageSize: AT_ONCE },
          { subscribe: false, forceRefetch: true },
        );
        const answer = await dispatch(asked).unwrap();
        rows.push(...answer.rows);
        pages = answer.totalPages;
      }
      if (rows.length === 0) {
        toast.info(`No credit notes in ${year}`);
        return;
      }
      const { notesCsv } = await import(/* webpackChunkName: "lazy-notes-csv" */ './notes-columns');
      const name = `paperplane-credit-notes-${year}.csv`;
      saveFile(name, 'text/csv;charset=utf-8', notesCsv(rows));
      toast.success(`${name} saved, ${plural(rows.length, 'note')}`);
    } catch (error) {
      toast.error('The credit notes were not exported', error);
    } finally {
      setBusy(false);
    }
  }

  return <ExportButton loading={busy} onClick={() => void save()} />;
}
