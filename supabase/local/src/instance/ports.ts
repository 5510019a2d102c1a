import net from 'node:net';

export const LOOPBACK = '127.0.0.1';

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, LOOPBACK, () => probe.close(() => resolve(true)));
  });
}

function anyFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, LOOPBACK, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * A port on the loopback interface that is free now: the wanted one, else one the system gives.
 * 0 asks for any. The caller must still expect to lose it between this answer and its own bind.
 */
export async function freePort(wanted = 0): Promise<number> {
  if (wanted > 0 && (await canListen(wanted))) return wanted;
  return anyFreePort();
}
