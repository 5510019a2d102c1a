import net from 'node:net';

/** The sockets of one pool of postgres.js, so that all of them end with it. */
export interface Sockets {
  /** Opens one; what postgres.js takes as its option `socket`. Rejects when nobody listens, and after `end`. */
  open(options: { host: string[]; port: number[] }): Promise<net.Socket>;
  /** Destroys all of them, also those that are being opened. */
  end(): void;
}

/**
 * postgres.js (3.4.9) forgets a socket that is being opened when its pool ends: it stays open for ever, PostgreSQL waits for
 * its first word, and does not stop in order.
 * @param onFailure called when one cannot be opened, of which the pool says nothing itself
 */
export function openSockets(onFailure: () => void): Sockets {
  const all = new Set<net.Socket>();
  let ended = false;
  return {
    open({ host: [host = ''], port: [port = 0] }) {
      return new Promise((resolve, reject) => {
        if (ended)
          return reject(Object.assign(new Error('The pool has ended'), { code: 'CONNECTION_ENDED' }));
        const socket = net.connect({ host, port });
        const failed = (error: Error) => {
          onFailure();
          reject(error);
        };
        all.add(socket);
        socket.once('close', () => all.delete(socket));
        socket.once('error', failed);
        socket.once('connect', () => {
          socket.removeListener('error', failed);
          resolve(socket);
        });
      });
    },
    end() {
      ended = true;
      for (const socket of all) socket.destroy();
    },
  };
}
