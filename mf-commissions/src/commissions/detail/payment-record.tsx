import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import {
  displayName,
  formatDate,
  formatMoneyExact,
  formatPercent,
  paymentMethodLabel,
  today,
} from '@paperplane/shared/domain';
import { useCurrentUser, type Organization } from '@paperplane/shared/platform';
import { Button, DescriptionList, Printer } from '@paperplane/shared/ui';
import type { AgentPayment, Commission } from '../commission-types';

interface PrintProps {
  commission: Commission;
  payment: AgentPayment;
}

/**
 * Prints the record of a payment: the button puts the record beside the app, where the print style shows it alone, and takes it away when
 * the browser has printed.
 */
export function PrintPaymentRecord({ commission, payment }: PrintProps) {
  const [printing, setPrinting] = useState(false);

  function print() {
    const { title } = document;
    window.addEventListener(
      'afterprint',
      () => {
        setPrinting(false);
        document.title = title;
      },
      { once: true },
    );
    // It must stand before the browser looks; its title becomes the name of a saved file.
    flushSync(() => setPrinting(true));
    document.title = ['Payment record', commission.sale?.bookingReference].filter(Boolean).join(' ');
    window.print();
  }

  return (
    <>
      <Button variant="outline" size="sm" icon={<Printer className="pp-i" />} onClick={print}>
        Print payment record
      </Button>
      {printing && createPortal(<OwnRecord commission={commission} payment={payment} />, document.body)}
    </>
  );
}

/** For whoever prints it. */
function OwnRecord(props: PrintProps) {
  const user = useCurrentUser();
  return <PaymentRecord {...props} organization={user.organization} printedBy={displayName(user)} />;
}

interface PaymentRecordProps extends PrintProps {
  organization: Pick<Organization, 'name' | 'currency' | 'timeZone'>;
  printedBy: string;
}

/** The record on paper: who paid whom how much for what, to the cent. Reads in black on white whatever the theme. */
export function PaymentRecord(props: PaymentRecordProps) {
  const { commission, payment, organization, printedBy } = props;
  const { currency, timeZone } = organization;
  const { sale, agent } = commission;
  const money = (amount: number) => formatMoneyExact(amount, currency);
  return (
    <article className="payment-record" aria-label="Payment record">
      <header>
        <b>{organization.name}</b>
        <h1>Payment record</h1>
      </header>
      <p className="payment-record-amount">
        <b>{money(payment.amount)}</b> paid to <b>{displayName(agent, 'the agent')}</b> on{' '}
        {formatDate(payment.paymentDate)}
      </p>
      <h2>Payment</h2>
      <DescriptionList
        items={[
          { term: 'Record number', value: payment.id.slice(0, 8).toUpperCase() },
          { term: 'Payment date', value: formatDate(payment.paymentDate) },
          { term: 'Payment method', value: paymentMethodLabel(payment.paymentMethod) },
          { term: 'Reference', value: payment.reference },
          { term: 'Recorded', value: recorded(payment, timeZone) },
          ...(payment.notes ? [{ term: 'Notes', value: payment.notes }] : []),
        ]}
      />
      <h2>Commission</h2>
      <DescriptionList
        items={[
          ...(sale
            ? [
                { term: 'Booking reference', value: sale.bookingReference },
                { term: 'Customer', value: displayName(sale.customer) },
                { term: 'Vendor', value: sale.vendor?.name },
                { term: 'Sale date', value: formatDate(sale.saleDate) },
                { term: 'Sale total', value: money(sale.totalAmount) },
                { term: 'Commission rate', value: formatPercent(sale.commissionRate) },
              ]
            : []),
          { term: 'Commission', value: money(commission.amount) },
          { term: 'Agent’s split', value: formatPercent(commission.commissionSplit) },
          { term: 'Paid to the agent', value: <b>{money(payment.amount)}</b> },
        ]}
      />
      <footer>
        Printed {formatDate(today(timeZone))} by {printedBy}
      </footer>
    </article>
  );
}

/** "Nov 21, 2026 by Marisol Vega" */
function recorded({ createdAt, createdBy }: AgentPayment, timeZone: string): string {
  const day = formatDate(createdAt, timeZone);
  return createdBy ? `${day} by ${displayName(createdBy)}` : day;
}
