/** What a column holds; '' is left out. `out` and `in` are columns of their own for money out and in. */
export const ROLES = {
  date: 'Date',
  valueDate: 'Value date',
  text: 'Text',
  counterparty: 'Name',
  reference: 'Reference',
  amount: 'Amount',
  out: 'Money out',
  in: 'Money in',
  direction: 'In or out',
  balance: 'Balance',
  currency: 'Currency',
  bankId: 'Bank id',
  account: 'Account',
  kind: 'Kind',
  status: 'Status',
} as const;

export type Role = keyof typeof ROLES | '';

/** Columns that say how much was moved. */
export const isAmount = (role: Role): boolean => role === 'amount' || role === 'in' || role === 'out';

/** Columns of money, which stand to the right. */
export const isMoney = (role: Role): boolean => isAmount(role) || role === 'balance';

/** Roles that several columns may have: their texts are joined. */
export const isRepeatable = (role: Role): boolean => role === '' || role === 'text';

/**
 * How banks head these columns, in the languages of the dialects that were seen. Earlier roles win: a column that could be two is the first.
 * Words are folded: small letters without accents, everything else a space.
 */
const NAMES: readonly (readonly [Exclude<Role, ''>, RegExp])[] = [
  [
    'valueDate',
    /^(value|valuta|val|effective|settlement)( (date|datum|day))?$|^(valutadatum|wertstellung|date (de )?valeur|fecha valor|data valuta|wert)$/,
  ],
  [
    'date',
    /^(date|day|datum|fecha|data)$|^((post|posted|posting|posting|booking|booked|transaction|trans|tran|trn|entry|process|processed|completed|created|finished|started|activity)( ?(on|date|time|day))?)( utc| local)?$|^(buchungstag|buchungsdatum|buchung|date (d )?(operation|comptable|de l operation|comptabilisation)|fecha (operacion|contable)|data (operazione|contabile)|transaktionsdatum|bokforingsdag|boekdatum|transactiedatum|date created|date completed|date posted)$/,
  ],
  [
    'balance',
    /^(running |ledger |closing |available |account |current )?(bal|balance)( after.*)?( usd| eur| gbp)?$|^(saldo( nach buchung| contabile| na mutatie)?|solde|kontostand|running bal|remaining balance)$/,
  ],
  ['currency', /^(currency|ccy|curr|wahrung|waehrung|devise|moneda|valuta code|divisa|munt|valuta)( code)?$/],
  [
    'bankId',
    /^(trace|trace (no|id|number)|fitid|(transaction|trans|tran|bank|payment|wise|transferwise|transaktions|entry|unique)( (id|identifier))$|transaction (number|no|reference number)|transferwise id|wise id|id|bank (id|reference|ref)|unique id|ref id)$/,
  ],
  [
    'direction',
    /^(credit debit( indicator)?|debit credit( indicator)?|cr dr|dr cr|db cr|c d|d c|s h|soll haben|af bij|sens|direction|type|transaction type|details|dc|sign)$/,
  ],
  [
    'out',
    /^(debit|debits|debit amount|amount debit|withdrawal|withdrawals|withdrawal amt|withdrawal amount|paid out|money out|out|payments?|spent|charges|soll|lastschrift|belastung|debet|debito|cargo|addebiti|dare|uscite|af|debit (euros?|eur|usd|chf)|ausgang)( [a-z]{3})?$/,
  ],
  [
    'in',
    /^(credit|credits|credit amount|amount credit|deposit|deposits|deposit amt|deposit amount|paid in|money in|in|receipts?|received|haben|gutschrift|credito|abono|accrediti|avere|entrate|bij|credit (euros?|eur|usd|chf)|eingang)( [a-z]{3})?$/,
  ],
  [
    'amount',
    /^(transaction |trans |net |gross |local |booked |total |signed )?(amount|amt|betrag|umsatz|montant|importe|importo|bedrag|belopp|value|sum|net|kwota|belob)( (usd|eur|gbp|chf|cad|aud|euro|euros|in eur|in account currency|in kontowahrung|eur eur))?$|^umsatz in eur$/,
  ],
  [
    'counterparty',
    /^(name|payee|payer|counterparty( name)?|counter party( name)?|merchant|merchant name|payee name|payer name|beneficiary|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|auftraggeber( beguenstigter| empfanger)?|zahlungspflichtige r|zahlungsempfanger( in)?|zahlungspflichtiger?|name zahlungsbeteiligter|empfanger|contrepartie|beneficiario|ordenante|tegenpartij|naam tegenpartij|naam|sender|from|payee or payer|counterparty account name)$/,
  ],
  [
    'reference',
    /^(reference|ref|ref no|reference (no|number)|customer (reference|ref)|payment reference|your reference|kundenreferenz( end to end)?|referenz|reference client|referencia|check( no| number| or slip| num)?|chk( no)?|cheque( no| number)?|check or slip|mandatsreferenz|end to end( id| reference)?|serial number)$/,
  ],
  [
    'account',
    /^(account|account (no|number|id)|acct( no)?|konto|kontonummer|auftragskonto|iban( auftragskonto)?|rekening|iban bban|compte|cuenta|your account)$/,
  ],
  [
    'text',
    /^(description|descriptions?( \d)?|extended description|original description|transaction (description|details|text)|bank description|text|memo|narrative|narration|particulars|details|libelle|libelle operation|verwendungszweck|buchungstext|concepto|descrizione|causale|omschrijving|mededelingen|message|payment details|remarks|notes?|detail|label|transaction|full description|statement description)$/,
  ],
  [
    'kind',
    /^(type|transaction type|category|code|type code|transaction code|kind|bai code|tran type|trans type|vorgang|subcategory|transaction category)$/,
  ],
  [
    'status',
    /^((transaction |trans |tran |posting |booking |payment )?(status|state)|buchungsstatus|umsatzstatus|info|statut|estado|stato)$/,
  ],
];

/** Folds a header as `NAMES` are written. */
export const folded = (header: string): string =>
  header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** The roles a header may mean, likeliest first. */
export function rolesOf(header: string): Exclude<Role, ''>[] {
  const said = folded(header);
  return said === '' ? [] : NAMES.filter(([, names]) => names.test(said)).map(([role]) => role);
}

/** A `DSLIP` is the slip of a deposit, a `CHECK` one that was written: both stand beside amounts. */
const IN = /^(c|cr|crdt|credit|deposit|dslip|in|h|haben|bij|plus|\+|money in|incoming|gutschrift|neutral)$/i;
const OUT = /^(d|dr|db|dbit|debit|withdrawal|out|s|soll|af|minus|-|money out|outgoing|check|lastschrift)$/i;

/** What a cell of a column of such words says, where the amount beside it has no sign; null where it says something else. */
export function directionOf(cell: string): 'in' | 'out' | null {
  const said = cell.trim();
  if (OUT.test(said)) return 'out';
  return IN.test(said) ? 'in' : null;
}

const NOT_YET =
  /\b(pending|processing|in process|in progress|authori[sz]ed|authori[sz]ation|on hold|hold|unposted|not (yet )?(posted|booked|cleared)|uncleared|scheduled|vorgemerkt|vormerkung|ausstehend|vorlaufig|nicht gebucht|reserviert|reserved|en attente|a venir|pendiente|in attesa|in behandeling)\b/;

/** Whether a cell of a status column says that the bank has not booked the movement; it comes again when it has. */
export const isPending = (cell: string): boolean => NOT_YET.test(folded(cell));
