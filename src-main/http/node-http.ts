/** `node:http` as an import would have it, but for all of `fetch`, which Node loads with one: 30 ms of every start. */
export const nodeHttp = process.getBuiltinModule('node:http');
