import { countryName, formatDate, formatPercent } from '@paperplane/shared/domain';
import type { CreditNote, VatStatus } from '../tax-types';
import { addressLines, noteMoney } from '../tax-words';
import './credit-note.css';

/** `Credit note 001-0007`, `Counter note 001-0008`. */
export const noteTitle = ({ kind, label }: Pick<CreditNote, 'kind' | 'label'>): string =>
  `${kind === 'counter' ? 'Counter note' : 'Credit note'} ${label}`;

/** Why there is no VAT; of who is registered it stands in the sums. */
const WITHOUT_VAT: Readonly<Record<VatStatus, string | null>> = {
  registered: null,
  small_business: 'No VAT is charged: exemption for small businesses.',
  reverse_charge: 'Reverse charge: the recipient of the service owes the VAT.',
};

const whatFor = ({ kind, counters, statement, paidOn }: CreditNote): string =>
  kind === 'counter'
    ? `Takes credit note ${counters} back: the payment came back`
    : statement
      ? `Agent’s commission by statement ${statement}`
      : `Agent’s commission, paid on ${formatDate(paidOn)}`;

/** The sheet. The agency writes it for its agent, who is whose invoice it is. Prints on A4 and Letter. */
export function CreditNoteSheet({ note }: { note: CreditNote }) {
  const { agency, agent, currency, net, vat, gross, vatRate, vatStatus } = note;
  const money = (amount: number) => noteMoney(amount, currency);
  const without = WITHOUT_VAT[vatStatus];
  return (
    <div className="credit-note-wrap">
      <article className="credit-note" aria-label="Credit note">
        <header className="credit-note-head">
          <Party
            title="Supplier"
            party={agent}
            number={`${agent.numberKind === 'vat' ? 'VAT number' : 'Tax number'}: ${agent.number}`}
          />
          <div className="doc">
            <h2>{note.kind === 'counter' ? 'Counter note' : 'Credit note'}</h2>
            <span>Self-billing</span>
          </div>
        </header>
        <dl className="credit-note-meta">
          <div>
            <dt>Number</dt>
            <dd>{note.label}</dd>
          </div>
          <div>
            <dt>Issued on</dt>
            <dd>{formatDate(note.issuedOn)}</dd>
          </div>
          <div>
            <dt>Paid on</dt>
            <dd>{formatDate(note.paidOn)}</dd>
          </div>
        </dl>
        <Party title="Recipient" party={agency} number={`VAT number: ${agency.taxNumber}`} />
        <table>
          <thead>
            <tr>
              <th scope="col">For</th>
              <th scope="col" className="r">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>{whatFor(note)}</td>
              <td className="r">{money(net)}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <td>Net</td>
              <td className="r">{money(net)}</td>
            </tr>
            <tr>
              <td>{vatRate === null ? 'VAT' : `VAT ${formatPercent(vatRate)}`}</td>
              <td className="r">{money(vat)}</td>
            </tr>
            <tr className="total">
              <td>Gross</td>
              <td className="r">{money(gross)}</td>
            </tr>
          </tfoot>
        </table>
        {without && <p className="credit-note-why">{without}</p>}
      </article>
    </div>
  );
}

interface PartyProps {
  title: string;
  party: CreditNote['agency'] | CreditNote['agent'];
  number: string;
}

function Party({ title, party, number }: PartyProps) {
  return (
    <address className="credit-note-party">
      <small>{title}</small>
      <b>{party.legalName}</b>
      {addressLines(party, countryName(party.country)).map((line) => (
        <span key={line}>{line}</span>
      ))}
      <span>{number}</span>
    </address>
  );
}
