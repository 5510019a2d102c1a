import net from 'node:net';

/** What came back for bytes that were sent; status 0 when the connection was closed without an answer. */
export interface RawAnswer {
  status: number;
  /** Header lines in lower case, as they came. */
  head: string;
  body: string;
  /** Until the end of the connection, in milliseconds. */
  ms: number;
}

/** Much longer than any answer may take, in milliseconds. */
const HANGING_MS = 20_000;

/** The bytes of a request as HTTP clients refuse to send it. Values are taken as they are; `host` is added where it is missing. */
export function requestText(
  address: string,
  {
    method = 'GET',
    host = '',
    headers = {},
    body = '',
  }: { method?: string; host?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Buffer {
  const content = Buffer.from(body);
  const lines = {
    host,
    connection: 'close',
    ...(content.length ? { 'content-length': content.length } : {}),
  };
  const head = Object.entries({ ...lines, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${address} HTTP/1.1\r\n${head.join('')}\r\n`, 'latin1'),
    content,
  ]);
}

/** The content of a body that came in chunks. */
function joined(chunks: string): string {
  const [, size = '0'] = /^([0-9a-f]+)\r\n/i.exec(chunks) ?? [];
  const start = size.length + 2;
  const end = start + parseInt(size, 16);
  return end > start ? chunks.slice(start, end) + joined(chunks.slice(end + 2)) : '';
}

/**
 * Sends bytes to a server and reads until it closes the connection, or until the answer to an upgrade is there.
 * @param parts sent one after the other, with a moment between them
 * @param patienceMs after so long we hang up: a server that waits for the rest of a request then knows that none comes
 */
export function sendRaw(apiUrl: string, parts: readonly Buffer[], patienceMs = 2500): Promise<RawAnswer> {
  const { hostname, port } = new URL(apiUrl);
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port) });
    const timers: NodeJS.Timeout[] = [];
    const later = (ms: number, step: () => void) => void timers.push(setTimeout(step, ms));
    let received = '';
    const finish = () => {
      timers.forEach(clearTimeout);
      socket.destroy();
      const [head = '', ...rest] = received.split('\r\n\r\n');
      const content = rest.join('\r\n\r\n');
      const body = /transfer-encoding: chunked/i.test(head) ? joined(content) : content;
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      const ms = performance.now() - began;
      resolve({ status, head: head.toLowerCase(), body, ms });
    };
    socket.on('data', (data) => {
      received += data.toString('latin1');
      // A socket that was taken over stays open.
      if (received.startsWith('HTTP/1.1 101')) later(20, finish);
    });
    socket.on('close', finish);
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      parts.forEach((part, index) => later(index * 10, () => socket.write(part)));
      later(parts.length * 10 + patienceMs, () => socket.end());
      later(HANGING_MS, finish);
    });
  });
}
