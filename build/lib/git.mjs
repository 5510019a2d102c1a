/** What Git knows of this checkout. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from './prepare.mjs';

/** @param {...string} args @returns {string} what Git answers @throws Error where it refuses; it says nothing by itself */
export const git = (...args) =>
  execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** @param {string} text @returns {string[]} */
export const lines = (text) => text.split('\n').filter(Boolean);

/** @param {...string} paths folders or patterns of Git @returns {{ file: string, text: string }[]} files as they are now, ignored ones left out */
export const filesOf = (...paths) =>
  lines(git('ls-files', '--cached', '--others', '--exclude-standard', ...paths))
    .filter((file) => fs.existsSync(path.join(REPOSITORY, file)))
    .map((file) => ({ file, text: fs.readFileSync(path.join(REPOSITORY, file), 'utf8') }));
