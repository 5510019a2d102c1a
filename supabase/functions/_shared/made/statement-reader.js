// Made by `npm run gen:functions` from what the app itself says: not to be edited.
// shared/src/import/files/decode-text.ts
function guessEncoding(bytes) {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 255 && second === 254) return "utf-16le";
  if (first === 254 && second === 255) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return isShiftJis(bytes) ? "shift_jis" : "windows-1252";
  }
}
function isShiftJis(bytes) {
  try {
    return /[\u3041-\u30fe]/.test(new TextDecoder("shift_jis", { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}
var decode = (bytes, encoding = guessEncoding(bytes)) => new TextDecoder(encoding).decode(bytes);

// shared/src/import/files/file-problem.ts
var FileProblem = class extends Error {
};

// shared/src/domain/dates.ts
var calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/;
function utcOf(date) {
  const match = calendarDate.exec(date);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const time = Date.UTC(year, month - 1, day);
  const back = new Date(time);
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? time : null;
}
function isIsoDate(text) {
  return typeof text === "string" && utcOf(text) !== null;
}

// shared/src/domain/money.ts
var NO_AMOUNT = "–";
var formatters = /* @__PURE__ */ new Map();
function formatter(currency, digits) {
  const key = `${currency}${digits}`;
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.NumberFormat("en-US", {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits
    });
    formatters.set(key, made);
  }
  return made;
}
function formatMoney(amount, options) {
  if (amount === null || amount === void 0 || !Number.isFinite(amount)) return NO_AMOUNT;
  const digits = options.cents ? 2 : 0;
  const rounded = roundHalfAway(amount, digits);
  return formatter(options.currency, digits).format(rounded === 0 ? 0 : rounded);
}
function formatMoneyExact(amount, currency) {
  return formatMoney(amount, { cents: true, currency });
}
var toCents = (amount) => Math.round(amount * 100);
function roundHalfAway(value, digits) {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return value;
  const sign = value < 0 ? -1 : 1;
  const [mantissa, exponent = "0"] = Math.abs(value).toString().split("e");
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  return sign * Number(`${shifted}e-${digits}`);
}

// shared/src/domain/amount-grammar.ts
var plainText = (text) => text.replace(/\s+/g, " ").replace(/[\u2212\u2012-\u2014\uFE63\uFF0D]/g, "-").replace(/[\u2019\u02BC\u00B4`]/g, "'").trim();
function bareNumber(text) {
  const [, before = "", digits, behind = ""] = /^((?:[^\d.,]|(?<=\p{L})[.,]|[.,](?!\d))*)((?:[.,](?=\d))?\d(?:[\d., ']*[\d.,])?)(\D*)$/u.exec(
    plainText(text)
  ) ?? [];
  if (digits === void 0) return null;
  const signs2 = `${before}${behind}`.replace(/[^+-]/g, "");
  if (signs2.length > 1) return null;
  const marks = [before, behind].map((part) => part.replace(/[+-]/, "").trim()).filter(Boolean);
  return { digits, negative: signs2 === "-", signed: signs2 !== "", marks };
}
function provenSign(digits) {
  const marks = digits.replace(/[^.,]/g, "");
  const last = marks.at(-1);
  if (last !== "." && last !== ",") return void 0;
  if (new Set(marks).size === 2) return last;
  if (marks.length > 1) return last === "." ? "," : ".";
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? null : last;
}
function provenDecimal(amounts) {
  const proven = amounts.map(provenSign);
  const count = (sign) => proven.filter((each) => each === sign).length;
  const [points, commas] = [count("."), count(",")];
  if (points + commas > 0) return points >= commas ? "." : ",";
  return proven.includes(null) ? null : ".";
}
var SHAPES = {
  ".": /^(\d+|[1-9]\d{0,2}([,' ])\d{3}(?:\2\d{3})*|)(?:\.(\d*))?$/,
  ",": /^(\d+|[1-9]\d{0,2}([.' ])\d{3}(?:\2\d{3})*|)(?:,(\d*))?$/
};
function readDigits(digits, decimal, trailing = false) {
  const match = SHAPES[decimal].exec(digits);
  if (!match || !/\d/.test(digits)) {
    const other = decimal === "." ? "," : ".";
    return { ok: false, problem: digits.includes(other) ? "otherSign" : "notANumber" };
  }
  const written3 = match[3] ?? "";
  const decimals = trailing ? written3.replace(/0+$/, "") : written3;
  if (decimals.length > 2) return { ok: false, problem: "tooManyDecimals" };
  const whole = (match[1] ?? "").replace(/\D/g, "");
  return { ok: true, hundredths: Number(`${whole || "0"}${decimals.padEnd(2, "0")}`) };
}

// shared/src/domain/currency.ts
var OF_NO_COUNTRY = {
  EUR: "comma",
  XAF: "comma",
  XOF: "comma",
  XPF: "comma"
};
var notations = /* @__PURE__ */ new Map();
function notationOf(currency) {
  let known = notations.get(currency);
  if (!known) notations.set(currency, known = OF_NO_COUNTRY[currency] ?? ofItsCountry(currency));
  return known;
}
function ofItsCountry(currency) {
  try {
    const { language, region } = new Intl.Locale(`und-${currency.slice(0, 2)}`).maximize();
    return notationIn(`${language}-${region}`);
  } catch {
    return "point";
  }
}
function notationIn(language) {
  try {
    return new Intl.NumberFormat(language).format(1.5).includes(",") ? "comma" : "point";
  } catch {
    return "point";
  }
}
var decimalOf = (notation) => notation === "comma" ? "," : ".";
var written = (currency, currencyDisplay) => new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay }).formatToParts(2).find(({ type }) => type === "currency")?.value ?? currency;
var currencySign = (currency) => written(currency, "narrowSymbol");
var currencyWords = (currency) => written(currency, "name");
var ALSO = {
  USD: ["US$"],
  CAD: ["C$", "CAN$"],
  AUD: ["AU$", "A$"],
  NZD: ["NZ$"],
  CHF: ["Fr.", "Fr", "SFr.", "SFr"],
  GBP: ["£", "₤"],
  JPY: ["¥", "￥", "円"],
  CNY: ["¥", "￥", "元", "RMB"],
  SEK: ["kr", "kr."],
  NOK: ["kr", "kr."],
  DKK: ["kr", "kr."],
  PLN: ["zł"],
  CZK: ["Kč"],
  HUF: ["Ft"],
  EUR: ["Euro", "Euros"]
};
var signs = /* @__PURE__ */ new Map();
var allSigns;
function signsOf(currency) {
  let found = signs.get(currency);
  if (!found) {
    const all2 = [currency, written(currency, "symbol"), currencySign(currency), ...ALSO[currency] ?? []];
    signs.set(currency, found = new Set(all2.map((sign) => sign.toLowerCase())));
  }
  return found;
}
function currencyOfMark(mark, currency) {
  const said = mark.toLowerCase();
  if (signsOf(currency).has(said)) return "own";
  if (/\p{Sc}/u.test(mark)) return "other";
  allSigns ??= new Set(Intl.supportedValuesOf("currency").flatMap((code) => [...signsOf(code)]));
  return allSigns.has(said) ? "other" : "none";
}

// shared/src/domain/limits.ts
var LIMITS = {
  /** First and last names of users and customers, in characters. */
  personName: 100,
  /** Organization and vendor names. */
  name: 200,
  /** An e-mail address (RFC 5321 path limit). */
  email: 254,
  phone: 50,
  /** An address as it is printed, in lines. */
  postalAddress: 300,
  postalAddressLines: 6,
  taxNumber: 50,
  addressLine: 200,
  /** City, and region or state. */
  city: 100,
  postalCode: 20,
  /** People who answer at a vendor. */
  contacts: 10,
  accountNumber: 100,
  /** Days until a vendor's commission is expected. */
  paymentDaysMax: 730,
  /** Names of a vendor on bank statements: how many, and how long each. */
  aliases: 20,
  alias: 100,
  /** Website and logo addresses. */
  url: 500,
  bookingReference: 100,
  /** Customers beside the paying one on a sale. */
  travelers: 100,
  /** Reference of an agent payment. */
  paymentReference: 200,
  /** Free text: notes on sales, commissions, customers, vendors and payments. */
  notes: 5e3,
  /** E-mails and phones of a customer beside the first ones: how many, and their kind ("Work"). */
  contactEntries: 10,
  contactLabel: 30,
  /** Tags of a customer: how many, and how long each. */
  tags: 20,
  tag: 40,
  /** How somebody is related: a companion, whom to call in an emergency. */
  relation: 50,
  emergencyName: 200,
  /** Travel preferences: seat, cabin, meal and room; mobility, allergies and interests; anything else. */
  preferenceWord: 100,
  preferenceText: 500,
  preferenceNotes: 2e3,
  /** Loyalty programs of a kind: how many, what each is called, and the number there. */
  programs: 20,
  programName: 100,
  programNumber: 50,
  /** Given names in a passport. */
  givenNames: 200,
  /** Rows of a file that is imported, and of a list that is exported. */
  importRows: 5e4,
  /** What is looked for of a search text (`private.cut_search` of the database). */
  search: 500,
  /** Largest amount `numeric(12,2)` holds. */
  amountMax: 999999999999e-2,
  /** Rates and splits are percentages. */
  rateMax: 100,
  /** Earliest and latest calendar date a form accepts. */
  dateMin: "1900-01-01",
  dateMax: "2199-12-31",
  /** Shortest password on reset, and on account set-up. */
  passwordMinReset: 6,
  passwordMinCreate: 8
};

// shared/src/domain/messages.ts
var MESSAGES = {
  // signing in and up
  loginMissing: "Please enter both email and password",
  forgotEmailMissing: "Please enter your email address",
  passwordsDiffer: "Passwords do not match",
  termsMissing: "You must agree to the terms and conditions",
  resetMissing: "Please enter and confirm your new password",
  resetTooShort: "Password must be at least 6 characters long",
  passwordMissing: "Password is required",
  createTooShort: "Password must be at least 8 characters",
  confirmationMissing: "Please confirm your password",
  resendEmailMissing: "Email address is required",
  // people and companies
  firstName: "Enter a first name.",
  lastName: "Enter a last name.",
  organizationName: "Enter the name of your agency.",
  vendorName: "Enter the vendor’s name.",
  email: "Enter an email address.",
  emailFormat: "Enter a full email address, like name@agency.com.",
  phoneFormat: "Use digits, spaces and + ( ) - only.",
  postalAddressLines: "Use at most 6 lines.",
  taxNumber: "Enter the number on one line.",
  website: "Enter a full web address, like https://example.com.",
  logoUrl: "Enter a full web address that starts with https://.",
  country: "Choose a country.",
  companion: "Choose another customer as companion.",
  preferences: "Shorten these preferences.",
  vendorCategory: "Choose one of the listed categories.",
  contactName: "Enter the name of each contact.",
  contactTooLong: "Shorten the details of this contact.",
  paymentDays: `Enter a number of days from 0 to ${LIMITS.paymentDaysMax}.`,
  paymentBasis: "Choose booking, departure, return or before departure.",
  birthdayFuture: "Enter a birthday in the past.",
  contactEmail: "Enter the email address, or remove this row.",
  contactPhone: "Enter the phone number, or remove this row.",
  program: "Enter what the program is called, or remove this row.",
  // passports
  passportNumber: "Enter the passport number.",
  passportNumberFormat: "Enter the number as printed, 6 to 20 letters and digits.",
  passportCountry: "Choose the country that issued it.",
  passportExpiry: "Enter the expiry date.",
  passportExpiryOrder: "Expiry must be after the day of issue.",
  // sales
  customer: "Choose the customer for this booking.",
  vendor: "Choose the vendor for this booking.",
  agent: "Choose the agent who sold this booking.",
  bookingReference: "Enter the booking reference.",
  saleDate: "Enter the sale date.",
  returnBeforeTravel: "Return must be on or after departure.",
  totalAmount: "Enter the total amount.",
  commissionAmount: "Enter the commission amount.",
  commissionRate: "Enter the commission rate.",
  commissionOverTotal: "Commission must be at most the total amount.",
  travelers: "Choose the travelers from your customers.",
  travelerPays: "The customer who pays is part of the sale already. Remove them from the travelers.",
  saleStatus: "Invalid status specified",
  commissionStatus: "Choose one of the listed statuses.",
  currency: "Use the currency of your organization.",
  // payments
  paymentAmount: "Enter the amount you paid.",
  paymentDate: "Enter the payment date.",
  paymentMethod: "Choose how the agent was paid.",
  // receipts
  receivedOn: "Enter the day the money came.",
  receivedOnFuture: "Enter the day the money came, today at the latest.",
  receivedAmount: "Enter the amount received.",
  // formats and ranges
  dateFormat: "Enter a date like 11/19/2026.",
  // The limits in words, which a test compares: making them here would cost every page's start.
  dateRange: "Enter a date between Jan 1, 1900 and Dec 31, 2199.",
  moneyFormat: "Enter an amount like 1,482.50.",
  moneyDecimals: "Use at most two decimals.",
  moneyNegative: "Enter an amount of 0 or more.",
  percentFormat: "Enter a percentage like 12.5.",
  percentDecimals: "Use at most two decimals.",
  percentRange: "Enter a percentage from 0 to 100.",
  /** Missing input no message was written for. */
  required: "Fill in this field.",
  /** Refused by a rule that has no text of its own. */
  invalid: "Please check your input and try again."
};
var amountLike = (notation) => notation === "comma" ? "Enter an amount like 1.482,50." : MESSAGES.moneyFormat;

// shared/src/domain/read-money.ts
function moneyProblem(problem, currency, notation = notationOf(currency)) {
  if (problem === "moneyOtherCurrency")
    return `This agency works in ${currencyWords(currency)} (${currency}).`;
  if (problem === "moneyTooLarge")
    return `Enter an amount of at most ${formatMoneyExact(LIMITS.amountMax, currency)}.`;
  return problem === "moneyFormat" ? amountLike(notation) : MESSAGES[problem];
}

// shared/src/domain/read-date.ts
var LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt"];
var folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
var months;
function monthOf(name) {
  if (!months) {
    const found = /* @__PURE__ */ new Map();
    for (const language of LANGUAGES)
      for (let month = 0; month < 12; month += 1) {
        const long = folded(
          new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" }).format(
            Date.UTC(2026, month, 15)
          )
        );
        for (let end = 3; end <= long.length; end += 1) {
          const start = long.slice(0, end);
          found.set(start, (found.get(start) ?? month + 1) === month + 1 ? month + 1 : 0);
        }
      }
    months = found;
  }
  return months.get(folded(name)) ?? 0;
}
var iso = (year, month, day) => {
  const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return isIsoDate(text) ? text : "impossible";
};
var fullYear = (text, latest) => {
  const year = Number(text);
  if (text.length > 2) return year;
  return year + 2e3 > latest ? year + 1900 : year + 2e3;
};
function readDate(text, order, latest) {
  const typed = text.trim().replace(/,?[T\s]\d{1,2}:\d{2}.*$/i, "").replace(/^\p{L}{2,}\.?,?\s+(?=\d+[-./]\d+[-./]\d+$)/u, "").replace(/^(\d{4})年(\d{1,2})月(\d{1,2})日$/, "$1-$2-$3");
  const [, y, m, d] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(typed) ?? [];
  if (y && m && d) return iso(Number(y), Number(m), Number(d));
  const [, short, sm, sd] = order === "ymd" ? /^(\d{2})[-./](\d{1,2})[-./](\d{1,2})$/.exec(typed) ?? [] : [];
  if (short && sm && sd) return iso(fullYear(short, latest), Number(sm), Number(sd));
  const [, first, second, year] = /^(\d{1,2})[-./\s](\d{1,2})[-./\s](\d{2}|\d{4})$/.exec(typed) ?? [];
  if (first && second && year) {
    const [month2, day2] = order === "mdy" ? [first, second] : [second, first];
    return iso(fullYear(year, latest), Number(month2), Number(day2));
  }
  const named = typed.replace(/[,.]/g, " ").replace(/\b(?:de|del)\b/gi, " ").replace(/[-/\s]+/g, " ").trim();
  const [, day, name, after] = /^(\d{1,2})(?:st|nd|rd|th|er)? (\p{L}{3,}) (\d{2}|\d{4})$/u.exec(named) ?? (([, n, dd, yy]) => ["", dd, n, yy])(
    /^(\p{L}{3,}) (\d{1,2})(?:st|nd|rd|th)? (\d{4})$/u.exec(named) ?? []
  );
  const month = monthOf(name ?? "");
  return day && after && month > 0 ? iso(fullYear(after, latest), month, Number(day)) : null;
}

// shared/src/domain/read-day.ts
var horizon = () => (/* @__PURE__ */ new Date()).getFullYear() + 20;
var plain = (text) => text.trim().replace(/^(\d{4})(\d{2})(\d{2})(?:\D.*|\d{6}.*)?$/, "$1-$2-$3").replace(/'\s?/, "/").replace(/\s*([-./])\s*/g, "$1");
var looksLikeDay = (text) => /^\s*(\d{1,4}[-./]\s?\d{1,2}([-./']\s?)\d{2,4}|\d{8}(\d{6})?)(\D.*)?$/.test(text) || readDate(plain(text), "mdy", horizon()) !== null;

// shared/src/import/files/delimiter.ts
import Papa from "papaparse";
var DELIMITERS = [",", ";", "	", "|"];
var SEPARATOR_LINE = /^\s*"?sep=(.)"?\s*(\r\n|\r|\n)/i;
function guessDelimiter(source) {
  const scores = DELIMITERS.map((delimiter) => {
    const counts = /* @__PURE__ */ new Map();
    for (const { length } of Papa.parse(source, { delimiter, preview: 200 }).data)
      if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [best2 = [0, 0]] = [...counts].sort((a, b) => b[1] * b[0] - a[1] * a[0]);
    return { delimiter, score: best2[0] * best2[1] };
  });
  return scores.sort((a, b) => b.score - a.score)[0]?.delimiter ?? ",";
}
function findDelimiter(source) {
  const [mark, named] = SEPARATOR_LINE.exec(source) ?? [];
  const text = mark ? source.slice(mark.length) : source;
  return {
    delimiter: DELIMITERS.find((each) => each === named) ?? guessDelimiter(text),
    text,
    skipped: mark ? 1 : 0
  };
}

// mf-commissions/src/bank/files/limits.ts
var FILE_LIMITS = {
  bytes: 3e7,
  /** Movements. */
  lines: LIMITS.importRows,
  columns: 200,
  /** Characters of a cell, a text or a tag's content. */
  cell: 1e4,
  /** Bytes that it may unpack to. */
  unpacked: 5e7,
  /** Pages of a PDF. */
  pages: 300,
  /** Pieces of text of a PDF. */
  texts: 2e5,
  /** Elements of an XML, in all; a bank needs thirty bytes for each. */
  elements: 1e6,
  /** Elements inside each other. */
  depth: 40,
  /** Characters of a text that is kept. */
  text: 1e3
};
function checkCount(count) {
  if (count > FILE_LIMITS.lines)
    throw new FileProblem(
      `The file has more than ${FILE_LIMITS.lines.toLocaleString("en-US")} lines. Download a shorter time at the bank, or split the file.`
    );
}

// mf-commissions/src/bank/statements/file/pdf-lines.ts
function linesOf(texts) {
  const lines = [];
  for (const text of [...texts].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const line = lines.at(-1);
    const [first] = line ?? [];
    if (line && first && Math.abs(first.y - text.y) <= Math.max(first.height, text.height, 4) * 0.5)
      line.push(text);
    else lines.push([text]);
  }
  return lines.map((line) => line.sort((a, b) => a.x - b.x));
}
function cellsOf(line) {
  const cells = [];
  for (const { text, x, width, height } of line) {
    const last = cells.at(-1);
    const gap = last ? x - last.right : Infinity;
    const near = gap < Math.max(height, 6) * 0.6 || /^[$€£-]$/.test(last?.text.trim() ?? "");
    if (last && near) {
      last.text += gap > Math.max(height, 6) * 0.12 && !last.text.endsWith(" ") ? ` ${text}` : text;
      last.right = x + width;
    } else cells.push({ text, left: x, right: x + width });
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.trim() })).filter(({ text }) => text !== "");
}
var overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
function columnsOf(lines) {
  const spans = lines.filter((cells) => cells.length > 2).flat().sort((a, b) => a.right - a.left - (b.right - b.left));
  const columns = [];
  for (const { left, right } of spans) {
    const met = columns.filter((column2) => overlap(column2, { left, right }) > 0);
    if (met.length > 1) continue;
    const [column] = met;
    if (!column) {
      if (columns.length < FILE_LIMITS.columns) columns.push({ left, right });
    } else {
      column.left = Math.min(column.left, left);
      column.right = Math.max(column.right, right);
    }
  }
  return columns.sort((a, b) => a.left - b.left);
}
function rowsOfPages(pages) {
  const lines = pages.flatMap((page) => linesOf(page).map(cellsOf)).filter((cells) => cells.length > 0);
  const columns = columnsOf(lines);
  return lines.map((cells, index) => {
    const row = columns.map(() => "");
    for (const cell of cells) {
      const best2 = columns.map((column, at3) => ({ at: at3, shared: overlap(column, cell) })).sort((a, b) => b.shared - a.shared)[0];
      const at2 = best2 && best2.shared > 0 ? best2.at : columns.findIndex(({ right }) => right >= cell.left);
      const place = at2 < 0 ? Math.max(columns.length - 1, 0) : at2;
      row[place] = [row[place], cell.text].filter(Boolean).join(" ");
    }
    return { line: index + 1, cells: row };
  });
}

// mf-commissions/src/bank/statements/file/pdf-pages.ts
var tooLarge = () => new FileProblem("This PDF is too large to be a statement. Ask the vendor for a CSV file or a workbook.");
var damaged = () => {
  throw new FileProblem("This PDF is damaged or needs a password.");
};
async function rowsOfPdf(task) {
  const pdf = await task.promise.catch(damaged);
  if (pdf.numPages > FILE_LIMITS.pages)
    throw new FileProblem(
      `This PDF has ${pdf.numPages.toLocaleString("en-US")} pages. At most ${FILE_LIMITS.pages} are read: split it.`
    );
  const pages = [];
  let texts = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number).catch(damaged);
    const { items } = await page.getTextContent().catch(damaged);
    texts += items.length;
    if (texts > FILE_LIMITS.texts) throw tooLarge();
    pages.push(
      items.flatMap((item) => {
        if (!("str" in item) || item.str.trim() === "") return [];
        const { str, transform, width, height } = item;
        return [{ text: str, x: transform[4], y: transform[5], width, height }];
      })
    );
  }
  if (pages.every((page) => page.length === 0))
    throw new FileProblem(
      "This PDF is a scan: a picture without text. Ask the vendor for the file it was printed from."
    );
  return rowsOfPages(pages);
}

// mf-commissions/src/bank/files/csv/grammar.ts
import Papa2 from "papaparse";
var LONGEST_LINE = 1e5;
var AROUND = 1e3;
function checkShape(source) {
  let lines = 0;
  for (let from = 0; from < source.length; lines += 1) {
    const end = source.indexOf("\n", from);
    const next = end < 0 ? source.length : end + 1;
    if (next - from > LONGEST_LINE && !source.slice(from, next).includes("\r"))
      throw new FileProblem(
        "The file holds a line of more than 100,000 characters. That is no list of movements."
      );
    from = next;
  }
  checkCount(lines - AROUND);
}
var parse = (source, delimiter) => Papa2.parse(source, { delimiter, skipEmptyLines: false });
function csvRows(source, chosen) {
  checkShape(source);
  const { text, skipped, delimiter: found } = findDelimiter(source);
  const delimiter = chosen ?? found;
  const { data, errors } = parse(text, delimiter);
  const rows = [];
  let line = 1 + skipped;
  const lines = data.map((cells) => {
    const at2 = line;
    line += 1 + cells.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    if (cells.length > FILE_LIMITS.columns) throw new FileProblem("The file has more than 200 columns.");
    if (cells.some((cell) => cell.length > FILE_LIMITS.cell))
      throw new FileProblem(
        `Line ${at2} holds a cell of more than 10,000 characters: a quotation mark may not be closed.`
      );
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line: at2, cells });
    return at2;
  });
  const open = errors.find(({ code }) => code === "MissingQuotes");
  if (open) {
    const at2 = lines[open.row ?? 0] ?? 1;
    throw new FileProblem(
      `A quotation mark in line ${at2} is not closed: the file is cut off or damaged. Download it again.`
    );
  }
  checkCount(rows.length - AROUND);
  if (!rows.some(({ cells }) => cells.length > 1))
    throw new FileProblem("This is no bank file: neither a table (CSV) nor OFX, QIF, CAMT.053 or MT940.");
  return { delimiter, rows };
}

// mf-commissions/src/bank/statements/reader/cells.ts
var AMOUNT = /\d[.,]\d{2}(?!\d)/;
var THOUSANDS = /(?<![\w-])[-+]?[$€£]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)/g;
var DECIMAL_COMMA = /(?<![\w-])[-+]?[$€£]?\d+(?:\.\d{3})*,\d{2}(?![\d.])/g;
var evenLines = (text) => text.replace(/\r\n|\r|\u0085|\u2028/g, "\n");
function delimiterOf(text) {
  const written3 = text.split("\n").filter((line) => line.trim() !== "");
  const withAmount = written3.filter((line) => AMOUNT.test(line));
  const lines = withAmount.length > 0 ? withAmount : written3;
  const most = (test) => lines.filter(test).length * 2 > lines.length;
  for (const delimiter of ["	", ";", "|"])
    if (most((line) => line.includes(delimiter))) return delimiter;
  const commas = (line) => line.replace(THOUSANDS, "").includes(",");
  const besideDecimals = (line) => commas(line.replace(DECIMAL_COMMA, ""));
  return most(besideDecimals) ? "," : null;
}
function blankCells(line) {
  const wide = line.trim().split(/\s{2,}/);
  if (wide.length > 1) return wide;
  const [, first, middle = "", last] = /^(\S+)(?:\s+(.*?))?\s+(\S+)$/.exec(line.trim()) ?? [];
  return first !== void 0 && last !== void 0 ? [first, middle, last] : [line.trim()];
}
function rowsOfText(source) {
  const text = evenLines(source);
  const delimiter = delimiterOf(text);
  if (delimiter) return csvRows(text, delimiter).rows;
  return text.split("\n").map((line, index) => ({ line: index + 1, cells: blankCells(line) })).filter(({ cells }) => cells.some((cell) => cell !== ""));
}
var textOfRows = (rows) => rows.map(({ cells }) => cells.map((cell) => cell.replace(/[\s"]+/g, " ").trim()).join("	")).join("\n");

// mf-commissions/src/bank/statements/file/pdf-unpacked.ts
import { FlateErrorCode, Inflate } from "fflate";

// mf-commissions/src/bank/statements/file/pdf-ascii.ts
var [TAB, LF, CR, SPACE] = [9, 10, 13, 32];
var [FIRST, LAST, ZEROS, END] = ["!", "u", "z", "~"].map((letter) => letter.charCodeAt(0));
var isBlank = (code) => code === SPACE || code === TAB || code === LF || code === CR;
function ascii85() {
  const group = [];
  let isOver = false;
  const bytesOf = (codes) => {
    const value = [...codes, LAST, LAST, LAST, LAST].slice(0, 5).reduce((sum, code) => sum * 85 + code - FIRST, 0);
    return [value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255).slice(0, codes.length - 1);
  };
  return (piece) => {
    const bytes = [];
    for (const code of piece) {
      if (isOver) break;
      if (isBlank(code)) continue;
      if (code === END) {
        isOver = true;
        if (group.length > 1) bytes.push(...bytesOf(group));
      } else if (code === ZEROS && group.length === 0) bytes.push(0, 0, 0, 0);
      else if (group.push(code) === 5) bytes.push(...bytesOf(group.splice(0)));
    }
    return Uint8Array.from(bytes);
  };
}
function asciiHex() {
  let first = "";
  let isOver = false;
  return (piece) => {
    const bytes = [];
    for (const code of piece) {
      const letter = String.fromCharCode(code);
      isOver ||= letter === ">";
      if (isOver) break;
      if (!/[\da-f]/i.test(letter)) continue;
      if (first === "") first = letter;
      else {
        bytes.push(parseInt(first + letter, 16));
        first = "";
      }
    }
    return Uint8Array.from(bytes);
  };
}

// mf-commissions/src/bank/statements/file/pdf-filters.ts
var NOT_COUNTED = /* @__PURE__ */ new Set(["LZW", "LZWDecode", "RL", "RunLengthDecode"]);
var ASCII = /* @__PURE__ */ new Set(["A85", "ASCII85Decode", "AHx", "ASCIIHexDecode"]);
var FILTER = /* @__PURE__ */ new Set(["/F", "/Filter"]);
var latin1 = new TextDecoder("latin1");
var TOKEN = /\/[^\0\s()<>[\]{}/%]*|[[\]]|[^\0\s()<>[\]{}/%]+/g;
var plain2 = (token) => token.startsWith("/") ? token.replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(parseInt(code, 16))) : token;
function standElsewhere(tokens, from) {
  if (tokens[from] !== "[") return tokens[from]?.startsWith("/") !== true;
  const end = tokens.indexOf("]", from);
  return !tokens.slice(from + 1, end < 0 ? tokens.length : end).every((token) => token.startsWith("/"));
}
function asciiLayers(before) {
  const tokens = (latin1.decode(before).match(TOKEN) ?? []).map(plain2);
  if (tokens.some((token) => NOT_COUNTED.has(token.slice(1)) && token.startsWith("/"))) return null;
  const dictionary = tokens.slice(tokens.lastIndexOf("obj") + 1);
  if (dictionary.some((token, at2) => FILTER.has(token) && standElsewhere(dictionary, at2 + 1))) return null;
  return tokens.filter((token) => token.startsWith("/") && ASCII.has(token.slice(1))).length;
}

// mf-commissions/src/bank/statements/file/pdf-unpacked.ts
var CHUNK = 4096;
var [LF2, CR2] = [10, 13];
var lettersOf = (word) => Uint8Array.from(word, (letter) => letter.charCodeAt(0));
var [BEGIN, END2] = [lettersOf("stream"), lettersOf("endstream")];
function find(bytes, word, from) {
  const [first = 0] = word;
  let at2 = bytes.indexOf(first, from);
  while (at2 >= 0 && !word.every((code, index) => bytes[at2 + index] === code))
    at2 = bytes.indexOf(first, at2 + 1);
  return at2;
}
function dataBehind(bytes, word) {
  let at2 = word + BEGIN.length;
  while (at2 < bytes.length && bytes[at2] !== LF2 && bytes[at2] !== CR2) at2 += 1;
  return bytes[at2] === CR2 && bytes[at2 + 1] === LF2 ? at2 + 2 : at2 + 1;
}
var isPacked = (method, flags) => (method & 15) === 8 && ((method << 8) + flags) % 31 === 0 && (flags & 32) === 0;
var Unpacking = class _Unpacking {
  /** @param layers how many times it may be written as letters, too */
  constructor(onPiece, layers) {
    this.onPiece = onPiece;
    this.layers = layers;
    const decoders = layers > 0 ? [ascii85(), asciiHex()] : [];
    this.texts = decoders.map((decode2) => ({ decode: decode2, inner: null }));
  }
  onPiece;
  layers;
  head = [];
  inner = null;
  isOpen = true;
  stream = new Inflate((piece) => {
    this.inner ??= new _Unpacking(this.onPiece, this.layers);
    this.pass(piece, this.inner);
  });
  texts;
  pass(piece, inner) {
    this.onPiece(piece.length);
    inner.push(piece, false);
  }
  /** @returns false when the data ends in the middle */
  push(piece, isLast) {
    for (const text of this.texts) {
      const decoded = text.decode(piece);
      if (decoded.length > 0)
        this.pass(decoded, text.inner ??= new _Unpacking(this.onPiece, this.layers - 1));
    }
    let from = 0;
    while (this.head.length < 2 && from < piece.length) this.head.push(piece[from++] ?? 0);
    const [method = 0, flags = 0] = this.head;
    if (this.head.length === 2 && !isPacked(method, flags)) this.isOpen = false;
    if (!this.isOpen || this.head.length < 2) return true;
    try {
      this.stream.push(piece.subarray(from), isLast);
    } catch (error) {
      if (error instanceof FileProblem) throw error;
      this.isOpen = false;
      return error.code !== FlateErrorCode.UnexpectedEOF;
    }
    return true;
  }
};
function checkUnpackedSize(bytes) {
  let read = 0;
  const count = (size) => {
    read += size;
    if (read > FILE_LIMITS.unpacked)
      throw new FileProblem(
        "This PDF is too large to be a statement. Ask the vendor for a CSV file or a workbook."
      );
  };
  const isWhole = (data, layers) => {
    const stream = new Unpacking(count, layers);
    for (let from = 0; from < data.length; from += CHUNK) {
      const piece = data.subarray(from, from + CHUNK);
      count(piece.length);
      if (!stream.push(piece, from + CHUNK >= data.length)) return false;
    }
    return true;
  };
  let [begun, ended] = [0, 0];
  for (let word = find(bytes, BEGIN, 0); word >= 0; word = find(bytes, BEGIN, word + 1)) {
    const at2 = dataBehind(bytes, word);
    const isEnd = END2.every((code, index) => bytes[word - END2.length + BEGIN.length + index] === code);
    const layers = isEnd ? 0 : asciiLayers(bytes.subarray(word < ended ? begun : ended, word));
    if (layers === null)
      throw new FileProblem(
        "This PDF is packed in an old way that is not read. Ask the vendor for a CSV file or a workbook."
      );
    let end = at2;
    let data;
    do {
      const next = find(bytes, END2, end);
      end = next < 0 ? bytes.length : next + END2.length;
      data = bytes.subarray(at2, next < 0 ? end : next);
    } while (!isWhole(data, layers) && end < bytes.length);
    if (!isEnd) [begun, ended] = [at2, Math.max(ended, end)];
  }
}

// mf-commissions/src/bank/statements/file/rows-of-bytes.ts
var begins = (bytes, start) => [...start].every((letter, index) => bytes[index] === letter.charCodeAt(0));
var clean = (rows) => rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.replace(/[\0\p{Cs}]/gu, "")) }));
async function rowsOfBytes(bytes, name, open) {
  if (begins(bytes, "%PDF-")) {
    checkUnpackedSize(bytes);
    return { rows: clean(await open.pdf(bytes)), type: "application/pdf" };
  }
  if (begins(bytes, "PK")) {
    return {
      rows: clean(await open.workbook(bytes)),
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    };
  }
  if (bytes.includes(0) && !begins(bytes, "ÿþ") && !begins(bytes, "þÿ"))
    throw new FileProblem("Choose a PDF, a workbook (XLSX) or a CSV file.");
  const buffer = bytes.slice().buffer;
  const text = decode(buffer, guessEncoding(buffer));
  return { rows: clean(rowsOfText(text)), type: /\.(csv|tsv)$/i.test(name) ? "text/csv" : "text/plain" };
}

// mf-commissions/src/bank/statements/file/workbook-rows.ts
import { strFromU8, unzipSync } from "fflate";

// mf-commissions/src/bank/files/xml-tree.ts
import { SaxesParser } from "saxes";
function xmlTree(source) {
  const root = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  let elements = 0;
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new FileProblem(
      /unclosed|document must contain|unexpected end/i.test(error.message) ? "The file ends in the middle. Download it again." : "This XML file is damaged. Download it again."
    );
  });
  parser.on("doctype", () => {
    throw new FileProblem("The file defines entities of its own, which no bank needs. It is not read.");
  });
  parser.on("opentag", ({ name, attributes }) => {
    elements += 1;
    if (open.length > FILE_LIMITS.depth || elements > FILE_LIMITS.elements)
      throw new FileProblem("This XML file is no statement of a bank.");
    const element = { name: name.replace(/^.*:/, ""), attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element && element.text.length < FILE_LIMITS.cell) element.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(source).close();
  return root;
}
function all(from, path) {
  let found = from ? [from] : [];
  for (const name of path.split("/"))
    found = found.flatMap((each) => each.children.filter((child) => child.name === name));
  return found;
}

// mf-commissions/src/bank/statements/file/workbook-rows.ts
var WANTED = /^xl\/(workbook\.xml|sharedStrings\.xml|worksheets\/sheet\d+\.xml)$/;
var textIn = ({ name, text, children }) => name === "rPh" ? "" : (name === "t" ? text : "") + children.map(textIn).join("");
var columnOf = (place) => [.../^[A-Z]+/.exec(place)?.[0] ?? ""].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
var written2 = (value) => /^-?\d+\.\d+(E[-+]?\d+)?$/i.test(value) ? Number(value).toFixed(2) : value;
function cellText(cell, strings) {
  const value = all(cell, "v")[0]?.text ?? "";
  if (cell.attributes["t"] === "s") return strings[Number(value)] ?? "";
  if (cell.attributes["t"] === "inlineStr") return textIn(cell);
  return cell.attributes["t"] === "str" ? value : written2(value);
}
function workbookRows(bytes) {
  let unpacked = 0;
  let files;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!WANTED.test(name)) return false;
        unpacked += originalSize + size;
        if (!(unpacked <= FILE_LIMITS.unpacked))
          throw new FileProblem("This workbook is too large to be a statement.");
        return true;
      }
    });
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem("This workbook is damaged. Save it again, or as CSV.");
  }
  if (!files["xl/workbook.xml"]) throw new FileProblem("Choose a PDF, a workbook (XLSX) or a CSV file.");
  const tree = (name) => files[name] ? xmlTree(strFromU8(files[name])) : void 0;
  const strings = all(tree("xl/sharedStrings.xml"), "sst/si").map(textIn);
  const rows = [];
  const sheets = Object.keys(files).filter((name) => name.startsWith("xl/worksheets/")).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  for (const name of sheets)
    for (const row of all(tree(name), "worksheet/sheetData/row")) {
      const cells = [];
      for (const cell of all(row, "c")) {
        const column = columnOf(cell.attributes["r"] ?? "");
        if (column >= 200) continue;
        cells[column < 0 ? cells.length : column] = cellText(cell, strings);
      }
      const line = rows.length + 1;
      if (cells.some((cell) => cell?.trim()))
        rows.push({ line, cells: Array.from(cells, (cell) => cell ?? "") });
    }
  return rows;
}

// mf-commissions/src/bank/statements/reader/left-out.ts
var MOST_ROWS = 1e3;
var leftOutOf = ({ leftOut, problems }) => [...leftOut, ...problems.map(({ line, why }) => ({ line, why: "amount", text: why }))].slice(
  0,
  MOST_ROWS
);

// mf-commissions/src/bank/files/amount.ts
var no = (why) => ({ ok: false, why });
var MOST = toCents(LIMITS.amountMax);
function unwrap(text) {
  const amount = plainText(text);
  const [, word] = /(?:[\d)€£¥$]|[\s\d][A-Z]{3}\s)\s?(CR|DR|C|D|H|S)$/i.exec(amount) ?? [];
  const said = word ? amount.slice(0, -word.length).trim() : amount;
  const inside = said.replace(/\((.*)\)/, "$1");
  const found = bareNumber(inside);
  if (!found || !found.marks.every(isOfMoney)) return null;
  const others = [word !== void 0, inside !== said, found.signed].filter(Boolean).length;
  if (others > 1) return null;
  const negative = found.negative || inside !== said || /^[DS]/i.test(word ?? "");
  return { ...found, negative, signed: others === 1 };
}
var isOfMoney = (mark) => /^[A-Z]{3}$/.test(mark) || currencyOfMark(mark, "USD") !== "none";
function readAmount(text, decimal, currency) {
  if (/^\s*[=@]/.test(text)) return no("This is a formula, not an amount.");
  const found = unwrap(text);
  if (!found) return no("This is not an amount.");
  if (currency && found.marks.some((mark) => currencyOfMark(mark, currency) !== "own"))
    return no(moneyProblem("moneyOtherCurrency", currency));
  const read = readDigits(found.digits, decimal, true);
  if (read.ok) {
    if (read.hundredths > MOST) return no("This amount is too large.");
    return { ok: true, cents: found.negative && read.hundredths > 0 ? -read.hundredths : read.hundredths };
  }
  if (read.problem === "tooManyDecimals") return no("This amount has more than two decimals.");
  return no(
    read.problem === "otherSign" ? `This amount is not written with “${decimal}” before its decimals.` : "This is not an amount."
  );
}
function centsText(cents) {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
var decimalIn = (amounts) => provenDecimal(amounts.map((amount) => unwrap(amount)?.digits ?? ""));

// mf-commissions/src/bank/statements/reader/references.ts
var keyOf = (text) => text.toUpperCase().replace(/[^A-Z0-9]/g, "");
var numberOf = (text) => {
  const [digits = ""] = /\d{4,}/.exec(text) ?? [];
  return digits.replace(/^0+/, "");
};
var TAIL = /[-/.]\d{1,2}$/;
function knownIn(references) {
  const keys = new Set(references.map(keyOf).filter((key) => key.length >= 3));
  const numbers = new Set(references.map(numberOf).filter((number) => number.length >= 4));
  return (cell) => {
    const text = cell.trim();
    if (text === "" || text.length > 60 || keys.size === 0) return false;
    const number = numberOf(text);
    return keys.has(keyOf(text)) || keys.has(keyOf(text.replace(TAIL, ""))) || number !== "" && numbers.has(number);
  };
}
var looksLikeReference = (cell) => {
  const text = cell.trim();
  return text.length <= 40 && keyOf(text).length >= 3 && /\d/.test(text) && text.split(/\s+/).length <= 2 && !/[$€£%]|\d[.,]\d{2}\s?(cr|dr|-)?$/i.test(text) && /^[\p{L}\d][\p{L}\d\-/._# ]*$/u.test(text);
};

// mf-commissions/src/bank/files/csv/roles.ts
var folded2 = (header) => header.normalize("NFKD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();

// mf-commissions/src/bank/statements/reader/words.ts
var HEADS = {
  commission: /commission|comm\b|provision|courtage|due you|your share|payable|earned|vergutung/,
  amount: /amount|betrag|montant|importe|paid|payment|net\b|netto|total|summe|due\b|usd|eur|gbp/,
  /** What came now, where another column says what was due, or came before. */
  paidNow: /this (payment|remittance)|amount paid|commission paid|paid (now|amount)|current payment|auszahlung|remitted/,
  paidBefore: /previous|prior|already|to date|bisher/,
  gross: /gross|brutto|fare|price|sale|sold|revenue|reisepreis|booking (value|total|amount)|base|umsatz|package|cost/,
  rate: /rate|percent|\bpct\b|satz|level|taux/,
  booking: /booking|confirm|reserv|folio|voucher|\bpnr\b|locator|itinerary|buchung|vorgang|dossier|\btrip\b|\bfile\b/,
  reference: /\bref|\bno\b|number|nummer|\bnr\b|\bid\b/,
  /** References of the payment, not of what it pays. */
  ofPayment: /payment|check|cheque|remit|batch|invoice|agency|agent|iata|account|arc\b|zahlung|\bwire\b|statement|kunden|rechnung/,
  name: /name|guest|passenger|pax|travel|reisend|customer|client|kunde|gast|lead|party/,
  ofOthers: /agent|agency|advisor|ship|vessel|hotel|vendor|product|supplier|reiseburo|schiff/,
  day: /date|sail|depart|travel|check in|check out|datum|reise|\bfrom\b|\bto\b|start|end/
};
var says = (head, what) => HEADS[what].test(folded2(head));
var SUM = /^(sub ?total|(grand |page |report |statement |agency |commission |overall |running )*totals?\b|sum\b|summe|gesamt|zwischensumme|end(summe|betrag)|ubertrag|saldo|total(e|es)?\b|totaal|somme|suma|importe total|net\b|netto|gross (commission|amount|payment)|amount (due|paid|payable)|balance|(carried|brought) (forward|over)|payment (total|amount)|deposit|your payment|auszahlung|zahlbetrag|uberweisung)/;
var SUM_BEHIND = /\b(total|totals|subtotal|summe|gesamt|net deposit|net payment)$/;
var FEE = /\b(fee|fees|charges?|gebuhr(en)?|bearbeitungsgebuhr|servicegebuhr|bankgebuhr|frais|spesen|withheld|withholding|deductions?|abzug|handling)\b|gebuhr/;
var isSum = (words) => {
  const said = folded2(words);
  return SUM.test(said) || SUM_BEHIND.test(said);
};
var isFee = (words) => {
  const said = folded2(words);
  return FEE.test(said) && !/^(net|netto|total|sub ?total|summe|gesamt|balance|amount)\b/.test(said);
};
var isHeadCell = (cell) => {
  const said = folded2(cell);
  return cell.trim().length <= 32 && said.split(" ").length <= 4 && !/\d{3}/.test(said) && Object.keys(HEADS).some((what) => HEADS[what].test(said));
};
function isHeadRow(cells) {
  const written3 = cells.filter((cell) => cell.trim() !== "");
  const heads = written3.filter(isHeadCell).length;
  return heads >= 2 && heads * 2 > written3.length && written3.every((cell) => cell.trim().length <= 40);
}

// mf-commissions/src/bank/statements/reader/columns.ts
var at = (row, column) => row.cells[column]?.trim() ?? "";
var widthOf = (rows) => Math.max(0, ...rows.map(({ cells }) => cells.length));
var share = (cells, test) => cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
var distinct = (cells) => cells.length < 2 ? 1 : new Set(cells).size / cells.length;
var cellsOf2 = (rows, column) => rows.map((row) => at(row, column)).filter((cell) => cell !== "");
var WITH_DECIMALS = /\d[.,]\d{2}(?!\d)|[$€£]/;
var isDay = (cell) => looksLikeDay(cell) && (!/^\d+$/.test(cell) || /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(cell));
var isLocator = (cell) => /^[A-Z]{5,8}$/.test(cell);
var hasDecimals = (rows, columns) => columns.some((column) => cellsOf2(rows, column).some((cell) => WITH_DECIMALS.test(cell)));
function moneyColumns(rows, { cents }) {
  const all2 = Array.from({ length: widthOf(rows) }, (_, column) => column).filter((column) => {
    const cells = cellsOf2(rows, column);
    return cells.length * 3 >= rows.length && share(cells, (cell) => cents(cell) !== null) >= 0.5;
  });
  const decimal = all2.filter(
    (column) => share(cellsOf2(rows, column), (cell) => WITH_DECIMALS.test(cell)) >= 0.5
  );
  return decimal.length > 0 ? decimal : all2;
}
var isShareOf = (rows, amount, gross, { cents }) => {
  const pairs = rows.flatMap((row) => {
    const [part, whole] = [cents(at(row, amount)), cents(at(row, gross))];
    return part === null || whole === null || whole === 0 ? [] : [part / whole];
  });
  return pairs.length > 0 && pairs.every((each) => Math.abs(each) > 0 && Math.abs(each) < 0.6);
};
function amountPoints(head, column, rows, money, reading) {
  const cells = cellsOf2(rows, column);
  let points = 0;
  if (says(head, "commission")) points += 3;
  if (says(head, "amount")) points += 1;
  if (says(head, "paidNow")) points += 4;
  if (says(head, "paidBefore")) points -= 6;
  if (says(head, "gross") && !says(head, "commission")) points -= 3;
  if (says(head, "rate")) points -= 5;
  if (cells.length > 2 && distinct(cells) * cells.length === 1 && Math.abs(reading.cents(cells[0] ?? "") ?? 0) <= 1e4)
    points -= 4;
  if (share(cells, reading.knows) > 0.3) points -= 6;
  if (money.some((other) => other !== column && isShareOf(rows, column, other, reading))) points += 2;
  if (money.some((other) => other !== column && isShareOf(rows, other, column, reading))) points -= 2;
  return points;
}
function amountColumns(head, rows, reading) {
  const money = moneyColumns(rows, reading);
  return money.map((column) => ({ column, points: amountPoints(head[column] ?? "", column, rows, money, reading) })).sort((a, b) => b.points - a.points || b.column - a.column).map(({ column }) => column);
}
function referencePoints(head, cells, { knows }) {
  let points = share(cells, knows) * 12;
  if (says(head, "booking")) points += 3;
  if (says(head, "reference")) points += 1;
  if (says(head, "ofPayment")) points -= 3;
  const named = says(head, "booking") || says(head, "reference");
  const like = share(cells, (cell) => looksLikeReference(cell) || named && isLocator(cell));
  return points + like * 3 + (like > 0 ? distinct(cells) * 2 : 0);
}
function namePoints(head, cells) {
  const like = share(cells, (cell) => /\p{L}{2}/u.test(cell) && !/\d{2}/.test(cell));
  if (like === 0) return 0;
  let points = like * 2 + distinct(cells);
  if (says(head, "name")) points += 3;
  if (says(head, "ofOthers")) points -= 3;
  if (share(cells, (cell) => /\p{L}{2}\s?[,/]\s?\p{L}/u.test(cell)) > 0.5) points += 1;
  return points;
}
function best(columns, points, least) {
  let found = { column: -1, points: least };
  for (const column of columns) {
    const own = points(column);
    if (own > found.points || found.column < 0 && own === least) found = { column, points: own };
  }
  return found.column;
}
function columnsBeside(amount, head, rows, reading) {
  const money = moneyColumns(rows, reading);
  const others = Array.from({ length: widthOf(rows) }, (_, column) => column).filter(
    (column) => column !== amount
  );
  const days = others.filter(
    (column) => share(cellsOf2(rows, column), (cell) => isDay(cell) && !reading.knows(cell)) >= 0.7
  );
  const free = others.filter(
    (column) => !days.includes(column) && !(money.includes(column) && share(cellsOf2(rows, column), (cell) => WITH_DECIMALS.test(cell)) > 0.5) && !says(head[column] ?? "", "rate")
  );
  const reference = best(
    free,
    (column) => referencePoints(head[column] ?? "", cellsOf2(rows, column), reading),
    2
  );
  const name = best(
    free.filter((column) => column !== reference),
    (column) => namePoints(head[column] ?? "", cellsOf2(rows, column)),
    1.2
  );
  const gross = money.find(
    (column) => column !== amount && (says(head[column] ?? "", "gross") || head.length === 0 && isShareOf(rows, amount, column, reading))
  );
  return { amount, reference, name, gross: gross ?? -1, days };
}

// mf-commissions/src/bank/statements/reader/tables.ts
var headKey = (cells) => cells.map((cell) => cell.trim().toLowerCase()).join("");
function tablesOf(rows, hasAmount) {
  const byHead = /* @__PURE__ */ new Map();
  const heads = [];
  let current = { head: [], rows: [] };
  byHead.set("", current);
  for (const row of rows) {
    if (hasAmount(row) || !isHeadRow(row.cells)) {
      current.rows.push(row);
      continue;
    }
    heads.push(row);
    const key = headKey(row.cells);
    const known = byHead.get(key);
    current = known ?? { head: row.cells, rows: [] };
    if (!known) byHead.set(key, current);
  }
  const tables = [...byHead.values()].filter((table) => table.rows.some(hasAmount));
  return { tables, heads };
}

// mf-commissions/src/bank/statements/reader/types.ts
var STATEMENT_MOST = 500;

// mf-commissions/src/bank/statements/reader/read-rows.ts
var AT_MOST_TRIED = 200;
var textOf = (row) => row.cells.map((cell) => cell.trim()).filter(Boolean).join(" ").slice(0, 300);
var isLetterhead = ({ table, bookings, columns }, all2) => table.head.length === 0 && !hasDecimals(bookings, columns) && all2.some((other) => other.table.head.length > 0 && hasDecimals(other.bookings, other.columns));
var StatementReader = class {
  constructor(rows, money, hints) {
    this.rows = rows;
    this.money = money;
    this.hints = hints;
    const written3 = rows.flatMap((row) => row.cells).filter((cell) => /\d[.,]\d{2}(?!\d)/.test(cell));
    this.decimal = (written3.length > 0 ? decimalIn(written3) : null) ?? decimalOf(money.notation ?? notationOf(money.currency));
    this.reading = {
      cents: (cell) => {
        const read = readAmount(cell, this.decimal);
        return read.ok ? read.cents : null;
      },
      knows: knownIn(hints.references ?? [])
    };
  }
  rows;
  money;
  hints;
  reading;
  decimal;
  amountsOf = (row) => row.cells.flatMap((cell) => {
    const cents = this.reading.cents(cell);
    return cents === null ? [] : [cents];
  });
  isMoney = (cell) => this.reading.cents(cell) !== null;
  /** The words of a row: what is neither an amount nor a percentage. */
  wordsOf = (row) => row.cells.filter((cell) => !this.isMoney(cell) && !/^\s*-?[\d.,]+\s*%\s*$/.test(cell)).map((cell) => cell.trim()).filter(Boolean).join(" ");
  /** A row that names a booking stays one, whatever else it says. */
  kindOf(row) {
    if (this.amountsOf(row).length === 0) return row.cells.some(this.reading.knows) ? "booking" : "text";
    if (row.cells.some(this.reading.knows)) return "booking";
    const words = this.wordsOf(row);
    const named = row.cells.some(
      (cell) => looksLikeReference(cell) && !this.isMoney(cell) && !isSum(cell) && !isFee(cell)
    );
    if (isFee(words) && !named) return "fee";
    if (isSum(words) && (!named || isSum(row.cells.find((cell) => cell.trim() !== "") ?? ""))) return "sum";
    return "booking";
  }
  sort(table) {
    const kinds = new Map(table.rows.map((row) => [row, this.kindOf(row)]));
    const of = (kind) => table.rows.filter((row) => kinds.get(row) === kind);
    const bookings = of("booking").filter((row) => row.cells.filter((cell) => cell.trim() !== "").length > 1);
    const columns = amountColumns(table.head, bookings, this.reading);
    return { table, kinds, bookings, fees: of("fee"), columns };
  }
  sumOf = (rows, column) => rows.reduce((sum, row) => sum + (this.reading.cents(row.cells[column] ?? "") ?? 0), 0);
  feeOf = (row) => Math.abs(this.amountsOf(row).at(-1) ?? 0);
  /** Which columns add up to the deposit, or to what the statement says; likeliest first, and those first where nothing adds up. */
  choose(all2) {
    let choices = [
      { columns: [], total: 0, skipped: 0 }
    ];
    for (const { columns, bookings } of all2) {
      const own = [...columns.slice(0, 4), ...all2.length > 1 ? [null] : []];
      choices = choices.flatMap(
        (before) => own.map((column) => ({
          columns: [...before.columns, column],
          total: before.total + (column === null ? 0 : this.sumOf(bookings, column)),
          skipped: before.skipped + (column === null ? 1 : 0)
        }))
      ).slice(0, AT_MOST_TRIED);
    }
    const fee = all2.flatMap(({ fees }) => fees).reduce((sum, row) => sum + this.feeOf(row), 0);
    const byLeastSkipped = [...choices].sort((a, b) => a.skipped - b.skipped);
    const { deposit } = this.hints;
    const stated = new Set(
      all2.flatMap(
        ({ table, kinds }) => table.rows.filter((row) => kinds.get(row) === "sum").flatMap((row) => this.amountsOf(row))
      )
    );
    const found = (deposit === void 0 ? void 0 : byLeastSkipped.find(({ total }) => total === deposit || total - fee === deposit)) ?? byLeastSkipped.find(
      ({ total, skipped }) => total !== 0 && skipped === 0 && fee !== 0 && stated.has(total - fee)
    ) ?? this.likeliest(
      byLeastSkipped.filter(({ skipped }) => skipped === 0),
      stated
    ) ?? byLeastSkipped[0];
    return {
      total: found?.total ?? 0,
      parts: all2.map((sorted, index) => {
        const column = found?.columns[index] ?? null;
        return {
          sorted,
          columns: column === null ? null : columnsBeside(column, sorted.table.head, sorted.bookings, this.reading)
        };
      })
    };
  }
  /** The first choice, unless only others are what the statement says it adds up to. */
  likeliest(choices, stated) {
    const [first] = choices;
    if (!first || stated.has(first.total)) return first;
    return choices.find(({ total }) => total !== 0 && stated.has(total)) ?? first;
  }
  read() {
    const { tables, heads } = tablesOf(this.rows, (row) => this.amountsOf(row).length > 0);
    const withAmounts = tables.map((table) => this.sort(table)).filter(({ columns }) => columns.length > 0);
    const all2 = withAmounts.filter((sorted) => !isLetterhead(sorted, withAmounts));
    if (all2.length === 0) throw new FileProblem("No line of this has an amount.");
    const { parts } = this.choose(all2);
    const read = { lines: [], total: 0, fees: [], fee: 0, leftOut: [], problems: [] };
    const seen = /* @__PURE__ */ new Set();
    for (const { sorted, columns } of parts) {
      for (const row of sorted.table.rows) {
        seen.add(row);
        this.take(row, sorted, columns, read);
      }
    }
    const leave = (row, why) => read.leftOut.push({ line: row.line, why, text: textOf(row) });
    for (const row of this.rows) if (!seen.has(row)) leave(row, heads.includes(row) ? "head" : "text");
    read.leftOut.sort((a, b) => a.line - b.line);
    read.lines.sort((a, b) => a.line - b.line);
    this.withoutUntakenFees(read);
    if (read.lines.length > STATEMENT_MOST)
      throw new FileProblem(`A statement has at most ${STATEMENT_MOST} lines.`);
    return read;
  }
  /** Where the deposit is the whole sum, nobody kept the fee. */
  withoutUntakenFees(read) {
    if (read.fee === 0 || read.total !== this.hints.deposit) return;
    for (const { line, text } of read.fees) read.leftOut.push({ line, why: "sum", text });
    read.fees = [];
    read.fee = 0;
  }
  take(row, { kinds, bookings }, columns, read) {
    const kind = kinds.get(row);
    const leave = (why) => read.leftOut.push({ line: row.line, why, text: textOf(row) });
    if (kind === "fee") {
      const cents = this.feeOf(row);
      if (cents === 0) return void leave("sum");
      read.fees.push({ line: row.line, text: this.wordsOf(row).slice(0, 100), amount: centsText(cents) });
      read.fee += cents;
      return;
    }
    if (kind === "sum") return void leave("sum");
    if (columns === null) return void leave(kind === "booking" ? "other_table" : "text");
    const cell = (column) => row.cells[column]?.trim().slice(0, 300) || null;
    const reference = cell(columns.reference);
    const written3 = cell(columns.amount);
    const amount = readAmount(written3 ?? "", this.decimal, this.money.currency);
    if (!amount.ok) {
      const names = reference !== null && looksLikeReference(reference);
      if (names && written3 !== null) read.problems.push({ line: row.line, why: amount.why });
      else leave("text");
      return;
    }
    if (!bookings.includes(row)) return void leave("text");
    const name = cell(columns.name);
    if (reference === null && name === null && amount.cents === read.total) return void leave("sum");
    const taken = [columns.amount, columns.reference, columns.name, columns.gross, ...columns.days];
    const gross = columns.gross < 0 ? null : this.reading.cents(row.cells[columns.gross] ?? "");
    const rest = row.cells.filter((_, column) => !taken.includes(column)).map((each) => each.trim()).filter(Boolean).join(" · ");
    read.total += amount.cents;
    read.lines.push({
      line: row.line,
      reference,
      name,
      amount: centsText(amount.cents),
      dates: columns.days.flatMap((column) => cell(column) ?? []).join(" – ").slice(0, 60) || null,
      gross: gross === null ? null : centsText(gross),
      text: rest.slice(0, 300) || null
    });
  }
};
var readRows = (rows, money, hints = {}) => new StatementReader(rows, money, hints).read();
export {
  FileProblem,
  leftOutOf,
  readRows,
  rowsOfBytes,
  rowsOfPdf,
  textOfRows,
  workbookRows
};
