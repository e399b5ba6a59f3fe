import { command } from './command.ts';

export const signInCommand = command({
  name: 'sign-in',
  summary: 'prints an address that signs in once, without a password',
  example: 'sign-in',
  run: async (client) => {
    const link = await client.call('POST session/links/');
    return { json: link, text: link.address };
  },
});
