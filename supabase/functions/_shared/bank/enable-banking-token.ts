const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const encodeJson = (value: object): string => encode(new TextEncoder().encode(JSON.stringify(value)));

/** The bytes of a private key in PEM form (PKCS#8); its line breaks may be written as \n, as in a variable of one line. */
function bytesOfPem(pem: string): Uint8Array<ArrayBuffer> {
  const base64 = pem.replaceAll('\\n', '\n').replace(/-----[A-Z ]+-----|\s/g, '');
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** The token that each request carries: RS256, five minutes, signed with the key of the application. */
export async function signedToken(appId: string, pem: string, now = Date.now()): Promise<string> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('pkcs8', bytesOfPem(pem), algorithm, false, ['sign']);
  const iat = Math.floor(now / 1000);
  const head = encodeJson({ typ: 'JWT', alg: 'RS256', kid: appId });
  const body = encodeJson({ iss: 'enablebanking.com', aud: 'api.enablebanking.com', iat, exp: iat + 300 });
  const signature = await crypto.subtle.sign(
    algorithm.name,
    key,
    new TextEncoder().encode(`${head}.${body}`),
  );
  return `${head}.${body}.${encode(new Uint8Array(signature))}`;
}
