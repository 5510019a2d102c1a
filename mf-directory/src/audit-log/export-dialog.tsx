import { isIsoDate, LIMITS, plural, toCsv, today } from '@paperplane/shared/domain';
import { saveFile, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Button, DateField, Dialog, Download, Notice } from '@paperplane/shared/ui';
import { useState } from 'react';
import { takeExport, useExportAuditLogMutation } from './audit-log-api';
import { toFilters, type AuditLogQuery } from './audit-log-list';
import { entryRow, HEAD } from './entry-row';

/** The log as a table, with the filters of the page and the days that are said here. It is an entry of its own. */
export function ExportDialog({
  query,
  count,
  onClose,
}: {
  query: AuditLogQuery;
  /** "214 entries": what the page counts now. */
  count: string | null;
  onClose: () => void;
}) {
  const { currency, dateOrder, timeZone } = useCurrentUser().organization;
  const [days, setDays] = useState({ start: query.start ?? '', end: query.end ?? '' });
  const [exportLog, { isLoading }] = useExportAuditLogMutation();
  const toast = useToast();
  const isWrong = [days.start, days.end].some((day) => day !== '' && !isIsoDate(day));

  async function run() {
    const asked = await exportLog({
      ...toFilters(query),
      startDate: days.start || null,
      endDate: days.end || null,
    });
    const told = asked.data === undefined ? undefined : takeExport(asked.data);
    if (!told) {
      toast.error('The log was not exported', asked.error);
      return;
    }
    const rows = told.rows.map((entry) => entryRow(entry, currency));
    saveFile(`paperplane-audit-log-${today(timeZone)}.csv`, 'text/csv;charset=utf-8', toCsv(HEAD, rows));
    if (told.truncated)
      toast.info(
        `The latest ${LIMITS.importRows.toLocaleString('en-US')} entries were exported`,
        'Choose fewer days to export the others.',
      );
    else toast.success(`${plural(rows.length, 'entry', 'entries')} exported`);
    onClose();
  }

  return (
    <Dialog
      title={count ? `Export ${count}` : 'Export entries'}
      onCloseRequest={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            icon={<Download className="pp-i" />}
            loading={isLoading}
            disabled={isWrong}
            onClick={() => void run()}
          >
            Export CSV
          </Button>
        </>
      }
    >
      <div className="audit-days">
        {(['start', 'end'] as const).map((end) => (
          <DateField
            key={end}
            label={end === 'start' ? 'From' : 'To'}
            name={end}
            order={dateOrder}
            value={days[end]}
            onChange={(event) => setDays({ ...days, [end]: event.target.value })}
          />
        ))}
      </div>
      <Notice kind="info">With the filters of the page. It is an entry of its own.</Notice>
    </Dialog>
  );
}
