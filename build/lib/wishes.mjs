import path from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal } from './console.mjs';

/**
 * What was typed behind a command that needs a folder.
 * @param {string} name of the option with the folder, which is resolved from where the command was typed
 * @param {import('node:util').ParseArgsConfig['options']} options all of them @param {string} usage
 * @throws Refusal with the usage for anything else
 */
export function wishesOf(name, options, usage) {
  try {
    const { values } = parseArgs({ args: process.argv.slice(2), options });
    if (values[name]) return { ...values, [name]: path.resolve(process.env.INIT_CWD ?? '.', values[name]) };
  } catch (error) {
    throw new Refusal(`${error.message}. ${usage}`);
  }
  throw new Refusal(usage);
}
