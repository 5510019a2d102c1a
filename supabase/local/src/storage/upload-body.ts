import { isTooDeep } from '../gateway/json-depth.js';
import { invalidRequest, StorageError } from './errors.js';

/** An uploaded file as the request brought it. */
export interface Upload {
  data: Uint8Array;
  mimetype: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

const MIME = /^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w.+-]+=[\w.+"-]+)*$/;
const CACHE_CONTROL = /^[\w\-=, ]{1,100}$/;

function checkedMime(type: string): string {
  if (MIME.test(type)) return type;
  throw new StorageError(415, 'invalid_mime_type', `mime type ${type.slice(0, 100)} is not supported`);
}

function userMetadata(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  if (isTooDeep(Buffer.from(text))) throw invalidRequest('The metadata is nested too deep');
  try {
    const value: unknown = JSON.parse(text);
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Answered below.
  }
  throw invalidRequest('The metadata must be a JSON object');
}

const textField = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : null;
};

async function readForm(request: Request): Promise<Upload> {
  const form = await request.formData().catch(() => {
    throw invalidRequest('The form cannot be read');
  });
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file || typeof file === 'string') throw invalidRequest('The form holds no file');
  const seconds = textField(form, 'cacheControl') ?? '';
  return {
    data: new Uint8Array(await file.arrayBuffer()),
    mimetype: checkedMime(textField(form, 'contentType') ?? (file.type || 'application/octet-stream')),
    cacheControl: /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    userMetadata: userMetadata(textField(form, 'metadata')),
  };
}

/** Reads a file from a form (what storage-js sends for File and Blob) or as the body itself. */
export async function readUpload(request: Request): Promise<Upload> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream';
  if (/^multipart\/form-data/i.test(type)) return readForm(request);
  const cacheControl = request.headers.get('cache-control') ?? '';
  const metadata = request.headers.get('x-metadata');
  return {
    data: new Uint8Array(await request.arrayBuffer()),
    mimetype: checkedMime(type),
    cacheControl: CACHE_CONTROL.test(cacheControl) ? cacheControl : 'no-cache',
    userMetadata: userMetadata(metadata === null ? null : Buffer.from(metadata, 'base64').toString()),
  };
}

/** A file whose headers came as texts when its upload began (TUS). */
export function headerlessUpload(data: Uint8Array, fields: Readonly<Record<string, string | null>>): Upload {
  const seconds = fields['cacheControl'] ?? '';
  return {
    data,
    mimetype: checkedMime(fields['contentType'] || 'application/octet-stream'),
    cacheControl: /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    userMetadata: userMetadata(fields['metadata'] ?? null),
  };
}
