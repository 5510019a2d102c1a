import { importLines, line } from './bank';
import { match } from './bank-matches';
import { call } from './directory';
import { aDay, aSale, oneOf, outcome, type MoneyHistory, type Operation } from './money-history';
import type { Part } from './money-journal';
import type { JudgedRow } from './money-judge';
import type { Done } from './payouts';

/** A part of an amount that leaves something, in cents. */
const someOf = ({ below }: MoneyHistory, whole: number) =>
  Math.min(Math.max(Math.round((whole * (20 + below(75))) / 100), 1), whole - 1);

/** An admin records a receipt, short or in full, or records one again. */
export const receive =
  (how: 'full' | 'open' | 'off' | 'again'): Operation =>
  async (history) => {
    const { agency, journal, below } = history;
    const row = await aSale(
      history,
      ({ commission, status, gross }) =>
        status !== 'cancelled' &&
        gross > 1 &&
        journal.partsOf(commission).length === 0 &&
        journal.words.has(commission) === (how === 'again'),
    );
    if (!row) return false;
    const word = journal.words.get(row.commission);
    // What is booked in closed books keeps its day and amount; the rest may be written off.
    const kept = word && journal.isClosed(word.posted) && below(4) ? word : null;
    const amount = kept?.amount ?? (how === 'full' ? row.gross : someOf(history, row.gross));
    const off =
      amount < row.gross && (how === 'off' || (how === 'again' && (kept !== null || below(2) === 0)));
    const day = kept?.day ?? aDay(history, 200);
    const done = outcome(
      await call<Done>(agency.admin, 'record_receipt', {
        commission_id: row.commission,
        received_on: day,
        received_amount: amount / 100,
        ...(off && { write_off_reason: `Fee ${below(1000)}` }),
      }),
    );
    if (done !== true) return done;
    const writtenOff = off ? row.gross - amount : 0;
    if (writtenOff > 0) journal.wroteOff(row.commission);
    journal.words.set(row.commission, {
      ...{ amount, writtenOff, reduces: writtenOff > 0 && journal.paidOnReceived, day },
      posted: kept?.posted ?? journal.booked(day),
    });
    return true;
  };

/** What a match says of one commission: the part as it is sent, and as the journal keeps it. */
interface Said {
  sent: object;
  part: Omit<Part, 'group' | 'day' | 'posted'>;
}

/** A deposit pays so much of a commission; of a manual receipt whose place it takes, something may stay recorded. */
function pays(history: MoneyHistory, row: JudgedRow, amount: number, off: number): Said {
  const { journal, below } = history;
  const word = journal.words.get(row.commission);
  const stays = word && amount < word.amount && below(2) === 0;
  const keptOff = word && amount === word.amount ? word.writtenOff : 0;
  if (off > 0) journal.wroteOff(row.commission);
  const keepsDay = !word || stays || journal.isClosed(word.posted) || below(4) > 0;
  return {
    sent: {
      ...{ commission_id: row.commission, amount: amount / 100 },
      ...(off > 0 && { write_off: off / 100, reason: 'Short by agreement' }),
      ...(word && amount < word.amount && { rest: stays ? 'received' : 'open' }),
      ...(word && !keepsDay && { keep_day: false }),
    },
    part: {
      ...{ commission: row.commission, amount, writtenOff: off + keptOff, keepsDay },
      reduces: off > 0 ? journal.paidOnReceived : Boolean(word?.reduces && keptOff > 0),
      instead: word ? (stays ? { ...word, amount } : word) : null,
    },
  };
}

function takesBack({ below }: MoneyHistory, row: JudgedRow, deposited: number): Said {
  const amount = -(below(2) ? deposited : Math.max(Math.round((deposited * (10 + below(80))) / 100), 1));
  return {
    sent: { commission_id: row.commission, amount: amount / 100 },
    part: {
      commission: row.commission,
      amount,
      writtenOff: 0,
      reduces: false,
      keepsDay: false,
      instead: null,
    },
  };
}

let texts = 0;

/** A transaction of the bank is imported, and an admin says what it pays. */
export const deposit =
  (how: 'full' | 'open' | 'off' | 'two' | 'word' | 'back'): Operation =>
  async (history) => {
    const { agency, journal, account, below } = history;
    const openOf = ({ commission, gross }: JudgedRow) => journal.undeposited(commission, gross);
    const isOne = (row: JudgedRow): boolean => {
      if (how === 'back') return journal.deposited(row.commission) > 0;
      const word = journal.words.get(row.commission);
      if (row.status === 'cancelled' || openOf(row) <= 1) return false;
      // Beside a deposit, what is still recorded takes part of the rest: left to narrower tests.
      return how === 'word'
        ? word !== undefined && journal.partsOf(row.commission).length === 0
        : word === undefined;
    };
    const row = await aSale(history, isOne);
    const second = how === 'two' ? await aSale(history, (each) => isOne(each) && each.id !== row?.id) : null;
    if (!row || second === undefined) return false;
    const said: Said[] = [];
    const whole = openOf(row);
    const word = journal.words.get(row.commission);
    if (how === 'back') said.push(takesBack(history, row, journal.deposited(row.commission)));
    else if (word && (word.writtenOff > 0 || below(2) === 0)) said.push(pays(history, row, word.amount, 0));
    else if (how === 'open' || how === 'word') said.push(pays(history, row, someOf(history, whole), 0));
    else if (how === 'off') {
      const amount = someOf(history, whole);
      const off = below(3) ? whole - amount : Math.max(Math.floor((whole - amount) / 2), 1);
      said.push(pays(history, row, amount, off));
    } else said.push(pays(history, row, whole, 0));
    if (second) said.push(pays(history, second, openOf(second), 0));

    const day = how === 'back' ? aDay(history, 100) : below(6) ? aDay(history, 200) : aDay(history, 330);
    const amount = said.reduce((cents, { part }) => cents + part.amount, 0);
    texts += 1;
    const { rows } = await importLines(agency.admin, account, [
      line(1, `DEPOSIT BRANCH ${texts}`, (amount / 100).toFixed(2), { booked_on: day }),
    ]);
    const [transaction] = rows;
    if (!transaction) throw new Error('Nothing was imported');
    const answer = await match(
      oneOf(history, [agency.admin, agency.owner]) ?? agency.admin,
      transaction,
      said.map(({ sent }) => sent),
    );
    if (!answer.success) return outcome(answer);
    for (const { part } of said) {
      const { commission, instead } = part;
      const left = journal.words.get(commission);
      if (instead && left) {
        if (instead === left) journal.words.delete(commission);
        else journal.words.set(commission, { ...left, amount: left.amount - instead.amount });
      }
      journal.parts.push({ ...part, group: answer.group_id, day, posted: journal.booked(day) });
    }
    return true;
  };
