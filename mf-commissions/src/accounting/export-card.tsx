import { displayMessage, fromCents, plural, toCents } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { useRequestKey } from '@paperplane/shared/records';
import {
  Button,
  Card,
  CircleCheck,
  Download,
  InlineBanner,
  Notice,
  SelectField,
} from '@paperplane/shared/ui';
import { useExportJournalMutation } from './accounting-api';
import { formatLabel } from './account-words';
import type { Journal, JournalFormat } from './accounting-types';
import { heldBack } from './export-reason';
import { FormatChoice } from './format-choice';
import { monthName, monthsBetween, monthText, nextMonth } from './months';

interface ExportCardProps {
  journal: Journal;
  format: JournalFormat;
  isOwner: boolean;
  onFormat: (format: JournalFormat) => void;
  onMonth: (month: string) => void;
  onSettings: () => void;
  /** The month was exported: its file can be had. */
  onExported: (exported: { id: string; month: string }) => void;
}

/** Debit less credit, which month, which program, and the way out. */
export function ExportCard(props: ExportCardProps) {
  const { journal, format, isOwner, onFormat, onMonth, onSettings, onExported } = props;
  const { month, firstMonth, thisMonth } = journal;
  const toast = useToast();
  const [leave, { isLoading, error }] = useExportJournalMutation();
  const { send, notice, renew } = useRequestKey();
  const difference = fromCents(toCents(journal.debit) - toCents(journal.credit));
  const held = journal.exported ? null : heldBack(journal, format);
  const first = month < firstMonth ? month : firstMonth;

  async function submit() {
    const act = {
      verb: `export and close ${monthText(month)}`,
      about: `${plural(journal.entries, 'entry', 'entries')}, ${formatLabel(format)}`,
    };
    try {
      const { id } = await send((requestKey) => leave({ month, format, requestKey, act }).unwrap());
      renew();
      toast.done(
        `${monthText(month)} is exported and closed`,
        `Later changes are entries of ${monthName(nextMonth(month))}.`,
      );
      onExported({ id, month });
    } catch {
      // It stands above the button.
    }
  }

  return (
    <Card
      label="Export"
      footer={
        isOwner &&
        !journal.exported && (
          <div className="pp-stack journal-leave">
            {held && (
              <p className="pp-hint" id="journal-held" role="status">
                {held.text}{' '}
                {held.settings && (
                  <button type="button" className="pp-link" onClick={onSettings}>
                    Settings
                  </button>
                )}
              </p>
            )}
            <Button
              block
              icon={<Download className="pp-i" />}
              loading={isLoading}
              disabled={held !== null}
              aria-describedby={held ? 'journal-held' : undefined}
              onClick={() => void submit()}
            >
              Export and close {monthName(month)}
            </Button>
          </div>
        )
      }
    >
      <p className="pp-muted pp-sm">Debit less credit</p>
      <p className="journal-balance">
        <CircleCheck className="pp-i" />
        {difference.toFixed(2)}
      </p>
      <div className="pp-stack">
        <SelectField
          label="Period"
          name="journalMonth"
          options={monthsBetween(first, thisMonth < month ? month : thisMonth).map((value) => ({
            value,
            label: monthText(value),
          }))}
          value={month}
          onChange={({ target }) => onMonth(target.value)}
        />
        <FormatChoice format={format} onChoose={onFormat} />
        {notice}
        {error && (
          <InlineBanner tone="danger" title="It was not exported">
            {displayMessage(error)}
          </InlineBanner>
        )}
        <Notice>
          {journal.exported
            ? `${monthText(month)} was exported. Its file is below.`
            : `Exporting closes ${monthName(month)}. Later changes are entries of ${monthName(nextMonth(month))}.`}
        </Notice>
      </div>
    </Card>
  );
}
