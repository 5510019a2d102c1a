import { bankDaysNextTo, formatWeekday, type BankKind, type IsoDate } from '@paperplane/shared/domain';
import { Button } from '@paperplane/shared/ui';

interface BankDayChoiceProps {
  kinds: readonly BankKind[];
  /** A day to come. */
  day: IsoDate;
  today: IsoDate;
  onChoose: (day: IsoDate) => void;
}

/** The bank days before and after a day to come on which no money moves; nothing for a bank day. */
export function BankDayChoice({ kinds, day, today, onChoose }: BankDayChoiceProps) {
  const next = bankDaysNextTo(kinds, day);
  if (!next) return null;
  return (
    <div className="payout-bank-days" role="group" aria-label="Bank days next to it">
      {[next.before, next.after]
        .filter((each) => each >= today)
        .map((each) => (
          <Button key={each} variant="outline" size="sm" onClick={() => onChoose(each)}>
            {formatWeekday(each)}
          </Button>
        ))}
    </div>
  );
}
