// Made by `npm run gen:functions` from what the app itself says: not to be edited.
// shared/src/domain/plural.ts
var counts;
function formatCount(count) {
  return (counts ??= new Intl.NumberFormat("en-US")).format(count);
}
function pluralWord(count, one, many = `${one}s`) {
  return count === 1 ? one : many;
}
function plural(count, one, many) {
  return `${formatCount(count)} ${pluralWord(count, one, many)}`;
}

// shared/src/domain/dates.ts
var NO_DATE = "N/A";
var DAY = 864e5;
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
function formatDay(input, timeZone) {
  const at = resolve(input, timeZone);
  return at ? format(at.time, { month: "short", day: "numeric", timeZone: at.timeZone }) : NO_DATE;
}
function formatDateRange(start, end) {
  const [from, to] = [resolve(start, "UTC"), resolve(end, "UTC")];
  if (!from || !to) return formatDate(from ? start : end, "UTC");
  const [a, b] = [new Date(from.time), new Date(to.time)];
  if (a.getUTCFullYear() !== b.getUTCFullYear()) return `${formatDate(start)} – ${formatDate(end)}`;
  if (a.getUTCMonth() !== b.getUTCMonth()) return `${formatDay(start)} – ${formatDate(end)}`;
  if (a.getUTCDate() === b.getUTCDate()) return formatDate(start);
  return `${formatDay(start)} – ${b.getUTCDate()}, ${b.getUTCFullYear()}`;
}
function addDays(date, days) {
  const time = utcOf(date);
  return time === null ? date : new Date(time + days * DAY).toISOString().slice(0, 10);
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

// shared/src/domain/date-ranges.ts
var DATE_PRESETS = [
  "today",
  "yesterday",
  "thisWeek",
  "lastWeek",
  "thisMonth",
  "last30Days",
  "last90Days",
  "last365Days",
  "thisYear"
];
var DATE_PRESET_LABELS = {
  today: "Today",
  yesterday: "Yesterday",
  thisWeek: "This week",
  lastWeek: "Last week",
  thisMonth: "This month",
  last30Days: "Last 30 days",
  last90Days: "Last 90 days",
  last365Days: "Last 365 days",
  thisYear: "This year"
};
function weekdayOf(date) {
  return (/* @__PURE__ */ new Date(`${date}T00:00:00Z`)).getUTCDay();
}
function startOfMonth(date) {
  return `${date.slice(0, 8)}01`;
}
function addMonths(date, months2) {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return new Date(Date.UTC(year, month - 1 + months2, 1)).toISOString().slice(0, 10);
}
function presetRange(preset, today2) {
  const sunday = addDays(today2, -weekdayOf(today2));
  switch (preset) {
    case "today":
      return { start: today2, end: today2 };
    case "yesterday":
      return { start: addDays(today2, -1), end: addDays(today2, -1) };
    case "thisWeek":
      return { start: sunday, end: addDays(sunday, 6) };
    case "lastWeek":
      return { start: addDays(sunday, -7), end: addDays(sunday, -1) };
    case "thisMonth":
      return { start: startOfMonth(today2), end: addDays(addMonths(today2, 1), -1) };
    case "last30Days":
      return { start: addDays(today2, -29), end: today2 };
    case "last90Days":
      return { start: addDays(today2, -89), end: today2 };
    case "last365Days":
      return { start: addDays(today2, -364), end: today2 };
    case "thisYear":
      return { start: `${today2.slice(0, 4)}-01-01`, end: `${today2.slice(0, 4)}-12-31` };
  }
}
var STANDARD_PRESETS = DATE_PRESETS.map((key) => ({
  key,
  label: DATE_PRESET_LABELS[key],
  range: (today2) => presetRange(key, today2)
}));

// shared/src/domain/names.ts
var clean = (part) => (part ?? "").trim().replace(/\s+/g, " ");
function displayName(person, fallback = "Unknown") {
  return [clean(person?.firstName), clean(person?.lastName)].filter(Boolean).join(" ") || fallback;
}

// shared/src/domain/sale-lines.ts
var LINE_LABELS = {
  fare: "Fare",
  cruise: "Cruise",
  air: "Air",
  hotel: "Hotel",
  tour: "Tour",
  insurance: "Insurance",
  transfer: "Transfer",
  extra: "Extra",
  taxes: "Taxes and fees",
  non_commissionable: "Non-commissionable",
  discount: "Discount",
  service_fee: "Service fee"
};

// shared/src/domain/statuses.ts
var STATUS_LOOKS = {
  booked: { label: "Booked", glyph: "booked", hue: "blue" },
  paid: { label: "Paid", glyph: "check", hue: "green" },
  cancelled: { label: "Cancelled", glyph: "cross", hue: "red" },
  unpaid: { label: "Unpaid", glyph: "dashed", hue: "yellow" },
  funds_received: { label: "Funds received", glyph: "half", hue: "purple" },
  agent_paid: { label: "Agent paid", glyph: "check", hue: "green" },
  draft: { label: "Draft", glyph: "dashed", hue: "gray" },
  approved: { label: "Approved", glyph: "booked", hue: "blue" },
  scheduled: { label: "Scheduled", glyph: "booked", hue: "purple" },
  discarded: { label: "Discarded", glyph: "cross", hue: "red" },
  held: { label: "Held", glyph: "pause", hue: "yellow" }
};
function statusLabel(status) {
  return isStatus(status) ? STATUS_LOOKS[status].label : status;
}
function isStatus(status) {
  return Object.hasOwn(STATUS_LOOKS, status);
}

// shared/src/domain/vendor-terms.ts
var CATEGORY_LABELS = {
  cruise: "Cruises",
  tour: "Tours",
  hotel: "Hotels",
  resort: "Resorts",
  air: "Flights",
  rail: "Rail",
  car: "Car rental",
  ferry: "Ferries",
  insurance: "Insurance",
  other: "Other"
};

// mf-dashboard/src/reports/aging/chase-email.ts
function chaseEmail({ vendor, bookings, currency, from, askedOn }) {
  const money = (amount) => formatMoneyExact(amount, currency);
  const unlisted = vendor.count - bookings.length;
  const lines = bookings.map(
    ({ bookingReference, customer, dueOn, expected }) => `${bookingReference}, ${customer}, due ${formatDate(dueOn)}: ${money(expected)}`
  );
  if (unlisted > 0) lines.push(`and ${plural(unlisted, "more booking")}`);
  return {
    to: vendor.email ?? "",
    subject: `${askedOn ? "Still open: commission" : "Open commission"} on ${plural(vendor.count, "booking")}, ${money(vendor.amount)}`,
    body: [
      "Hello,",
      askedOn ? `on ${formatDate(askedOn)} we asked you for commission. On these bookings we have not received it:` : "we have not received commission on these bookings:",
      lines.join("\n"),
      `Total: ${money(vendor.amount)} ${currency}`,
      "Could you tell us when it was paid, or when we can expect it?",
      `${from.name}
${from.agency}`
    ].join("\n\n")
  };
}

// mf-dashboard/src/reports/mailed/mailed-follow-up.ts
function mailedFollowUp(content) {
  const { askedOn, count, amount, currency, agency, name, bookings } = fromDatabase(content);
  const { subject, body } = chaseEmail({
    vendor: { email: null, count, amount },
    bookings,
    currency,
    from: { name, agency },
    askedOn
  });
  return { subject, body };
}

// mf-dashboard/src/reports/aging/aging.ts
var BUCKETS = ["0-30", "31-60", "61-90", "90+"];
var AGES = ["not_due", ...BUCKETS];
var UNDATED = "no_due_day";
var UNDATED_LABEL = "No due day agreed";
var AGE_LABELS = {
  not_due: { long: "Not due", short: "Not due" },
  "0-30": { long: "Up to 30 days", short: "Up to 30" },
  "31-60": { long: "31 to 60", short: "31 to 60" },
  "61-90": { long: "61 to 90", short: "61 to 90" },
  "90+": { long: "Over 90", short: "Over 90" }
};

// mf-dashboard/src/reports/aging/aging-file.ts
var agingFile = ({ vendors }) => ({
  name: "Owed by vendors",
  columns: [
    { label: "Vendor", kind: "text" },
    ...AGES.map((age) => ({ label: AGE_LABELS[age].long, kind: "money" })),
    { label: UNDATED_LABEL, kind: "money" },
    { label: "Overdue", kind: "money" },
    { label: "Agents already paid", kind: "money" },
    { label: "Oldest due", kind: "date" },
    { label: "Asked on", kind: "date" }
  ],
  rows: (add) => add(
    vendors.map(({ name, buckets, amount, agentsPaid, oldestDueOn, askedOn }) => [
      name,
      ...AGES.map((age) => buckets[age]),
      buckets[UNDATED],
      amount,
      agentsPaid,
      oldestDueOn,
      askedOn
    ])
  )
});

// mf-dashboard/src/reports/definition.ts
var REPORT_NAMES = {
  sales: "sales",
  commissions: "commissions",
  performance: "performance",
  aging: "aging",
  punctuality: "punctuality",
  "short-pay": "short_pay",
  "agents-year": "agents_year"
};
var slugOf = (name) => Object.keys(REPORT_NAMES).find((slug) => REPORT_NAMES[slug] === name) ?? "sales";
var valuesOf = (definition) => {
  const { report: _report, age: _age, agent_id, vendor_id, range, ...words } = definition;
  return { ...words, range: range === "custom" ? void 0 : range, agentId: agent_id, vendorId: vendor_id };
};
var months = (today2, from, to) => ({
  start: addMonths(startOfMonth(today2), from),
  end: addDays(addMonths(startOfMonth(today2), to), -1)
});
var intoQuarter = (today2) => (Number(today2.slice(5, 7)) - 1) % 3;
var intoYear = (today2) => Number(today2.slice(5, 7)) - 1;
var REPORT_RANGES = [
  { key: "this_month", label: "This month", range: (day) => months(day, 0, 1) },
  { key: "last_month", label: "Last month", range: (day) => months(day, -1, 0) },
  {
    key: "this_quarter",
    label: "This quarter",
    range: (day) => months(day, -intoQuarter(day), 3 - intoQuarter(day))
  },
  {
    key: "last_quarter",
    label: "Last quarter",
    range: (day) => months(day, -intoQuarter(day) - 3, -intoQuarter(day))
  },
  { key: "this_year", label: "This year", range: (day) => months(day, -intoYear(day), 12 - intoYear(day)) },
  { key: "last_year", label: "Last year", range: (day) => months(day, -intoYear(day) - 12, -intoYear(day)) },
  { key: "last_12_months", label: "Last 12 months", range: (day) => months(day, -11, 1) }
];

// mf-dashboard/src/reports/report-kinds.ts
var averageLate = ({ lateDays, dueN }) => dueN > 0 ? Math.round(lateDays / dueN * 10) / 10 : null;
var percentOf = (part, whole) => whole > 0 ? `${(part / whole * 100).toFixed(1)}%` : "0%";
var plain = (n) => n.toLocaleString("en-US");
var counted = (n, one) => `${plain(n)} ${n === 1 ? one : `${one}s`}`;
var COLUMNS = {
  sales: { key: "n", label: "Sales", shape: "count", of: ({ n }) => n },
  n: { key: "n", label: "Commissions", shape: "count", of: ({ n }) => n },
  total: { key: "total", label: "Total", shape: "money", of: ({ total }) => total },
  commission: { key: "expected", label: "Commission", shape: "money", of: ({ expected }) => expected },
  expected: { key: "expected", label: "Expected", shape: "money", of: ({ expected }) => expected },
  short: { key: "short", label: "Paid short", shape: "money", of: ({ short }) => short },
  received: { key: "received", label: "Received", shape: "money", of: ({ received }) => received },
  takenBack: {
    key: "taken_back",
    label: "Taken back",
    shape: "money",
    of: ({ takenBack }) => takenBack,
    needs: "medium"
  },
  net: { key: "net", label: "Net", shape: "money", of: ({ net }) => net, needs: "medium" },
  agents: {
    key: "agents",
    label: "Agents’ share",
    shape: "money",
    of: ({ agents }) => agents,
    needs: "medium"
  },
  agency: {
    key: "agency",
    label: "Agency’s share",
    shape: "money",
    of: ({ agency }) => agency,
    needs: "medium"
  },
  writtenOff: {
    key: "written_off",
    label: "Written off",
    shape: "money",
    of: ({ writtenOff }) => writtenOff,
    needs: "medium"
  },
  open: { key: "open", label: "Still open", shape: "money", of: ({ open }) => open },
  receivedN: { key: "received_n", label: "Paid", shape: "count", of: ({ receivedN }) => receivedN },
  onTime: { key: "on_time", label: "On time", shape: "count", of: ({ dueN, lateN }) => dueN - lateN },
  late: { key: "late_n", label: "Late", shape: "count", of: ({ lateN }) => lateN },
  days: { key: "days_late", label: "Days late, average", shape: "days", of: averageLate },
  shortN: { key: "short_n", label: "Paid short", shape: "count", of: ({ shortN }) => shortN },
  payments: { key: "n", label: "Payments", shape: "count", of: ({ n }) => n },
  paid: { key: "paid", label: "Paid", shape: "money", of: ({ paid }) => paid },
  paidCommissions: {
    key: "commissions",
    label: "Commissions",
    shape: "money",
    of: ({ commissions = 0 }) => commissions
  },
  adjustments: {
    key: "adjustments",
    label: "Adjustments",
    shape: "money",
    of: ({ adjustments = 0 }) => adjustments
  },
  carriedIn: {
    key: "carried_in",
    label: "Carried in",
    shape: "money",
    of: ({ carriedIn = 0 }) => carriedIn,
    needs: "medium"
  },
  carriedOut: {
    key: "carried_out",
    label: "Carried out",
    shape: "money",
    of: ({ carriedOut = 0 }) => carriedOut,
    needs: "medium"
  }
};
var NET = [COLUMNS.takenBack, COLUMNS.net];
var COMMISSION_STATUSES = ["unpaid", "funds_received", "agent_paid", "cancelled"];
var BY_ALL = ["month", "agent", "vendor", "customer", "category"];
var SHARES = [
  { name: "Agents’ share", color: "chart-1", outlined: true, of: ({ agents }) => agents },
  { name: "Agency’s share", color: "chart-1", of: ({ agency }) => agency }
];
var RECEIVED = {
  label: "Received",
  shape: "money",
  of: ({ received }) => received,
  note: ({ n }) => counted(n, "commission")
};
var NET_HIGHLIGHT = {
  label: "Net",
  shape: "money",
  of: ({ net }) => net,
  note: ({ takenBack }, money) => takenBack === 0 ? "nothing taken back" : `${money(takenBack)} taken back`
};
var SHARE_HIGHLIGHTS = [
  {
    label: "Agents’ share",
    shape: "money",
    swatch: "outlined",
    of: ({ agents }) => agents,
    note: ({ agents, net }) => `${percentOf(agents, net)} of net`
  },
  {
    label: "Agency’s share",
    shape: "money",
    swatch: "solid",
    of: ({ agency }) => agency,
    note: ({ agency, net }) => `${percentOf(agency, net)} of net`
  }
];
var REPORT_KINDS = {
  sales: {
    title: "Sales",
    about: "What was sold, by whom, with whom",
    unit: "sale",
    bases: ["sale", "travel"],
    groups: [...BY_ALL, "line_kind"],
    statuses: ["booked", "paid", "cancelled"],
    range: "last_12_months",
    columns: [COLUMNS.sales, COLUMNS.total, COLUMNS.commission],
    highlights: [
      { label: "Sales", shape: "money", of: ({ total }) => total, note: ({ n }) => counted(n, "sale") },
      {
        label: "Commission",
        shape: "money",
        of: ({ expected }) => expected,
        note: ({ expected, total }) => `${percentOf(expected, total)} of sales`
      },
      {
        label: "Average sale",
        shape: "money",
        of: ({ total, n }) => n > 0 ? total / n : null,
        note: () => "a booking"
      }
    ],
    bars: [{ name: "Sales", color: "chart-1", of: ({ total }) => total }],
    barsTitle: "Sales",
    main: { of: ({ total }) => total, shape: "money" }
  },
  commissions: {
    title: "Commissions",
    about: "Expected and received, month by month",
    unit: "commission",
    bases: ["received", "sale", "due", "paid"],
    groups: BY_ALL,
    statuses: COMMISSION_STATUSES,
    range: "last_12_months",
    columns: [
      COLUMNS.n,
      COLUMNS.expected,
      COLUMNS.short,
      COLUMNS.received,
      ...NET,
      COLUMNS.agents,
      COLUMNS.agency
    ],
    highlights: [
      RECEIVED,
      NET_HIGHLIGHT,
      ...SHARE_HIGHLIGHTS,
      {
        label: "Paid short",
        shape: "money",
        of: ({ short }) => short,
        note: ({ expected }, money) => `of ${money(expected)} expected`
      }
    ],
    bars: SHARES,
    barsTitle: "Received",
    main: { of: ({ received }) => received, shape: "money" }
  },
  performance: {
    title: "Financial performance",
    about: "What stays with the agency",
    unit: "commission",
    bases: ["received", "sale", "due", "paid"],
    groups: BY_ALL,
    statuses: COMMISSION_STATUSES,
    range: "last_12_months",
    columns: [COLUMNS.expected, COLUMNS.received, ...NET, COLUMNS.agents, COLUMNS.agency, COLUMNS.writtenOff],
    highlights: [
      {
        label: "Expected",
        shape: "money",
        of: ({ expected }) => expected,
        note: ({ n }) => counted(n, "commission")
      },
      { ...RECEIVED, note: ({ received, expected }) => `${percentOf(received, expected)} of expected` },
      NET_HIGHLIGHT,
      ...SHARE_HIGHLIGHTS,
      {
        label: "Written off",
        shape: "money",
        of: ({ writtenOff }) => writtenOff,
        note: () => "no longer expected"
      }
    ],
    bars: SHARES,
    barsTitle: "What stays with the agency",
    main: { of: ({ agency }) => agency, shape: "money" }
  },
  punctuality: {
    title: "Punctuality",
    about: "Who pays late, and by how many days",
    unit: "commission",
    bases: ["received", "due"],
    groups: ["vendor", "month", "agent", "category"],
    statuses: COMMISSION_STATUSES,
    range: "last_12_months",
    columns: [COLUMNS.receivedN, COLUMNS.onTime, COLUMNS.late, COLUMNS.days, COLUMNS.shortN],
    highlights: [
      {
        label: "Days late, average",
        shape: "days",
        of: averageLate,
        note: ({ dueN }) => `of ${counted(dueN, "payment")} with a due day`
      },
      {
        label: "Late",
        shape: "count",
        of: ({ lateN }) => lateN,
        note: ({ lateN, dueN }) => percentOf(lateN, dueN)
      },
      {
        label: "On time",
        shape: "count",
        of: ({ dueN, lateN }) => dueN - lateN,
        note: ({ dueN, lateN }) => percentOf(dueN - lateN, dueN)
      }
    ],
    bars: [{ name: "Days late, average", color: "chart-1", of: (figures) => averageLate(figures) ?? 0 }],
    barsTitle: "Days late, average",
    main: { of: averageLate, shape: "days" }
  },
  short_pay: {
    title: "Short pay",
    about: "Who pays less than was due",
    unit: "commission",
    bases: ["received", "due"],
    groups: ["vendor", "month", "agent", "customer", "category"],
    statuses: COMMISSION_STATUSES,
    range: "last_12_months",
    columns: [
      COLUMNS.n,
      COLUMNS.shortN,
      COLUMNS.expected,
      COLUMNS.received,
      COLUMNS.short,
      COLUMNS.writtenOff,
      COLUMNS.open
    ].map((column) => column === COLUMNS.shortN ? { ...column, label: "Of them short" } : column),
    highlights: [
      {
        label: "Paid short",
        shape: "money",
        of: ({ short }) => short,
        note: ({ expected }, money) => `of ${money(expected)} expected`
      },
      {
        label: "Short payments",
        shape: "count",
        of: ({ shortN }) => shortN,
        note: ({ n }) => `of ${plain(n)}`
      },
      {
        label: "Written off",
        shape: "money",
        of: ({ writtenOff }) => writtenOff,
        note: () => "no longer expected"
      },
      { label: "Still open", shape: "money", of: ({ open }) => open, note: () => "not paid by a deposit" }
    ],
    bars: [{ name: "Paid short", color: "chart-1", of: ({ short }) => short }],
    barsTitle: "Paid short",
    main: { of: ({ short }) => short, shape: "money" }
  },
  agents_year: {
    title: "Agents’ year",
    about: "Statements and single payments by calendar year, for tax forms",
    unit: "payment",
    bases: ["paid"],
    groups: ["agent", "month"],
    statuses: [],
    range: "this_year",
    byVendor: false,
    columns: [
      COLUMNS.payments,
      COLUMNS.paidCommissions,
      COLUMNS.adjustments,
      COLUMNS.carriedIn,
      COLUMNS.carriedOut,
      COLUMNS.paid
    ],
    highlights: [
      {
        label: "Paid to agents",
        shape: "money",
        of: ({ paid }) => paid,
        note: ({ n }) => counted(n, "payment")
      },
      {
        label: "Commissions",
        shape: "money",
        of: ({ commissions = 0 }) => commissions,
        note: () => "the agents’ share"
      },
      {
        label: "Adjustments",
        shape: "money",
        of: ({ adjustments = 0 }) => adjustments,
        note: () => "bonuses, corrections, recalls, what came back"
      },
      {
        label: "Carried",
        shape: "money",
        of: ({ carriedIn = 0, carriedOut = 0 }) => carriedIn - carriedOut,
        note: () => "in, less out"
      }
    ],
    bars: [{ name: "Paid", color: "chart-1", of: ({ paid }) => paid }],
    barsTitle: "Paid",
    main: { of: ({ paid }) => paid, shape: "money" }
  }
};

// mf-dashboard/src/reports/report-words.ts
var BASIS_WORDS = {
  sale: "sale date",
  travel: "travel date",
  due: "due date",
  received: "received date",
  paid: "paid date"
};
var GROUP_WORDS = {
  month: "month",
  agent: "agent",
  vendor: "vendor",
  customer: "customer",
  category: "category",
  line_kind: "line kind"
};
var COMPARE_WORDS = {
  period: "the period before",
  year: "the year before"
};
var categoryWord = (category) => CATEGORY_LABELS[category] ?? category;
var monthOf = (day, year) => new Intl.DateTimeFormat("en-US", { month: "short", year, timeZone: "UTC" }).format(new Date(day));
var monthWord = (day) => monthOf(day, "numeric");
var lineKindWord = (kind) => kind === "without_lines" ? "Without lines" : LINE_LABELS[kind] ?? kind;
function rowName({ key, label }, group) {
  if (group === "line_kind") return lineKindWord(key);
  if (group === "month") return monthWord(key);
  if (group === "category") return categoryWord(key);
  if (label?.name !== void 0) return label.name;
  return label ? displayName({ firstName: label.firstName ?? "", lastName: label.lastName ?? "" }) : key;
}
function nameHead(group) {
  const word = GROUP_WORDS[group] ?? group;
  return word.charAt(0).toUpperCase() + word.slice(1);
}
function describe(definition, title) {
  const kind = REPORT_KINDS[definition.report];
  if (!kind) return `${title} by vendor`;
  const { range, from, to, group, basis, compare, category, status } = definition;
  const preset = REPORT_RANGES.find(({ key }) => key === (range ?? kind.range));
  const when = range === "custom" ? `${from} to ${to}` : preset?.label.toLowerCase() ?? "";
  return [
    `${title}, ${when} by ${GROUP_WORDS[group ?? kind.groups[0] ?? ""] ?? ""}`,
    basis && `by ${BASIS_WORDS[basis] ?? basis}`,
    category && `category ${categoryWord(category).toLowerCase()}`,
    status && statusLabel(status).toLowerCase(),
    definition.agent_id && "one agent",
    definition.vendor_id && "one vendor",
    compare && `against ${COMPARE_WORDS[compare] ?? compare}`
  ].filter(Boolean).join(", ");
}

// mf-dashboard/src/reports/export/report-table-file.ts
var KINDS = { count: "count", money: "money", days: "count" };
function reportFile(report, kind, group) {
  const isYear = kind.unit === "payment";
  const columns = [
    ...isYear ? [
      { label: "From", kind: "date" },
      { label: "To", kind: "date" }
    ] : [],
    {
      label: nameHead(group),
      kind: group === "month" ? "date" : "text"
    },
    ...kind.columns.map(({ label, shape }) => ({ label, kind: KINDS[shape] })),
    ...report.before ? [{ label: "Before", kind: KINDS[kind.main.shape] }] : []
  ];
  const rows = report.rows.map((row) => [
    ...isYear ? [report.range.first, report.range.last] : [],
    group === "month" ? row.key : rowName(row, group),
    ...kind.columns.map(({ of }) => of(row.figures)),
    ...row.before ? [kind.main.of(row.before)] : []
  ]);
  return { name: kind.title, columns, rows: (add) => add(rows) };
}

// mf-dashboard/src/reports/mailed/mailed-report.ts
var AGING_TITLE = "Owed by vendors";
function tableOf({ definition, answer }) {
  const renamed2 = fromDatabase(answer);
  if (definition.report === "aging") {
    const { today: today2, vendors } = renamed2;
    return {
      about: `${AGING_TITLE}, by age`,
      when: formatDate(today2),
      table: agingFile({
        vendors: vendors.map(({ vendor, agentsPaid, ...row }) => ({
          ...row,
          name: vendor.name,
          agentsPaid: agentsPaid.amount
        }))
      })
    };
  }
  const report = renamed2;
  const kind = REPORT_KINDS[definition.report];
  return {
    about: describe(definition, kind.title),
    when: formatDateRange(report.range.first, report.range.last),
    table: reportFile(report, kind, definition.group ?? kind.groups[0] ?? "")
  };
}
function pathOf(definition) {
  const given = Object.entries(valuesOf(definition)).filter((entry) => !!entry[1]);
  const query = new URLSearchParams(given).toString();
  return `/reports/${slugOf(definition.report)}${query ? `?${query}` : ""}`;
}
async function mailedReport(content, site) {
  const { about, when, table } = tableOf(content);
  const rows = [];
  await table.rows((some) => Promise.resolve(void rows.push(...some)));
  return {
    subject: `${content.name}, ${formatDate(content.today)}`,
    body: [
      `${about}.
${when}`,
      `The table is attached. ${site ? `The report in Paperplane:
${site}${pathOf(content.definition)}` : "The report is in Paperplane, under Reports."}`,
      `You get this because somebody of your agency put you on its list. To get it no more, press “Stop sending it to me” ${site ? `here:
${site}/reports` : "on the Reports page."}`
    ].join("\n\n"),
    attachmentName: `paperplane-${table.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${content.today}.csv`,
    attachment: toCsv(
      table.columns.map(({ label }) => label),
      rows
    )
  };
}
export {
  mailedFollowUp,
  mailedReport
};
