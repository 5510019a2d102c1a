import { formatDate } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Button, CircleQuestionMark } from '@paperplane/shared/ui';
import type { BankQuestion } from '../bank-types';
import { signedMoney } from '../parts/bank-words';

interface QuestionNoteProps {
  question: BankQuestion;
  currency: string;
  onAnswer: (answer: 'take' | 'keep') => void;
}

/** What the bank took back or changed: nothing follows it before somebody says so. */
export function QuestionNote({ question, currency, onAnswer }: QuestionNoteProps) {
  const { kind, transactionId, bookedOn, text, amount, newAmount, isMatched } = question;
  const was = signedMoney(amount, currency);
  const is = newAmount === null ? '' : signedMoney(newAmount, currency);
  const [take, keep] = kind === 'gone' ? ['Take out', 'Keep'] : [`Take ${is}`, `Keep ${was}`];
  return (
    <div className="acc-note" role="status">
      <CircleQuestionMark className="pp-i" />
      <span>
        <b>{kind === 'gone' ? `The bank took back ${was}` : `The bank changed ${was} to ${is}`}</b>
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
            aria-label={`${take}: ${text}`}
            onClick={() => onAnswer('take')}
          >
            {take}
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-label={`${keep}: ${text}`} onClick={() => onAnswer('keep')}>
          {keep}
        </Button>
      </span>
    </div>
  );
}
