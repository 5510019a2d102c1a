import { invalidRequest, StorageError } from './errors.js';

const KEY = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]{1,100}$/;
const MAX_KEY = 1024;

/** The key of an object when it is one; throws as hosted does. It never becomes part of a file name. */
export function checkedKey(key: string): string {
  if (!KEY.test(key) || key.length > MAX_KEY || key.startsWith('/') || key.endsWith('/')) {
    throw new StorageError(400, 'InvalidKey', `Invalid key: ${key.slice(0, MAX_KEY)}`);
  }
  return key;
}

/** The name of a new bucket; throws when hosted would. */
export function checkedBucketName(name: unknown): string {
  if (typeof name !== 'string' || !BUCKET.test(name) || name.trim() !== name) {
    throw invalidRequest('Bucket name invalid');
  }
  return name;
}

/** `bucket/folder/name` of a path as its two parts, decoded. */
export function splitPath(path: string): { bucket: string; key: string } {
  let text: string;
  try {
    text = decodeURIComponent(path);
  } catch {
    throw invalidRequest('The path is not encoded correctly');
  }
  const [bucket = '', ...rest] = text.split('/');
  return { bucket, key: rest.join('/') };
}
