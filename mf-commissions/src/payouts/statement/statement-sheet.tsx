import {
  displayName,
  formatDate,
  formatMoneyExact,
  formatPercent,
  formatShortDate,
  isSplitDivided,
  paymentMethodLabel,
  plural,
  splitText,
} from '@paperplane/shared/domain';
import { payoutNote } from '@paperplane/shared/words';
import { commonSplit } from '../batch/by-agent';
import { accountText, earns, exactMoney, lineWord, plainMoney, signedMoney } from '../parts/payout-words';
import { agencyLines } from '../files/agency-lines';
import { statementNotes } from '../files/statement-notes';
import type { PaidStatement } from '../payout-types';

interface StatementSheetProps {
  statement: PaidStatement;
  /** The reader is who was paid. */
  isOwn: boolean;
  timeZone: string;
}

/** The sheet: who was paid what for which commissions, as it was that day. Prints on A4 and Letter. */
export function StatementSheet({ statement, isOwn, timeZone }: StatementSheetProps) {
  const { agency, agent, payout, number, paidOn, lines, currency, carriedIn, carriedOut, amount } = statement;
  const commissions = lines.filter(earns);
  const adjustments = lines.filter((line) => !earns(line));
  const split = commonSplit(commissions);
  const year = paidOn.slice(0, 4);
  const askAt = agency.supportEmail ?? agency.email;
  const whom = isOwn ? 'you' : agent.firstName;
  return (
    <div className="statement-wrap">
      <article className="statement" aria-label="Statement">
        <header className="statement-head">
          <div className="org">
            <b>{agency.name}</b>
            {agencyLines(agency).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </div>
          <div className="doc">
            <h2>Payout statement</h2>
            {payout} · number <span className="payout-nw">{number}</span>
          </div>
        </header>
        <dl className="statement-meta">
          <div>
            <dt>Agent</dt>
            <dd>
              {displayName(agent)}
              {split !== null && <small>Share {formatPercent(split)} of commission</small>}
            </dd>
          </div>
          <div>
            <dt>Paid on</dt>
            <dd>{formatDate(paidOn)}</dd>
          </div>
          <div>
            <dt>Reference</dt>
            <dd>{statement.reference ?? '–'}</dd>
          </div>
          <div>
            <dt>Paid to</dt>
            <dd>
              {statement.account ? (
                <>
                  {accountText(statement.account, 'Bank account')}
                  <small>{paymentMethodLabel(statement.paymentMethod)}</small>
                </>
              ) : (
                paymentMethodLabel(statement.paymentMethod)
              )}
            </dd>
          </div>
        </dl>
        <table>
          <thead>
            <tr>
              <th scope="col">Booking</th>
              <th scope="col">Customer</th>
              <th scope="col">Vendor</th>
              <th scope="col">Received</th>
              <th scope="col" className="r">
                Commission
              </th>
              <th scope="col" className="r">
                {isOwn ? 'Your share' : 'Share'}
              </th>
            </tr>
          </thead>
          <tbody>
            {commissions.map((line, index) => (
              <tr key={index}>
                <td className="pp-ref payout-nw">{line.bookingReference ?? 'No reference'}</td>
                <td className="c2">{line.customer ?? '–'}</td>
                <td className="c3">
                  {line.vendor}
                  {line.part === 'share' && <small>{payoutNote(line)}</small>}
                  {isSplitDivided(line.splitParts) && (
                    <small>
                      {splitText(line.split ?? 0, line.splitParts, line.commission ?? 0, currency)}
                    </small>
                  )}
                  {line.funded === false && <small className="statement-open">not received yet</small>}
                </td>
                <td className="c4">{line.receivedOn && formatShortDate(line.receivedOn, paidOn)}</td>
                <td className="r c5">{plainMoney(line.commission)}</td>
                <td className="r amt">{plainMoney(line.amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <Sum
              label={plural(commissions.length, 'commission')}
              value={plainMoney(statement.commissionAmount)}
            />
            {adjustments.map(({ bookingReference, amount: adjusted, ...line }, index) => (
              <Sum
                key={index}
                label={
                  <>
                    {line.part !== 'override' && `${lineWord(line.kind)}: `}
                    {bookingReference && <span className="payout-nw">{bookingReference}, </span>}
                    {payoutNote(line)}
                  </>
                }
                value={signedMoney(adjusted)}
              />
            ))}
            {carriedIn < 0 && <Sum label="Carried over from payouts before" value={signedMoney(carriedIn)} />}
            {carriedOut < 0 && <Sum label="Carried on to the next payout" value={signedMoney(-carriedOut)} />}
            <tr className="total">
              <td className="sp" colSpan={2} />
              <td colSpan={3}>Paid</td>
              <td className="r">
                <span>{formatMoneyExact(amount, currency)}</span>
              </td>
            </tr>
          </tfoot>
        </table>
        <Notes statement={statement} />
        <dl className="statement-years">
          <div>
            <dt>
              Paid to {whom} in {year}
            </dt>
            <dd>{formatMoneyExact(statement.paidThisYear, currency)}</dd>
          </div>
          <div>
            <dt>
              Paid to {whom} in {Number(year) - 1}
            </dt>
            <dd>{formatMoneyExact(statement.paidLastYear, currency)}</dd>
          </div>
          <div>
            <dt>Carried over</dt>
            <dd>{exactMoney(carriedOut, currency)}</dd>
          </div>
        </dl>
        <footer className="statement-foot">
          <span>{askAt && `Questions? ${askAt}`}</span>
          <span>Frozen on {formatDate(statement.createdAt, timeZone)}</span>
        </footer>
      </article>
    </div>
  );
}

/** What stands beside the sum: that the payment came back, and which payments that came back it pays again. */
function Notes({ statement }: { statement: PaidStatement }) {
  const texts = statementNotes(statement);
  if (texts.length === 0) return null;
  return (
    <ul className="statement-notes" aria-label="Notes">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Sum({ label, value }: { label: React.ReactNode; value: string }) {
  return (
    <tr>
      <td className="sp" colSpan={2} />
      <td colSpan={3}>{label}</td>
      <td className="r amt">{value}</td>
    </tr>
  );
}
