import {
  displayName,
  formatMoneyExact,
  formatPercent,
  readMoney,
  type MoneyReading,
  partsOf,
} from '@paperplane/shared/domain';
import { useFieldArray, useWatch } from '@paperplane/shared/forms';
import { useCurrentUser } from '@paperplane/shared/platform';
import {
  Button,
  Check,
  FormSection,
  IconButton,
  PercentField,
  SelectField,
  UserPlus,
  X,
} from '@paperplane/shared/ui';
import type { SaleAgent } from '../sale';
import { useGetAgentOptionsQuery } from '../sale-form-api';
import { centsOfPercent } from './parts-of';
import { MOST_CO_SELLERS, type ShareRow } from './sale-values';
import type { SaleEditor } from './use-sale-editor';
import './shares.css';

/** What a share begins with. */
export const NEW_SHARE: ShareRow = { userId: '', role: 'co_seller', percent: '' };

const ROLES = [
  { value: 'co_seller', label: 'Co-seller' },
  { value: 'referral', label: 'Referral' },
];

interface SharesSectionProps {
  editor: SaleEditor;
  money: MoneyReading;
  /** Who has the sale now; a new sale belongs to whoever records it. */
  seller: Pick<SaleAgent, 'id' | 'firstName' | 'lastName'> | null;
}

/** Who sold it beside the seller, and how much of it is theirs; the seller has the rest. */
export default function SharesSection({ editor, money, seller }: SharesSectionProps) {
  const { form, field } = editor;
  const { control, formState } = form;
  const me = useCurrentUser();
  const { data: colleagues = [] } = useGetAgentOptionsQuery();
  const { fields, append, remove } = useFieldArray({ control, name: 'coSellers' });
  const [rows, commission, agentId] = useWatch({
    control,
    name: ['coSellers', 'commissionAmount', 'agentId'],
  });
  const holder = colleagues.find(({ id }) => id === agentId) ?? seller ?? me;
  const read = readMoney(commission, money);
  const amount = read.ok ? read.value : null;
  const hundredths = rows.map(({ percent }) => centsOfPercent(percent));
  const rest = 10_000 - hundredths.reduce((sum, part) => sum + part, 0);
  const isWhole = rest > 0 && hundredths.every((part) => part > 0);
  const parts = amount !== null && isWhole ? partsOf(amount, [rest, ...hundredths]) : null;
  const inMoney = (place: number) => {
    const part = parts?.[place];
    return part === undefined ? undefined : `${formatMoneyExact(part, money.currency)} of the commission`;
  };
  const { coSellers: problem } = formState.errors;

  return (
    <FormSection
      title="Shares"
      hint="Who sold it. Each one’s own split applies to each one’s part, and each sees only the own share."
    >
      <div>
        <ul className="sale-shares" aria-label="Shares">
          <li className="sale-share">
            <span className="pp-strong">{displayName(holder)}</span>
            <span className="pp-muted">Seller</span>
            <span>
              <span className="pp-strong pp-num">{formatPercent(Math.max(rest, 0) / 100)}</span>
              {inMoney(0) && <small className="pp-hint">{inMoney(0)}</small>}
            </span>
          </li>
          {fields.map((row, index) => {
            const person = rows[index]?.userId;
            const others = rows.filter((_row, place) => place !== index).map(({ userId }) => userId);
            const options = colleagues
              .filter(({ id }) => id === person || (id !== agentId && !others.includes(id)))
              .map((colleague) => ({ value: colleague.id, label: displayName(colleague) }));
            // Somebody who left the agency keeps a share, and stays choosable for it.
            if (person && !options.some(({ value }) => value === person))
              options.unshift({ value: person, label: 'Somebody who left' });
            return (
              <li className="sale-share" key={row.id}>
                <SelectField
                  label={`Agent ${index + 2}`}
                  placeholder="Choose an agent"
                  options={options}
                  {...field(`coSellers.${index}.userId`)}
                />
                <SelectField label="Role" options={ROLES} {...field(`coSellers.${index}.role`)} />
                <PercentField
                  label="Part"
                  hint={inMoney(index + 1)}
                  {...field(`coSellers.${index}.percent`)}
                />
                <IconButton label={`Remove agent ${index + 2}`} size="sm" onClick={() => remove(index)}>
                  <X className="pp-i" />
                </IconButton>
              </li>
            );
          })}
        </ul>
        <p className="pp-between">
          {fields.length < MOST_CO_SELLERS ? (
            <Button
              variant="ghost"
              size="sm"
              icon={<UserPlus className="pp-i" />}
              onClick={() => append(NEW_SHARE)}
            >
              Add agent
            </Button>
          ) : (
            <span />
          )}
          <span role="status" className={isWhole ? 'sale-shares-whole' : 'pp-muted'}>
            {isWhole ? (
              <>
                <Check className="pp-i" /> 100%
                {amount !== null && ` of ${formatMoneyExact(amount, money.currency)}`}
              </>
            ) : rest > 0 ? (
              'Enter each part'
            ) : (
              `${formatPercent((10_000 - rest) / 100)} given away: leave the seller more than 0`
            )}
          </span>
        </p>
        {(problem?.message ?? problem?.root?.message) && (
          <p className="pp-error" role="alert">
            {problem?.message ?? problem?.root?.message}
          </p>
        )}
      </div>
    </FormSection>
  );
}
