import fs from 'node:fs';
import path from 'node:path';
import { DEFAULT_FUNCTION, type FunctionsConfig } from '../config/functions.js';

/** A function that can be called; all paths are absolute. */
export interface FoundFunction {
  name: string;
  verifyJwt: boolean;
  entrypoint: string;
  /** Its `deno.json`, where it has one. */
  config: string | undefined;
  importMap: string | undefined;
  /** Folders it may read besides its own and what all share. */
  folders: string[];
}

/** What the Supabase CLI takes for a function's name. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** Where a project has its functions. */
export const functionsFolder = (workdir: string) => path.join(workdir, 'supabase', 'functions');

const firstFile = (files: string[]) => files.find((file) => fs.existsSync(file));

/** The folder that a pattern of files lies in. */
const folderOf = (pattern: string) => path.dirname(`${pattern.split(/[*?[{]/)[0] ?? ''}.`);

/**
 * The functions of a project, found as the Supabase CLI finds them: `supabase/functions/<name>/index.ts`, and what
 * `config.toml` names with an entry point. Folders that begin with `_` hold what functions share.
 */
export function findFunctions(workdir: string, config: FunctionsConfig): FoundFunction[] {
  const root = functionsFolder(workdir);
  const folders = fs.existsSync(root) ? fs.readdirSync(root) : [];
  const names = [...new Set([...folders, ...Object.keys(config.functions)])].sort();
  return names.flatMap((name) => {
    const settings = config.functions[name] ?? DEFAULT_FUNCTION;
    if (!NAME.test(name) || !settings.enabled) return [];
    const at = (file: string) => path.resolve(workdir, 'supabase', file);
    const entrypoint = settings.entrypoint
      ? at(settings.entrypoint)
      : firstFile(['index.ts', 'index.js'].map((file) => path.join(root, name, file)));
    if (!entrypoint || !fs.existsSync(entrypoint)) return [];
    const folder = path.dirname(entrypoint);
    return {
      name,
      verifyJwt: settings.verifyJwt,
      entrypoint,
      config: firstFile(
        [folder, root].flatMap((place) => ['deno.json', 'deno.jsonc'].map((file) => path.join(place, file))),
      ),
      importMap: settings.importMap && at(settings.importMap),
      folders: [folder, ...settings.staticFiles.map((pattern) => folderOf(at(pattern)))],
    };
  });
}
