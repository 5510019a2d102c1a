import { fitPayments, paymentDay } from './fit-payments';
import type { LeftOut, PaymentData } from './payment-types';
import { decimal, plainText, senderName } from './plain-text';

/** 999,999,999.99, the most of a SEPA transfer. */
const MOST = 99_999_999_999;

/** An element with a text, which is plain: in it no character needs an escape but the apostrophe, which may stand in an element. */
const element = (name: string, text: string, attributes = '') => `<${name}${attributes}>${text}</${name}>`;
const identifier = (id: string) => id.replaceAll('-', '').slice(0, 35);
const bankOf = (bic: string | undefined, name: string) =>
  element(
    name,
    element('FinInstnId', bic ? element('BICFI', bic) : element('Othr', element('Id', 'NOTPROVIDED'))),
  );

/**
 * A customer credit transfer initiation of ISO 20022, pain.001.001.09: one payment, a transfer for each agent. In euros it is a SEPA
 * transfer. The same payout makes the same message id, so that a bank refuses the file when it is sent twice.
 * @param madeAt the moment it is made
 * @throws NoPaymentFile when it cannot say who pays, or pays nobody
 */
export function painFile(data: PaymentData, madeAt: Date): { content: string; left: LeftOut[] } {
  const { payments, left } = fitPayments(data, { nameLength: 70, mostCents: MOST });
  const name = senderName(data.sender.holderName, 70);
  const sum = decimal(payments.reduce((total, { cents }) => total + cents, 0));
  const isEuro = data.currency === 'EUR';
  const message = identifier(data.batchId);
  const counts = element('NbOfTxs', String(payments.length)) + element('CtrlSum', sum);
  const transfers = payments.map(
    ({ payment, name: payee, cents }) =>
      '<CdtTrfTxInf>' +
      element('PmtId', element('EndToEndId', identifier(payment.agentId))) +
      element('Amt', element('InstdAmt', decimal(cents), ` Ccy="${data.currency}"`)) +
      (payment.numbers.bic ? bankOf(payment.numbers.bic, 'CdtrAgt') : '') +
      element('Cdtr', element('Nm', payee)) +
      element('CdtrAcct', element('Id', element('IBAN', payment.numbers.iban ?? ''))) +
      element('RmtInf', element('Ustrd', plainText(`Commission ${data.name}`, 140))) +
      '</CdtTrfTxInf>',
  );
  const content =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
    element(
      'GrpHdr',
      element('MsgId', message) +
        element('CreDtTm', madeAt.toISOString().slice(0, 19)) +
        counts +
        element('InitgPty', element('Nm', name)),
    ) +
    '<PmtInf>' +
    element('PmtInfId', message) +
    element('PmtMtd', 'TRF') +
    counts +
    (isEuro ? element('PmtTpInf', element('SvcLvl', element('Cd', 'SEPA'))) : '') +
    element('ReqdExctnDt', element('Dt', paymentDay(data))) +
    element('Dbtr', element('Nm', name)) +
    element('DbtrAcct', element('Id', element('IBAN', data.sender.iban ?? ''))) +
    bankOf(data.sender.bic, 'DbtrAgt') +
    (isEuro ? element('ChrgBr', 'SLEV') : '') +
    transfers.map((transfer) => `\n${transfer}`).join('') +
    '\n</PmtInf></CstmrCdtTrfInitn></Document>\n';
  return { content, left };
}
