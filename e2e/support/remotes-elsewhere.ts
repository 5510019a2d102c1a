import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { staticSite } from '../../build/serve/static';

/** Serves the files of a site from an origin of their own, as a team does that deploys its remote elsewhere. */
export async function serveRemotes(folder: string) {
  const hosts: string[] = [];
  const headers = () => ({ 'Access-Control-Allow-Origin': '*' });
  const server = http.createServer(staticSite({ folder, hosts, headers }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  hosts.push(host);
  return {
    url: `http://${host}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
