/** The parameter of a record's address that names a message. */
const MESSAGE = 'message';

/** The message an address leads to; null when it names none. */
export function linkedMessage(search: URLSearchParams): string | null {
  const id = search.get(MESSAGE);
  return id && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}

/** The address of a message on the page at hand. */
export function addressOfMessage(id: string): string {
  const url = new URL(location.href);
  url.search = new URLSearchParams({ [MESSAGE]: id }).toString();
  url.hash = '';
  return url.href;
}
