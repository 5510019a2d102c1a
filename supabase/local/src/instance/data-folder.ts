import fs from 'node:fs';
import path from 'node:path';
import { messageOf } from '../log.js';

/** The data folder cannot be used; the message says why in one sentence, for people. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

const FULL = /ENOSPC|EDQUOT|\b53100\b|No space left on device|Disk quota exceeded/i;
const FORBIDDEN = /EACCES|EPERM|Permission denied|Operation not permitted/i;
const READ_ONLY = /EROFS|Read-only file system/i;
const NO_FOLDER = /ENOTDIR|EEXIST|Not a directory/i;
/** What PostgreSQL says at last when its files are damaged, or made by another version. */
const LAST_WORDS = /(?:FATAL|PANIC):\s+(.+)/g;

/** What failed, with all its causes, as one text. */
function allWords(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return [typeof code === 'string' ? code : '', messageOf(error), cause ? allWords(cause) : ''].join(' ');
}

function isFolder(dataDir: string): boolean {
  try {
    return fs.statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() ?? true;
  } catch {
    // A part of its path is a file.
    return false;
  }
}

/** True for an error of the file system about something in the folder, and for what PostgreSQL's programs say of it. */
function isAboutFolder(dataDir: string, error: unknown): boolean {
  const { syscall, path: file } = (error ?? {}) as { syscall?: unknown; path?: unknown };
  if (typeof syscall === 'string') return typeof file === 'string' && path.resolve(file).startsWith(dataDir);
  return /^(initdb failed|PostgreSQL ended)/.test(messageOf(error));
}

/** The sentence for what went wrong in a data folder; null when the folder is not the reason. */
function sentence(dataDir: string, error: unknown): string | null {
  const words = allWords(error);
  if (FULL.test(words)) return `The disk that holds ${dataDir} is full; make room there and start again.`;
  if (!isAboutFolder(dataDir, error)) return null;
  if (READ_ONLY.test(words)) {
    return `${dataDir} is on a file system that can only be read; choose another folder for the data.`;
  }
  if (NO_FOLDER.test(words) && !isFolder(dataDir)) {
    return `There is a file where the folder ${dataDir} has to be; move it away, or choose another folder for the data.`;
  }
  if (FORBIDDEN.test(words)) {
    return `This user may not use ${dataDir}; change its owner or its rights, or choose another folder for the data.`;
  }
  const said = [...words.matchAll(LAST_WORDS)].at(-1)?.[1];
  if (!said) return null;
  return `PostgreSQL does not start on the files in ${dataDir} (${said.trim()}); put a copy of them back, or begin again with an empty folder.`;
}

/** The error to tell people: one sentence where the data folder is the reason for `error`, else `error` itself. */
export function explainDataFolder(dataDir: string, error: unknown): unknown {
  const text = error instanceof DataFolderError ? null : sentence(path.resolve(dataDir), error);
  return text ? new DataFolderError(text, { cause: error }) : error;
}
