import {
  displayMessage,
  formatMoneyExact,
  formatPercent,
  isIsoDate,
  isSplitDivided,
  moneyInput,
  moneyProblem,
  readMoney,
  splitText,
} from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import {
  Card,
  DateField,
  InlineError,
  MoneyField,
  SelectField,
  useDebouncedValue,
} from '@paperplane/shared/ui';
import { useId, useState } from 'react';
import { useTryTermsQuery, type Tried } from './again-api';
import type { Agreement, Terms } from './terms-api';
import { SPLIT_CATEGORIES } from './terms-words';
import { VendorField } from './vendor-field';
import type { ChosenVendor } from './version-schema';

const CATEGORY_OPTIONS = [
  { value: '', label: 'No lines' },
  ...Object.entries(SPLIT_CATEGORIES).map(([value, label]) => ({ value, label })),
];
const RULES = [
  ['vendor', 'Vendor'],
  ['category', 'Category'],
  ['tier', 'Tier'],
  ['default', 'Default'],
] as const;

interface TryCardProps {
  agreement: Agreement;
  now: Terms;
}

/** Which split a sale would have and why: the database's own rules, asked of a sale that nobody recorded. */
export function TryCard({ agreement, now }: TryCardProps) {
  const { organization } = useCurrentUser();
  const { currency } = organization;
  const [vendor, setVendor] = useState<ChosenVendor | null>(null);
  const [category, setCategory] = useState('');
  const [day, setDay] = useState<string>(agreement.today);
  const [commission, setCommission] = useState(moneyInput(1000));
  const [total, setTotal] = useState('');
  const id = useId();
  const countsTotal = now.tiers?.basis === 'sales_booked';
  const typed = useDebouncedValue(commission);
  const typedTotal = useDebouncedValue(total);
  const amount = readMoney(typed, organization);
  const sold = readMoney(countsTotal ? typedTotal : '', organization);
  const isAsked = isIsoDate(day) && amount.ok && sold.ok;
  const query = useTryTermsQuery(
    {
      memberId: agreement.member.id,
      day,
      vendorId: vendor?.id ?? null,
      category: category || null,
      commission: amount.ok ? amount.value : null,
      total: sold.ok ? sold.value : null,
    },
    { skip: !isAsked },
  );
  const tried = isAsked ? query.data : undefined;
  const problem = (read: typeof amount) =>
    read.ok ? undefined : moneyProblem(read.problem, currency, organization.notation);
  return (
    <Card title="Which one applies">
      <ol className="terms-order" aria-label="Which one applies">
        {RULES.map(([rule, label]) => (
          <Rule key={rule} label={label} split={tried?.[rule] ?? null} wins={tried?.by === rule} />
        ))}
      </ol>
      <div className="terms-try" role="group" aria-labelledby={id}>
        <h3 id={id}>Try a sale</h3>
        <VendorField
          name="tryVendor"
          selected={vendor}
          onSelect={setVendor}
          onBlur={() => undefined}
          error={undefined}
        />
        <SelectField
          label="Category"
          name="tryCategory"
          options={CATEGORY_OPTIONS}
          value={category}
          onChange={(event) => setCategory(event.target.value)}
        />
        <DateField
          label="Sale date"
          name="tryDay"
          order={organization.dateOrder}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        {countsTotal && (
          <MoneyField
            label="Sale total"
            name="tryTotal"
            hint="What the tiers count."
            optional
            money={organization}
            value={total}
            onChange={(event) => setTotal(event.target.value)}
            error={problem(sold)}
          />
        )}
        <MoneyField
          label="Commission"
          name="tryCommission"
          money={organization}
          value={commission}
          onChange={(event) => setCommission(event.target.value)}
          error={problem(amount)}
        />
        {query.error && isAsked ? (
          <InlineError message={displayMessage(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <p className="terms-tried" role="status" aria-busy={query.isFetching}>
            {tried && (
              <Result tried={tried} commission={amount.ok ? amount.value : null} currency={currency} />
            )}
          </p>
        )}
      </div>
    </Card>
  );
}

function Rule({ label, split, wins }: { label: string; split: number | null; wins: boolean }) {
  return (
    <li aria-current={wins || undefined}>
      <span>
        {label}
        {wins && <span className="pp-sr">, applies</span>}
      </span>
      <span className={wins ? 'pp-strong' : 'pp-muted'}>{split === null ? '–' : formatPercent(split)}</span>
    </li>
  );
}

function Result({
  tried,
  commission,
  currency,
}: {
  tried: Tried;
  commission: number | null;
  currency: string;
}) {
  const { split, splitParts, amount, version } = tried;
  const divided = commission !== null && isSplitDivided(splitParts);
  return (
    <>
      <span className="pp-muted">
        {divided ? splitText(split, splitParts, commission, currency) : formatPercent(split)}
        {commission !== null && !divided && ` of ${formatMoneyExact(commission, currency)}`}
        {version !== null && `, by version ${version}`}
      </span>
      {amount !== null && <b>{formatMoneyExact(amount, currency)}</b>}
    </>
  );
}
