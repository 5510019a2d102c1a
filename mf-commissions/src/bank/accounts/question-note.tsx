import { actName, formatDate } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Button, CircleQuestionMark } from '@paperplane/shared/ui';
import type { BankQuestion } from '../bank-types';
import { signedMoney } from '../parts/bank-words';

interface QuestionNoteProps {
  question: BankQuestion;
  currency: string;
  onAnswer: (answer: 'take' | 'keep') => void;
}

/** What it was, and what it is at the bank now. */
function changeOf({ amount, newAmount, bookedOn, newOn }: BankQuestion, currency: string) {
  const money: [string, string] | false = newAmount !== null &&
    newAmount !== amount && [signedMoney(amount, currency), signedMoney(newAmount, currency)];
  const day: [string, string] | false = newOn !== null &&
    newOn !== bookedOn && [formatDate(bookedOn), formatDate(newOn)];
  const changes = [money, day].filter((each) => each !== false);
  const side = (place: 0 | 1) => changes.map((change) => change[place]).join(', ');
  return { was: side(0), is: side(1) };
}

/** What the bank took back or changed: nothing follows it before somebody says so. */
export function QuestionNote({ question, currency, onAnswer }: QuestionNoteProps) {
  const { kind, transactionId, bookedOn, text, amount, isMatched } = question;
  const { was, is } = changeOf(question, currency);
  const isGone = kind === 'gone';
  const facts = {
    amount: isGone ? signedMoney(amount, currency) : undefined,
    who: `of ${text}`,
    days: bookedOn,
  };
  const [take, keep] = isGone ? ['Take out', 'Keep'] : [`Take ${is}`, `Keep ${was}`];
  return (
    <div className="acc-note" role="status">
      <CircleQuestionMark className="pp-i" />
      <span>
        <b>
          {isGone
            ? `The bank took back ${signedMoney(amount, currency)}`
            : `The bank changed ${was} to ${is}`}
        </b>
        {formatDate(bookedOn)} ·{' '}
        <Link className="pp-link" to={paths.bankTransaction.href(transactionId)}>
          {text}
        </Link>
        {isMatched && ' · It is matched: undo its match to follow the bank.'}
      </span>
      <span className="ways">
        {!isMatched && (
          <Button
            variant="outline"
            size="sm"
            aria-label={actName(take, facts)}
            onClick={() => onAnswer('take')}
          >
            {take}
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-label={actName(keep, facts)} onClick={() => onAnswer('keep')}>
          {keep}
        </Button>
      </span>
    </div>
  );
}
