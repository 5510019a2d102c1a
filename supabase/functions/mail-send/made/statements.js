// Made by `npm run gen:functions` from what the app itself says: not to be edited.
// shared/src/domain/dates.ts
var NO_DATE = "N/A";
var calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/;
function utcOf(date) {
  const match = calendarDate.exec(date);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const time = Date.UTC(year, month - 1, day);
  const back = new Date(time);
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? time : null;
}
var formats = /* @__PURE__ */ new Map();
function formatOf(language, options) {
  const key = language + JSON.stringify(options);
  let made = formats.get(key);
  if (!made) formats.set(key, made = new Intl.DateTimeFormat(language, options));
  return made;
}
function format(time, options) {
  return formatOf("en-US", options).format(time).replaceAll(" ", " ");
}
function resolve(input, timeZone) {
  if (!input) return null;
  const calendar = typeof input === "string" ? utcOf(input) : null;
  if (calendar !== null) return { time: calendar, timeZone: "UTC" };
  if (typeof input === "string" && calendarDate.test(input)) return null;
  const time = new Date(input).getTime();
  return Number.isNaN(time) ? null : { time, timeZone };
}
function formatDate(input, timeZone) {
  const at = resolve(input, timeZone);
  return at ? format(at.time, { month: "short", day: "numeric", year: "numeric", timeZone: at.timeZone }) : NO_DATE;
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
var fromCents = (cents) => cents / 100;
function roundHalfAway(value, digits) {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return value;
  const sign = value < 0 ? -1 : 1;
  const [mantissa, exponent = "0"] = Math.abs(value).toString().split("e");
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  return sign * Number(`${shifted}e-${digits}`);
}

// shared/src/domain/column-names.ts
var camelCase = (column) => column.replace(/_([a-z0-9])/g, (_match, letter) => letter.toUpperCase());
var snakeCase = (name) => name.replace(/([a-z])(\d)/g, "$1_$2").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
var KEYED_BY_DATA = /* @__PURE__ */ new Set([
  "buckets",
  "by_category",
  "by_status",
  "checks",
  "groups",
  "names"
]);
var AS_IT_IS = /* @__PURE__ */ new Set(["definition", "mapping", "params", "words"]);
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function renamed(value, rename) {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    const column = snakeCase(key);
    if (AS_IT_IS.has(column)) return [rename(key), inner];
    if (!KEYED_BY_DATA.has(column) || !isObject(inner)) return [rename(key), renamed(inner, rename)];
    return [
      rename(key),
      Object.fromEntries(Object.entries(inner).map(([own, each]) => [own, renamed(each, rename)]))
    ];
  });
  return Object.fromEntries(entries);
}
var fromDatabase = (value) => renamed(value, camelCase);

// shared/src/domain/csv.ts
function neutralize(text) {
  return /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}
function cell(value) {
  if (value === null || value === void 0) return "";
  if (typeof value === "object")
    return /^(0\d+|\d{16,})$/.test(value.digits) ? `"=""${value.digits}"""` : cell(value.digits);
  if (typeof value !== "string") return String(value);
  const text = neutralize(value);
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
function toCsv(head, rows) {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(cell).join(",")}\r
`).join("")}`;
}

// shared/src/words/payout-notes.ts
var KINDS = { service_fee: "Service fee", penalty: "Penalty" };
var ROLES = {
  seller: "Seller",
  co_seller: "Co-seller",
  referral: "Referral"
};
var possessive = (name) => `${name}${name.endsWith("s") ? "’" : "’s"}`;
var longDate = (day) => new Date(day).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
var HEADS = { override: "Override", override_charge: "Override" };
var WORDS = {
  payment_returned: ({ on, reason }) => `Payment of ${longDate(on)} came back: ${reason}`,
  vendor_took_back: ({ vendor, on }) => `${vendor} took commission back on ${longDate(on)}`,
  paid_less: ({ vendor }) => `${vendor} paid less than was expected`,
  expected_again: ({ vendor }) => `${vendor}: what was written off is expected again`,
  share: ({ kind, role, percent }) => [KINDS[kind], ROLES[role] ?? role, `${percent}%`].filter(Boolean).join(", "),
  override: ({ percent, of }) => `${percent}% of ${possessive(of)} commission`,
  override_charge: ({ percent }) => `${percent}% taken from your commission`,
  tier_correction: ({ percent }) => `By tier: split ${percent}%`,
  tier_year: ({ percent, sales, since }) => `${percent > 0 ? `Tier of ${percent}%` : "By tier"}: ${sales} ${sales === 1 ? "sale" : "sales"} since ${longDate(since)}`
};
function payoutNoteParts({ note = null, noteFact, shareFact }) {
  const fact = noteFact ?? shareFact;
  const words = fact ? WORDS[fact.code] : void 0;
  return words && fact ? { head: HEADS[fact.code] ?? null, words: words(fact.params) } : { head: null, words: note };
}
function payoutNote(note) {
  const { head, words } = payoutNoteParts(note);
  return head ? `${head}: ${words}` : words;
}

