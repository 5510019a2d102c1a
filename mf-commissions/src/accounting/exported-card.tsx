import { formatShortDate, today } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Card, CircleCheck, Download, IconButton, Spinner } from '@paperplane/shared/ui';
import { formatLabel } from './account-words';
import type { JournalExport } from './accounting-types';
import { monthText } from './months';

interface ExportedCardProps {
  exports: readonly JournalExport[];
  /** Only owners download. */
  isOwner: boolean;
  /** The one on its way. */
  loading: string | null;
  onDownload: (exported: JournalExport) => void;
}

/** What was exported, the newest first; downloaded again it is the same file. */
export function ExportedCard({ exports, isOwner, loading, onDownload }: ExportedCardProps) {
  const { timeZone } = useCurrentUser().organization;
  return (
    <Card title="Exported">
      {exports.length === 0 ? (
        <p className="pp-muted pp-sm">Nothing yet. Each month is exported once, one after the other.</p>
      ) : (
        <ul className="journal-exports">
          {exports.map((exported) => (
            <li key={exported.id}>
              <CircleCheck className="pp-i" />
              <span>
                <b className="pp-strong">{monthText(exported.month)}</b>
                <small>
                  {[
                    formatShortDate(exported.at, today(timeZone), timeZone),
                    exported.by,
                    formatLabel(exported.format),
                  ]
                    .filter((part) => part !== null)
                    .join(', ')}
                </small>
              </span>
              {isOwner && (
                <IconButton
                  size="sm"
                  label={`Download ${monthText(exported.month)} again`}
                  disabled={loading !== null}
                  onClick={() => onDownload(exported)}
                >
                  {loading === exported.id ? (
                    <Spinner size="sm" label="Downloading" />
                  ) : (
                    <Download className="pp-i" />
                  )}
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
