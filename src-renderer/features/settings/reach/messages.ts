import { messages } from '../../../i18n/messages.ts';

export const t = messages('settings/reach', {
  unknown: 'Keepfold could not find out whether other devices may connect.',

  switch: 'Other devices in my network may connect',
  meaning:
    'Anyone in your network can then reach Keepfold; an account opens only with its e-mail and password. The connection is encrypted.',
  byCommand:
    'The command that started Keepfold decides this. To decide it here, start Keepfold without that option.',
  passwordFirst: 'Set a password first',
  passwordFirstText: 'Your account has none, so you could not sign in on another device.',
  setPassword: 'Set one now…',
  notChanged: 'The setting was not changed.',
  wasOn: 'Other devices may connect',
  wasOff: 'Other devices can no longer connect',
  wasOffText: 'Connected devices were disconnected.',
  actionOff: 'stopping other devices from connecting',

  starting: 'Opening…',
  addresses: 'Type one of these on the other device',
  address: 'Address',
  noAddress: 'This computer is not connected to a network.',
  qr: 'QR code of {address}',
  qrFor: 'Address in the code',
  fingerprint: 'Fingerprint of the certificate (SHA-256)',
  fingerprintText:
    'The other device does not know the certificate and asks. Say yes only if it shows this fingerprint. A new address of this computer, or every second year, makes a new certificate and the device asks again.',
  keyPin: 'Pin of its key',
  keyPinText: 'For programs that pin the public key: it stays the same.',
  namedText: 'The certificate is the one that Keepfold was started with.',
  certificateProblem: 'Keepfold could not use the changed certificate',
  toDevices: 'Devices that signed in',
  toGuide: 'How to connect a phone or another computer',

  failed: 'Other devices cannot connect',
  portTaken: 'Port {port} is used by another program. Quit that program, or choose another port.',
  portNotAllowed: 'Keepfold may not use port {port} on this computer. Choose one above 1023.',
  certificateFailed: 'There is no certificate to show. {problem}',
  otherFailure: 'Port {port} could not be opened. The log says why.',
  port: 'Port',
  tryPort: 'Open this port',
  portUnfit: 'A port is a number from 1 to 65535.',

  reachedAt: 'Addresses and proxies',
  names: 'Other names of this computer',
  namesText:
    'Names that this computer has elsewhere, for example in your router. Devices may connect by these.',
  nameExample: 'nas.fritz.box',
  nameUnfit: 'Type a name or an address without a port, like nas.fritz.box.',
  publicUrls: 'Addresses behind a proxy',
  publicUrlsText:
    'Addresses at which a web server with HTTPS shows Keepfold. Links that you share begin with the first one.',
  publicUrlExample: 'https://files.example.org',
  publicUrlUnfit: 'Type an address without a path, like https://files.example.org.',
  proxies: 'Trusted proxies',
  proxiesText: 'IP addresses of such web servers. Keepfold trusts what they say about who connects.',
  proxyExample: '127.0.0.1',
  proxyUnfit: 'Type an IP address, like 127.0.0.1.',
  add: 'Add',
  remove: 'Remove {entry}',
  removed: '“{entry}” was removed',
  actionRemoved: 'removing the address {entry}',
  given: 'Start option',
  givenText:
    'This comes from the command that started Keepfold. To change it, start Keepfold with other options.',
  passwordForProxies: 'Set a password for your account first: others could then reach the sign-in page.',
  tooMany: 'There are too many. Remove one first.',

  calledAs: 'A device used a name that Keepfold does not know',
  calledAsText:
    'Keepfold refused the request. Allow the name only if it belongs to this computer, for example in your router. Otherwise a website could use it to get in.',
  calledTimes: '{count, plural, one {once} other {# times}}',
  lastCalled: 'Last <time></time>, {times}',
  allow: 'Allow',
  dismiss: 'Dismiss',
  allowed: '“{name}” is allowed',
  notAllowed: '“{name}” was not allowed.',
});
