import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** As authenticator apps understand it without being told, and as hosted Auth makes it. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 };
/** Codes before and after the one of this moment which are taken: clocks differ. */
const SKEW = 1;

/** A new key for an authenticator app: its secret, the address that carries it, and that address as a QR code. */
export function newKey(issuer: string, account: string) {
  const totp = new TOTP({ ...FORM, issuer, label: account, secret: new Secret({ size: 20 }) });
  const uri = totp.toString();
  // Colours by name: a # would end the data URI that supabase-js makes of the drawing.
  const qrCode = renderSVG(uri, { ecc: 'H', blackColor: 'black', whiteColor: 'white' });
  return { secret: totp.secret.base32, uri, qrCode };
}

/** Of which thirty seconds, counted from 1970, this is the code; null for one that is not good now. */
export function stepOf(secret: string, code: string): number | null {
  const totp = new TOTP({ ...FORM, secret: Secret.fromBase32(secret) });
  const timestamp = Date.now();
  const delta = totp.validate({ token: code.trim(), timestamp, window: SKEW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
