import { addDays, addMonths, formatDate, type IsoDate } from '@paperplane/shared/domain';
import { Lock, Notice } from '@paperplane/shared/ui';
import type { ReportName } from './definition';
import { BASIS_WORDS } from './report-words';

interface ClosedNoteProps {
  /** The last day of the closed books; null for none. */
  through: IsoDate | null;
  name: ReportName;
  /** The date that counts. */
  basis: string;
  /** What a row of the report is: "commission". */
  unit: string;
}

/** That figures of closed months change with their rows; null where they stand on booking days, and closed months keep theirs. */
function followWords({ name, basis, unit }: ClosedNoteProps): string | null {
  const isYear = name === 'agents_year';
  if (!isYear && (basis === 'received' || basis === 'paid')) return null;
  const date = isYear ? 'payment date' : (BASIS_WORDS[basis] ?? basis);
  return `Figures by ${date} follow their ${unit}s, also in closed months.`;
}

/** Through which day the books are closed, and what that means for the figures (docs/product/commissions.md, Closed books). */
export function ClosedNote(props: ClosedNoteProps) {
  const { through } = props;
  if (through === null) return null;
  return (
    <div className="report-note">
      <Notice>
        <b className="pp-strong">Books closed through {formatDate(through)}.</b> {followWords(props)}
      </Notice>
    </div>
  );
}

/** Beside the name of a month that lies wholly in closed books. @param month its first day */
export function ClosedMark({ month, through }: { month: IsoDate; through: IsoDate | null }) {
  if (through === null || addDays(addMonths(month, 1), -1) > through) return null;
  return (
    <span className="pp-muted report-closed">
      <Lock className="pp-i pp-i-14" />
      <span className="pp-sr">closed</span>
    </span>
  );
}
