import {
  displayName,
  formatMoneyExact,
  formatShortDate,
  NO_AMOUNT,
  today as todayIn,
} from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import { Avatar, Badge, Card, EmptyState, ListTable, Td, type ListColumn } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { TaxPerson, TaxYear } from '../tax-types';
import { FORM_STATES, numberText, TAX_CLASSES, vatText } from '../tax-words';
import { PersonMenu, type PersonDialog } from './person-menu';

const loadNumber = () =>
  import(/* webpackChunkName: "lazy-tax-number" */ '../parts/number-dialog').then(
    (code) => code.NumberDialog,
  );
const loadDetails = () =>
  import(/* webpackChunkName: "lazy-tax-details" */ '../parts/details-dialog').then(
    (code) => code.DetailsDialog,
  );

/** Agents with what they were paid in a year, and what is known of them. Forms have a state where 1099-NEC data is made. */
export function PeopleCard({ year }: { year: TaxYear }) {
  const { scheme } = year.settings;
  const isUs = scheme === 'us';
  const [NumberDialog, fetchNumber] = useLazyDialog(loadNumber);
  const [DetailsDialog, fetchDetails] = useLazyDialog(loadDetails);
  const [open, setOpen] = useState<{ dialog: PersonDialog; person: TaxPerson } | null>(null);
  const close = () => setOpen(null);
  const openFor = (person: TaxPerson) => (dialog: PersonDialog) =>
    void (dialog === 'number' ? fetchNumber() : fetchDetails()).then(
      (isThere) => isThere && setOpen({ dialog, person }),
    );
  const columns: readonly (ListColumn | false)[] = [
    { label: 'Agent' },
    { label: 'Tax details' },
    { label: `Paid in ${year.year}`, numeric: true },
    isUs && { label: 'Form' },
    { label: 'More', unseen: true },
  ];
  return (
    <Card title="Agents" padded={false} className="tax-table">
      {year.people.length === 0 ? (
        <EmptyState kind="small" title="No agents yet">
          Whoever is paid stands here.
        </EmptyState>
      ) : (
        <ListTable
          label="Agents"
          columns={columns}
          rows={year.people}
          row={(person) => <Row key={person.id} person={person} isUs={isUs} onOpen={openFor(person)} />}
          item={(person) => <Item key={person.id} person={person} isUs={isUs} onOpen={openFor(person)} />}
        />
      )}
      {open?.dialog === 'number' && NumberDialog && open.person.details && (
        <NumberDialog
          agentId={open.person.id}
          name={displayName(open.person)}
          details={open.person.details}
          onClose={close}
        />
      )}
      {open?.dialog === 'details' && DetailsDialog && (
        <DetailsDialog
          scheme={scheme}
          details={open.person.details}
          name={displayName(open.person)}
          agentId={open.person.id}
          onClose={close}
        />
      )}
    </Card>
  );
}

interface PersonProps {
  person: TaxPerson;
  isUs: boolean;
  onOpen: (dialog: PersonDialog) => void;
}

function Row({ person, isUs, onOpen }: PersonProps) {
  const { currency } = useCurrentUser().organization;
  return (
    <tr>
      <Td text>
        <span className="pp-row">
          <Avatar person={person} size="sm" />
          <span className="tax-cell">
            {displayName(person)}
            {!person.isActive && <small>Deactivated</small>}
          </span>
        </span>
      </Td>
      <Td text className="tax-cell">
        <Details person={person} />
      </Td>
      <Td numeric className="tax-cell">
        <span className="amt">{person.paid > 0 ? formatMoneyExact(person.paid, currency) : NO_AMOUNT}</span>
        {isUs && person.byCard > 0 && (
          <small>of it by card {formatMoneyExact(person.byCard, currency)}</small>
        )}
      </Td>
      {isUs && (
        <Td className="tax-cell">
          <FormState person={person} />
        </Td>
      )}
      <Td numeric>
        <PersonMenu person={person} onOpen={onOpen} />
      </Td>
    </tr>
  );
}

function Item({ person, isUs, onOpen }: PersonProps) {
  const { currency } = useCurrentUser().organization;
  return (
    <li className="tax-mitem">
      <div className="pp-mrow has-media">
        <span className="md">
          <Avatar person={person} size="sm" />
        </span>
        <span className="t pp-trunc">{displayName(person)}</span>
        <span className="a pp-amt">
          {person.paid > 0 ? formatMoneyExact(person.paid, currency) : NO_AMOUNT}
        </span>
        <span className="m tax-cell">
          <Details person={person} />
          {!person.isActive && <small>Deactivated</small>}
          {isUs && person.byCard > 0 && (
            <small>{formatMoneyExact(person.byCard, currency)} of it by card</small>
          )}
        </span>
        {isUs && (
          <span className="p tax-cell">
            <FormState person={person} />
          </span>
        )}
      </div>
      <PersonMenu person={person} onOpen={onOpen} />
    </li>
  );
}

function Details({ person: { details, isWhole, askedAt, isActive, state } }: { person: TaxPerson }) {
  const { timeZone } = useCurrentUser().organization;
  if (details && isWhole)
    return (
      <>
        {details.legalName}
        <small>
          {[
            numberText(details),
            vatText(details.vatStatus, details.vatRate),
            // Why no form is made.
            state === 'exempt' && details.taxClass && TAX_CLASSES[details.taxClass],
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </>
    );
  return (
    <>
      {details ? 'Not whole' : 'Missing'}
      {askedAt && isActive && <small>asked {formatShortDate(askedAt, todayIn(timeZone), timeZone)}</small>}
    </>
  );
}

function FormState({ person: { state, exportedAmount, paid } }: { person: TaxPerson }) {
  const { currency } = useCurrentUser().organization;
  const { label, color } = FORM_STATES[state];
  return (
    <>
      <Badge color={color}>{label}</Badge>
      {state === 'changed' && exportedAmount !== null && exportedAmount !== paid && (
        <small>exported {formatMoneyExact(exportedAmount, currency)}</small>
      )}
    </>
  );
}
