import { formatDate, formatMoneyExact, plural } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { ChevronDown, ChevronsUpDown, cx, Landmark } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { BankRecord, Reason } from '../bank-types';
import { BankText } from '../parts/bank-text';
import { reasonText } from '../parts/bank-reasons';
import { accountText, categoryText, signedMoney } from '../parts/bank-words';
import { Unbroken } from '../parts/unbroken';
import { StatementBox } from './statement-box';
import type { WorkbenchActions } from './use-workbench-actions';

interface DepositPaneProps {
  record: BankRecord;
  actions: WorkbenchActions;
  onVendor: () => void;
  /** Undefined for what is settled. */
  onSetAside: (() => void) | undefined;
  /** A statement is there, and with it another suggestion. */
  onStatement: () => void;
}

/** The transaction as the bank wrote it, why something is suggested, whose it is, and the vendor's statement. */
export function DepositPane({ record, actions, onVendor, onSetAside, onStatement }: DepositPaneProps) {
  const { transaction, suggestions } = record;
  const { currency } = useCurrentUser().organization;
  const { vendor, status, category } = transaction;
  return (
    <section className="wb-dep" aria-label="Transaction">
      <div>
        <div className="wb-pane-h">
          <Landmark className="pp-i" />
          {accountText(transaction.account)}
          <span className="end">{formatDate(transaction.bookedOn)}</span>
        </div>
        <b className="wb-amount">{signedMoney(transaction.amount, currency)}</b>
      </div>
      <p className="bank-text wb-text">
        <BankText text={transaction.text} marks={transaction.marks} />
      </p>
      {suggestions[0] && status !== 'set_aside' && (
        <Reasons reasons={suggestions[0].reasons} currency={currency} />
      )}
      <dl className="wb-kv">
        <div>
          <dt>Vendor</dt>
          <dd>
            <button
              type="button"
              onClick={onVendor}
              aria-label={`Vendor: ${vendor?.name ?? 'not known'}. Change`}
            >
              <span className={cx('pp-trunc', !vendor && 'pp-muted')}>{vendor?.name ?? 'Not known'}</span>
              <ChevronsUpDown className="pp-i pp-i-14" />
            </button>
          </dd>
        </div>
        <div>
          <dt>Category</dt>
          <dd>
            {onSetAside ? (
              <button
                type="button"
                onClick={onSetAside}
                aria-label={`Category: ${categoryText(category)}. Change`}
              >
                <span className={cx(!category && 'pp-muted')}>{categoryText(category)}</span>
                <ChevronsUpDown className="pp-i pp-i-14" />
              </button>
            ) : (
              categoryText(category)
            )}
          </dd>
        </div>
        {transaction.counterparty && <Fact name="Payer" value={transaction.counterparty} />}
        {transaction.reference && <Fact name="Reference" value={transaction.reference} />}
        {transaction.bankId && <Fact name="Bank id" value={transaction.bankId} />}
      </dl>
      {transaction.amount > 0 && status !== 'set_aside' && (
        <StatementBox record={record} actions={actions} onSaved={onStatement} />
      )}
    </section>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="pp-num pp-trunc" title={value}>
      {value}
    </dd>
  </div>
);

/** The heaviest weight a reason has. */
const MOST = 3;

function Reasons({ reasons, currency }: { reasons: readonly Reason[]; currency: string }) {
  const [isOpen, setOpen] = useState(false);
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const sorted = [...reasons].sort((a, b) => b.weight - a.weight);
  const against = reasons.filter(({ weight }) => weight < 0).length;
  return (
    <div className={cx(isOpen && 'is-open')}>
      <h2 className="only-d">Why this suggestion</h2>
      <button
        type="button"
        className="only-m wb-fold"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {plural(reasons.length - against, 'reason')} for it{against > 0 && `, ${against} against`}
        <ChevronDown className="pp-i pp-i-14" />
      </button>
      <ul className="wb-why">
        {sorted.map((reason) => {
          const { code, text, weight } = reason;
          const share = Math.min(100, Math.round((Math.abs(weight) / MOST) * 100));
          return (
            <li key={`${code} ${text}`} className={cx(weight < 0 && 'against')}>
              <span>
                <Unbroken>{reasonText(reason, money)}</Unbroken>
              </span>
              <i
                style={{ '--w': share } as React.CSSProperties}
                role="img"
                aria-label={`${weight < 0 ? 'against, ' : ''}weight ${share} of 100`}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
