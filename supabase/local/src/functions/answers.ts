import type http from 'node:http';

/** Hosted's words for what goes wrong in front of a function: status, code and message. */
export interface FunctionError {
  status: number;
  code: string;
  message: string;
}

const error = (status: number, code: string, message: string): FunctionError => ({ status, code, message });
const unauthorized = (kind: string, message: string) => error(401, `UNAUTHORIZED_${kind}`, message);

export const NO_AUTH_HEADER = unauthorized('NO_AUTH_HEADER', 'Missing authorization header');
export const NO_BEARER = unauthorized('INVALID_JWT_FORMAT', "Auth header is not 'Bearer {token}'");
export const NO_JWT = unauthorized('INVALID_JWT_FORMAT', 'Invalid JWT');
export const WRONG_JWT = unauthorized('LEGACY_JWT', 'Invalid JWT');
export const NOT_FOUND = error(404, 'NOT_FOUND', 'Requested function was not found');
export const BOOT_ERROR = error(503, 'BOOT_ERROR', 'Function failed to start (please check logs)');
export const WORKER_ERROR = error(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
export const OUT_OF_RESOURCES = error(
  546,
  'WORKER_RESOURCE_LIMIT',
  'Function failed due to not having enough compute resources (please check logs)',
);
export const tooSlow = (seconds: number) =>
  error(504, 'IDLE_TIMEOUT', `Request idle timeout limit (${seconds}s) reached`);
export const tooLarge = (bytes: number) =>
  error(413, 'request_too_large', `The request body is larger than ${bytes} bytes`);

/** Answers in hosted's form: the code as a header, too. */
export function answerError(
  target: http.ServerResponse,
  { status, code, message }: FunctionError,
  headers: http.OutgoingHttpHeaders = {},
): void {
  const body = JSON.stringify({ code, message });
  target.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'sb-error-code': code,
    ...headers,
  });
  target.end(body);
}
