import { formatCents, plural, toCents, today as todayIn } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Button, Plus, Scale, StatusGlyph } from '@paperplane/shared/ui';
import type { BankRecord } from '../bank-types';
import { AllocationLines } from './allocation-lines';
import { BalanceBar } from './balance-bar';
import { addFee, centsInput, leaveRest, type Balance } from './draft';
import type { Workbench } from './use-workbench';

interface AllocationPaneProps {
  record: BankRecord;
  workbench: Workbench;
  balance: Balance;
  currency: string;
}

/** How a transaction is split up; what is left always stands above it. */
export function AllocationPane({ record, workbench, balance, currency }: AllocationPaneProps) {
  const { transaction } = record;
  const { organization } = useCurrentUser();
  const { draft, change } = workbench;
  const total = Math.abs(toCents(transaction.amount));
  const money = (cents: number) => formatCents(cents, currency);
  const isEven = balance.left === 0;
  const count = plural(draft.parts.length, 'commission');
  return (
    <section className="wb-alloc" aria-label="Allocation">
      <div className="wb-bal">
        <div className="wb-bal-top">
          <div>
            <div className="wb-pane-h">
              <Scale className="pp-i" />
              Allocation
            </div>
            <p>
              <b>{count}</b>
              <span className="only-d">
                , {isEven ? '' : `${money(total - balance.left)} of `}
                {money(total)} placed
              </span>
            </p>
          </div>
          <output className="wb-left" aria-live="polite">
            <span className="k">
              {isEven ? 'Balanced' : balance.left > 0 ? 'Left to place' : 'Too much placed'}
            </span>
            <b>
              {isEven && <StatusGlyph status="paid" />}
              {centsInput(Math.abs(balance.left))}
            </b>
          </output>
        </div>
        <BalanceBar
          draft={draft}
          balance={balance}
          label={
            isEven
              ? 'All of it is placed'
              : `${money(Math.abs(balance.left))} ${balance.left > 0 ? 'is not placed' : 'too much is placed'}`
          }
        />
      </div>
      <AllocationLines
        {...{ record, workbench }}
        money={organization}
        today={todayIn(organization.timeZone)}
      />
      <div className="wb-adds">
        {draft.fee === null && (
          <Button
            variant="ghost"
            size="sm"
            icon={<Plus className="pp-i pp-i-14" />}
            iconAfter={<Key>F</Key>}
            onClick={() => change((before) => addFee(before, record))}
          >
            Fee
          </Button>
        )}
        {balance.left > 0 && (
          <Button
            variant="ghost"
            size="sm"
            icon={<Plus className="pp-i pp-i-14" />}
            iconAfter={<Key>U</Key>}
            onClick={() => change((before) => leaveRest(before, transaction.amount))}
          >
            Leave the rest unclaimed
          </Button>
        )}
      </div>
      <Equation {...{ balance, total, count, money }} isDeposit={transaction.amount > 0} />
    </section>
  );
}

const Key = ({ children }: { children: string }) => (
  <kbd className="pp-kbd only-d" aria-hidden="true">
    {children}
  </kbd>
);

interface EquationProps {
  balance: Balance;
  total: number;
  count: string;
  money: (cents: number) => string;
  isDeposit: boolean;
}

/** The parts, and what they make. */
function Equation({
  balance: { placed, unclaimed, fee, left },
  total,
  count,
  money,
  isDeposit,
}: EquationProps) {
  return (
    <dl className="wb-eqn">
      <Term label={count} value={centsInput(placed)} />
      <Term sign="+" label="Unclaimed" value={centsInput(unclaimed)} />
      <Term sign={isDeposit ? '−' : '+'} label="Fees" value={centsInput(fee)} />
      {left !== 0 && (
        <Term
          sign={left > 0 ? '+' : '−'}
          label={left > 0 ? 'Left' : 'Too much'}
          value={centsInput(Math.abs(left))}
          className="lft"
        />
      )}
      <Term sign="=" label={isDeposit ? 'Deposit' : 'Money out'} value={money(total)} className="tot" />
    </dl>
  );
}

interface TermProps {
  sign?: string;
  label: string;
  value: string;
  className?: string;
}

function Term({ sign, label, value, className }: TermProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd data-sign={sign}>{value}</dd>
    </div>
  );
}
