/** The names under which this machine's own services are addressed. */
export const LOOPBACK_NAMES = ['127.0.0.1', 'localhost'];

const hostsOf = (port: number) => LOOPBACK_NAMES.map((name) => `${name}:${port}`);

/** Why a request that reaches a loopback port by another name (DNS rebinding) is refused; null when it may pass. */
export function refuseHost(host: string | undefined, port: number): string | null {
  const hosts = hostsOf(port);
  if (host && hosts.includes(host.toLowerCase())) return null;
  return `Host ${JSON.stringify(host ?? '')} is not served here; use ${hosts[0] ?? 'the loopback address'}`;
}

/** The same for a page that asks for neither key nor token: nor may another site's page use it (request forgery). */
export function refuseForeignPage(
  { host, origin }: { host?: string | undefined; origin?: string | undefined },
  port: number,
): string | null {
  const refusal = refuseHost(host, port);
  if (refusal || origin === undefined || hostsOf(port).some((name) => origin === `http://${name}`))
    return refusal;
  return `Pages of ${JSON.stringify(origin)} may not use this`;
}
