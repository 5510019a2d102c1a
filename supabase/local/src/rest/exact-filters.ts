/** Names in the query that are no filters. */
const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'on_conflict', 'columns', 'apikey']);

const COMPARED = /^((?:not\.)?(?:eq|neq|gt|gte|lt|lte)\.)(.*)$/s;
const LISTED = /^((?:not\.)?in\.\()(.*)(\))$/s;
const OPERATOR = /^(not\.)?[a-z]+(\([a-z]+\))?\./;
const TREE = /(^|\.)(or|and)$/;
/** In a tree: a text in quotes, or a compared value up to the next comma or parenthesis. */
const IN_TREE = /"(?:[^"\\]|\\.)*"|(\.(?:eq|neq|gt|gte|lt|lte)\.)([^,()"]+)(?=[,)])/g;

/** Whether the library would read the text as a number that is written another way: 1.50, +49123, 1e5, 9007199254740993. */
function changesAsNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text)) && String(Number(text)) !== text;
}

/** What the library would read as an empty object or list: an empty array or range is written so, too. */
const isEmpty = (text: string) => text === '{}' || text === '[]';

/** In quotes the library takes a value as it stands. */
const quoted = (text: string) => (changesAsNumber(text) || isEmpty(text) ? `"${text}"` : text);

function exactValue(name: string, value: string): string {
  if (TREE.test(name)) {
    return value.replace(IN_TREE, (whole: string, operator?: string, operand?: string) =>
      operator && operand !== undefined ? operator + quoted(operand) : whole,
    );
  }
  const [, listed, items, end] = LISTED.exec(value) ?? [];
  if (listed && items !== undefined && !items.includes('"')) {
    return listed + items.split(',').map(quoted).join(',') + (end ?? '');
  }
  const [, compared, operand] = COMPARED.exec(value) ?? [];
  if (compared && operand !== undefined) return compared + quoted(operand);
  // What is no filter is an argument of a function.
  return OPERATOR.test(value) ? value : quoted(value);
}

/**
 * The address with values that look like numbers, or like empty objects, in quotes where the library would change them. JSON is left
 * alone: there a quoted number is another value.
 */
export function exactFilters(address: string): string {
  const url = new URL(address);
  const changes = [...url.searchParams].map(([name, value]) => {
    const isJson = name.includes('->') && !name.includes('->>');
    return [name, RESERVED.has(name) || isJson ? value : exactValue(name, value), value] as const;
  });
  if (changes.every(([, now, before]) => now === before)) return address;
  url.search = new URLSearchParams(changes.map(([name, now]) => [name, now])).toString();
  return url.href;
}
