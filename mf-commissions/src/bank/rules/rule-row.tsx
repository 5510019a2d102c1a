import { formatCount, formatShortDate, type IsoDate } from '@paperplane/shared/domain';
import { ChevronRight, cx, Menu, Ellipsis } from '@paperplane/shared/ui';
import type { BankRule } from '../bank-types';
import { conditionOf, effectOf, limitsOf } from './rule-words';
import { Switch } from './switch';

export interface RuleActions {
  busy: boolean;
  onSwitch: (on: boolean) => void;
  onChange: () => void;
  onPreview: () => void;
  /** Undefined for the first one. */
  onEarlier: (() => void) | undefined;
  onDelete: () => void;
}

interface RuleRowProps {
  rule: BankRule;
  currency: string;
  today: IsoDate;
  actions: RuleActions;
}

/** A rule as a sentence: if, then, how often, a switch. */
export function RuleRow({ rule, currency, today, actions }: RuleRowProps) {
  const { ask, value } = conditionOf(rule, currency);
  const { isActive, applied, lastOn, waiting } = rule;
  const does = rule.vendor ? 'Vendor' : 'Set aside';
  return (
    <li className={cx(!isActive && 'off')}>
      <span className="if">
        <b>
          <span>{ask}</span> {value}
        </b>
        <small>{limitsOf(rule, currency)}</small>
      </span>
      <span className="then">
        <ChevronRight className="pp-i pp-i-14" />
        <span>
          <b>{effectOf(rule)}</b>
          <small>{rule.createdBy ? `${does}, by ${rule.createdBy}` : does}</small>
        </span>
      </span>
      <span className="cnt">
        <b>{isActive ? formatCount(applied) : 'Off'}</b>
        <small>
          {isActive
            ? `applied${lastOn ? `, last ${formatShortDate(lastOn, today)}` : ''}`
            : [
                applied > 0 && `${formatCount(applied)} applied`,
                waiting > 0 && `${formatCount(waiting)} would match`,
              ]
                .filter(Boolean)
                .join(', ')}
        </small>
      </span>
      <Switch label={`Rule ${value}`} on={isActive} disabled={actions.busy} onChange={actions.onSwitch} />
      <Menu
        label={`Change rule ${value}`}
        button={<Ellipsis className="pp-i" />}
        buttonClassName="pp-iconbtn pp-iconbtn-sm"
        items={[
          { key: 'change', label: 'Change', onSelect: actions.onChange },
          {
            key: 'preview',
            label: `Preview on what waits`,
            onSelect: actions.onPreview,
            refusal: waiting === 0 ? 'Nothing that waits fits' : null,
          },
          {
            key: 'earlier',
            label: 'Ask it earlier',
            onSelect: () => actions.onEarlier?.(),
            refusal: actions.onEarlier ? null : 'It is the first one',
          },
          { key: 'delete', label: 'Delete', danger: true, separated: true, onSelect: actions.onDelete },
        ]}
      />
    </li>
  );
}
