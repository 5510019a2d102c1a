import { formatDate, formatDateRange, fromDatabase, toCsv, type IsoDate } from '@paperplane/shared/domain';
import { agingFile } from '../aging/aging-file';
import { slugOf, valuesOf, type Definition } from '../definition';
import { reportFile } from '../export/report-table-file';
import type { FileValue } from '../export/workbook';
import type { FileTable } from '../export/use-file-export';
import type { AgingAnswer, Report } from '../report';
import { REPORT_KINDS } from '../report-kinds';
import { describe } from '../report-words';

/** What a report by mail is written from (compose_mail). */
export interface ReportContent {
  /** Of the saved report. */
  name: string;
  definition: Definition;
  /** What `run_report` told its recipient. */
  answer: unknown;
  today: IsoDate;
}

/** A mail with its file. */
export interface Written {
  subject: string;
  body: string;
  attachmentName: string;
  attachment: string;
}

const AGING_TITLE = 'Owed by vendors';

/** The table that the screen exports, and what it is of. */
function tableOf({ definition, answer }: ReportContent): { about: string; when: string; table: FileTable } {
  const renamed = fromDatabase(answer);
  if (definition.report === 'aging') {
    const { today, vendors } = renamed as AgingAnswer;
    return {
      about: `${AGING_TITLE}, by age`,
      when: formatDate(today),
      table: agingFile({
        vendors: vendors.map(({ vendor, agentsPaid, ...row }) => ({
          ...row,
          name: vendor.name,
          agentsPaid: agentsPaid.amount,
        })),
      }),
    };
  }
  const report = renamed as Report;
  const kind = REPORT_KINDS[definition.report as keyof typeof REPORT_KINDS];
  return {
    about: describe(definition, kind.title),
    when: formatDateRange(report.range.first, report.range.last),
    table: reportFile(report, kind, definition.group ?? kind.groups[0] ?? ''),
  };
}

/** The address of a report, below that of the app. */
function pathOf(definition: Definition): string {
  const given = Object.entries(valuesOf(definition)).filter((entry): entry is [string, string] => !!entry[1]);
  const query = new URLSearchParams(given).toString();
  return `/reports/${slugOf(definition.report)}${query ? `?${query}` : ''}`;
}

/**
 * A report by mail: the table as the screen exports it, and the way to it.
 * @param site the address of the app, where it is known
 */
export async function mailedReport(content: ReportContent, site: string | undefined): Promise<Written> {
  const { about, when, table } = tableOf(content);
  const rows: FileValue[][] = [];
  await table.rows((some) => Promise.resolve(void rows.push(...some)));
  return {
    subject: `${content.name}, ${formatDate(content.today)}`,
    body: [
      `${about}.\n${when}`,
      `The table is attached. ${site ? `The report in Paperplane:\n${site}${pathOf(content.definition)}` : 'The report is in Paperplane, under Reports.'}`,
      `You get this because somebody of your agency put you on its list. To get it no more, press “Stop sending it to me” ${site ? `here:\n${site}/reports` : 'on the Reports page.'}`,
    ].join('\n\n'),
    attachmentName: `paperplane-${table.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${content.today}.csv`,
    attachment: toCsv(
      table.columns.map(({ label }) => label),
      rows,
    ),
  };
}
