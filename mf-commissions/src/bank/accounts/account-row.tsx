import { cx, FileText, Landmark, TriangleAlert, Unlink } from '@paperplane/shared/ui';
import { formatShortDate, today } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import type { AccountOnPage, BankConnection, BankQuestion } from '../bank-types';
import { accountText, signedMoney } from '../parts/bank-words';
import { AccountActions, type AccountDeeds } from './account-actions';
import { Coverage } from './coverage';
import { QuestionNote } from './question-note';
import { SourcePill } from './source-pill';
import { attentionText, sourceLine, sourceOf, type Clock } from './source-words';

interface AccountRowProps {
  account: AccountOnPage;
  questions: readonly BankQuestion[];
  /** The days of the bars. */
  range: { from: string; to: string };
  clock: Clock;
  deeds: AccountDeeds;
  onAnswer: (question: BankQuestion, answer: 'take' | 'keep') => void;
}

const TILES = { file: FileText, disconnected: Unlink } as const;

/** One account: where it comes from, which days are here, what stood on it, and what can be done. */
export function AccountRow({ account, questions, range, clock, deeds, onAnswer }: AccountRowProps) {
  const source = sourceOf(account);
  const Tile = source in TILES ? TILES[source as keyof typeof TILES] : Landmark;
  const { id, name, lastFour, institution, kind, balance, balanceOn, currency, connection } = account;
  const now = today(clock.timeZone, clock.now);
  return (
    <li className={cx('acc-row', source === 'disconnected' && 'off')}>
      <span className="pp-tile" aria-hidden="true">
        <Tile className="pp-i" />
      </span>
      <span className="nm">
        <Link className="pp-tlink" to={`${paths.bank.href()}?view=all&accountId=${id}`}>
          {lastFour ? (
            <>
              {name} <span className="bank-nw">••{lastFour}</span>
            </>
          ) : (
            name
          )}
        </Link>
        <small>{[institution, kind].filter(Boolean).join(' · ')}</small>
      </span>
      <span className="st">
        <SourcePill source={source} />
        <small>{sourceLine(account, clock)}</small>
      </span>
      <Coverage account={account} range={range} />
      <span className="bl">
        {balance !== null && (
          <>
            <b className={cx('pp-num', balance < 0 && 'neg')}>{signedMoney(balance, currency)}</b>
            <small>{balanceOn && `on ${formatShortDate(balanceOn, now)}`}</small>
          </>
        )}
      </span>
      <AccountActions account={account} name={accountText(account)} deeds={deeds} />
      {source === 'needs_attention' && connection && (
        <ProviderWords connection={connection} missingSince={account.gaps.at(-1)?.from ?? null} />
      )}
      {questions.map((question) => (
        <QuestionNote
          key={question.id}
          {...{ question, currency }}
          onAnswer={(answer) => onAnswer(question, answer)}
        />
      ))}
    </li>
  );
}

/** What the provider said, as it said it, and what to do. */
function ProviderWords({
  connection,
  missingSince,
}: {
  connection: BankConnection;
  missingSince: string | null;
}) {
  return (
    <div className="acc-note" role="status">
      <TriangleAlert className="pp-i" />
      <span>
        {connection.words && <b>“{connection.words}”</b>}
        {connection.words && 'The provider’s words. '}
        {attentionText(connection, missingSince)}
      </span>
    </div>
  );
}