// mf-commissions/src/payouts/files/agency-lines.ts
var agencyLines = ({ email, phone, postalAddress, taxNumber }) => [...(postalAddress ?? "").split("\n"), email, phone, taxNumber && `Tax number: ${taxNumber}`].map((line) => line?.trim() ?? "").filter((line) => line !== "");

// mf-commissions/src/payouts/parts/payout-words.ts
var partOf = ({
  kind,
  part
}) => part ?? kind;
var LINE_WORDS = {
  commission: "Commission",
  share: "Share",
  override: "Override",
  bonus: "Bonus",
  correction: "Correction",
  recall: "Recall",
  returned: "Came back"
};
var lineWord = (kind) => LINE_WORDS[kind];

// mf-commissions/src/payouts/files/plain-text.ts
var LETTERS = {
  ß: "ss",
  "ẞ": "SS",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "TH",
  ł: "l",
  Ł: "L",
  ı: "i"
};
function plainText(text, length) {
  return [...text.normalize("NFKD")].map((letter) => LETTERS[letter] ?? letter).join("").replace(/\p{M}/gu, "").replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, " ").replace(/ +/g, " ").trim().slice(0, length).trimEnd();
}
var decimal = (cents) => fromCents(cents).toFixed(2);

// mf-commissions/src/payouts/files/statement-notes.ts
var nameOf = ({ number, bookingReference }) => number ? `statement ${number}` : `the payment for ${bookingReference ?? "a commission"}`;
var statementNotes = ({
  void: voided,
  returned,
  currency
}) => [
  ...voided ? [`Voided on ${formatDate(voided.voidedOn)}: ${voided.reason}`] : [],
  ...returned.map(
    (payment) => `Pays ${formatMoneyExact(payment.amount, currency)} again: ${nameOf(payment)} of ${formatDate(payment.paidOn)}, which came back and was voided on ${formatDate(payment.voidedOn)}.`
  )
];

// mf-commissions/src/payouts/files/statement-csv.ts
var money = (amount) => amount === null ? "" : decimal(toCents(amount));
function statementSums(statement) {
  return [
    ["Commissions", statement.commissionAmount],
    ...statement.adjustmentAmount === 0 ? [] : [["Adjustments", statement.adjustmentAmount]],
    ...statement.carriedIn === 0 ? [] : [["Carried in", statement.carriedIn]],
    ["Paid", statement.amount],
    ...statement.carriedOut === 0 ? [] : [["Carried over", statement.carriedOut]]
  ];
}
var HEAD = [
  "Statement",
  "Payout",
  "Paid on",
  "Kind",
  "Booking",
  "Customer",
  "Vendor",
  "Received on",
  "Commission",
  "Share in percent",
  "Note",
  "Amount",
  "Currency"
];
function statementRows(statement) {
  const about = [statement.number, statement.payout, statement.paidOn];
  const end = (kind, amount) => [
    ...about,
    kind,
    ...Array(7).fill(""),
    money(amount),
    statement.currency
  ];
  return [
    ...statement.lines.map((line) => [
      ...about,
      lineWord(partOf(line)),
      line.bookingReference,
      line.customer,
      line.vendor,
      line.receivedOn,
      money(line.commission),
      line.split,
      payoutNote(line),
      money(line.amount),
      statement.currency
    ]),
    ...statementSums(statement).map(([kind, amount]) => end(kind, amount)),
    ...statementNotes(statement).map((text) => [
      ...about,
      "Note",
      ...Array(6).fill(""),
      text,
      "",
      ""
    ])
  ];
}
var agencyRows = ({ number, payout, paidOn, agency }) => [agency.name, ...agencyLines(agency)].map((line) => [
  ...[number, payout, paidOn, "Agency"],
  ...Array(6).fill(""),
  line,
  "",
  ""
]);
var statementCsv = (statement) => toCsv(HEAD, [...statementRows(statement), ...agencyRows(statement)]);

// mf-commissions/src/payouts/files/statement-file-name.ts
function statementFileName({ number, agent }, extension) {
  const name = plainText(agent.lastName, 40).toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${["statement", number, name].filter(Boolean).join("-")}.${extension}`;
}

// mf-commissions/src/payouts/files/mailed-statement.ts
function mailedStatement({ answer, agency }, site) {
  const statement = fromDatabase(answer);
  return {
    subject: `Your statement ${statement.number}`,
    body: [
      `What ${agency} paid you on ${formatDate(statement.paidOn)} stands in statement ${statement.number}. It is attached as a table.`,
      site ? `The statement in Paperplane, also as PDF:
${site}/commissions/statements/${statement.id}` : "The statement is in Paperplane, under My payouts, also as PDF.",
      `To get statements no more by mail, press “Stop sending it to me” ${site ? `here:
${site}/reports` : "on the Reports page."}`
    ].join("\n\n"),
    attachmentName: statementFileName(statement, "csv"),
    attachment: statementCsv(statement)
  };
}
export {
  mailedStatement
};
