/** IPv4 networks that are not the public internet: [first address, prefix length]. */
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

function v4Number(address: string): number | null {
  const parts = address.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

function isPublicV4(address: number): boolean {
  return !NOT_PUBLIC.some(([first, length]) => {
    const size = 2 ** (32 - length);
    return Math.floor(address / size) === Math.floor((v4Number(first) ?? 0) / size);
  });
}

/** The eight numbers of an IPv6 address; null for anything else, and for one that is bound to an interface. */
function v6Numbers(address: string): number[] | null {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]/`)) return null;
  // Without an IPv4 address at its end.
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const numbers = (part: string) => part.split(':').flatMap((each) => (each ? [parseInt(each, 16)] : []));
  const [first, last] = [numbers(head), numbers(tail ?? '')];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/**
 * Unicast addresses are 2000::/3. Of these not public: 2001::/23 (Teredo and other special uses), documentation, and 6to4, whose
 * IPv4 address may be any. What maps an IPv4 address (::ffff:0:0/96, 64:ff9b::/96) is none of them.
 */
function isPublicV6([first = 0, second = 0]: number[]): boolean {
  if (first < 0x2000 || first > 0x3fff) return false;
  if (first === 0x2001 && (second < 0x200 || second === 0xdb8)) return false;
  return first !== 0x2002 && !(first === 0x3fff && second < 0x1000);
}

/** Whether an IP address belongs to the public internet. What is no IP address does not. */
export function isPublicAddress(address: string): boolean {
  const v4 = v4Number(address);
  if (v4 !== null) return isPublicV4(v4);
  const v6 = v6Numbers(address);
  return v6 !== null && isPublicV6(v6);
}

/** The IP address that an address names itself, as `URL` writes it (decimal, octal and hexadecimal forms included); null for a name. */
export function literalAddress({ hostname }: URL): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return v4Number(hostname) === null ? null : hostname;
}
