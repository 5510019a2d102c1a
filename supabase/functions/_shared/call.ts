import { serviceClient } from './clients.ts';

/** Calls a function of the database and answers what it answers. @throws Error naming the function, without its arguments */
export type Call = <Answer>(name: string, args?: object) => Promise<Answer>;

/** With the rights of `service_role`. */
export function serviceCall(): Call {
  const client = serviceClient();
  return async <Answer>(name: string, args: object = {}) => {
    const { data, error } = (await client.rpc(name, args)) as {
      data: Answer;
      error: { message: string } | null;
    };
    if (error) throw new Error(`${name}: ${error.message}`);
    return data;
  };
}
