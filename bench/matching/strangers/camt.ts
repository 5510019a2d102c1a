import type { Chance } from '../chance';
import { isoOf } from './days';
import { plain } from './names';
import { money, type Agency, type Printer } from './printer';
import type { Line } from './types';

const escape = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const digits = (chance: Chance, length: number) => Array.from({ length }, () => chance.below(10)).join('');
const FAMILY = {
  ach: 'RCDT',
  wire: 'RCDT',
  check: 'RCDT',
  debit: 'ICDT',
  paycheck: 'ICDT',
  card: 'CCRD',
  person: 'RCDT',
  transfer: 'RCDT',
  merchant: 'RCDT',
  fee: 'MDOP',
  interest: 'MCOP',
} as const;

/**
 * CAMT.053 of two banks: one of the older version that fills the structured reference and the end-to-end id, one of the newer that has
 * only unstructured lines, in the words of the house, with the bank's own charset.
 */
export function camtPrinter(chance: Chance, dialect: number, agency: Agency): Printer {
  const structured = dialect % 2 === 0;
  const version = structured ? '02' : '08';
  const party = (line: Line) => {
    const name = structured ? line.party : plain(line.party).toUpperCase();
    const tag = line.cents < 0 ? 'Cdtr' : 'Dbtr';
    const inner = `<Nm>${escape(name)}</Nm>`;
    return `<RltdPties><${tag}>${structured ? inner : `<Pty>${inner}</Pty>`}</${tag}><${tag}Acct><Id><IBAN>DE${line.partyId.slice(1, 3)}50070010${line.partyId}</IBAN></Id></${tag}Acct></RltdPties>`;
  };
  const about = (line: Line) => {
    if (structured && line.structured !== null)
      return `<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${escape(line.structured)}</Ref></CdtrRefInf><AddtlRmtInf>${escape(line.entry)}</AddtlRmtInf></Strd></RmtInf>`;
    const words = structured ? line.remit : plain(line.remit);
    const prefix = structured ? '' : line.channel === 'ach' ? `${line.entry} ` : '';
    const whole = `${prefix}${words}`.slice(0, 140);
    if (!whole.trim()) return '';
    // Some banks break the remittance into lines of 27 characters wherever that falls.
    const cut = structured ? [whole] : (whole.match(/.{1,27}/g) ?? []);
    return `<RmtInf>${cut.map((one) => `<Ustrd>${escape(one)}</Ustrd>`).join('')}</RmtInf>`;
  };
  return {
    newestFirst: false,
    print(line) {
      const endToEnd =
        structured && line.channel === 'ach' && line.structured !== null
          ? line.structured
          : line.channel === 'ach' && Number(line.partyId.at(-1)) < 5
            ? `${line.run}-${digits(chance, 4)}`
            : 'NOTPROVIDED';
      if (line.channel === 'fee' || line.channel === 'interest')
        return `<TxDtls><Refs/></TxDtls></NtryDtls><AddtlNtryInf>${escape(line.party)}</AddtlNtryInf>`;
      const wire =
        line.channel === 'wire'
          ? `<RltdAgts><DbtrAgt><FinInstnId><Nm>${escape(line.partyBank)}</Nm></FinInstnId></DbtrAgt></RltdAgts>`
          : '';
      const info =
        line.channel === 'card'
          ? 'KARTENZAHLUNG'
          : line.cents < 0
            ? line.channel === 'ach'
              ? 'LASTSCHRIFT'
              : 'UEBERWEISUNG'
            : line.channel === 'wire'
              ? 'AUSLANDSZAHLUNG'
              : 'GUTSCHRIFT';
      return `<TxDtls><Refs><EndToEndId>${escape(endToEnd.slice(0, 35))}</EndToEndId><TxId>${digits(chance, 14)}</TxId></Refs>${party(line)}${wire}${about(line)}</TxDtls></NtryDtls><AddtlNtryInf>${info}</AddtlNtryInf>`;
    },
    file(rows, { first, last, opening }) {
      const closing = opening + rows.reduce((sum, { line }) => sum + line.cents, 0);
      const balance = (code: string, cents: number, day: number) =>
        `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${money(Math.abs(cents))}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${isoOf(day)}</Dt></Dt></Bal>`;
      const status = structured ? 'BOOK' : '<Cd>BOOK</Cd>';
      const entries = rows.map(({ line, text }) => {
        const side = line.cents < 0 ? 'DBIT' : 'CRDT';
        const family =
          line.cents < 0 && FAMILY[line.channel] === 'RCDT'
            ? line.channel === 'ach'
              ? 'RDDT'
              : 'ICDT'
            : FAMILY[line.channel];
        return `<Ntry><Amt Ccy="EUR">${money(Math.abs(line.cents))}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>${isoOf(line.day)}</Dt></BookgDt><ValDt><Dt>${isoOf(line.day)}</Dt></ValDt><AcctSvcrRef>${isoOf(line.day).replace(/-/g, '')}${digits(chance, 9)}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${family === 'RCDT' || family === 'ICDT' ? 'ESCT' : 'OTHR'}</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls>${text}</Ntry>`;
      });
      const id = `STMT-${isoOf(last)}`;
      const text = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${isoOf(last)}T22:10:04</CreDtTm></GrpHdr><Stmt><Id>${id}</Id><CreDtTm>${isoOf(last)}T22:10:04</CreDtTm><Acct><Id><IBAN>DE4450070010${agency.account}</IBAN></Id><Ccy>EUR</Ccy><Ownr><Nm>${escape(agency.name)}</Nm></Ownr></Acct>${balance('OPBD', opening, first)}${balance('CLBD', closing, last)}
${entries.join('\n')}
</Stmt></BkToCstmrStmt></Document>
`;
      return { name: `camt053_${isoOf(first).slice(0, 7)}.xml`, format: 'camt', text };
    },
  };
}
