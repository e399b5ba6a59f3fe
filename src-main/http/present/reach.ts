import type { ReachJson } from '../../../src-shared/reach-api.ts';
import type { ReachView } from '../../usecases/upkeep/reach.ts';

export function reachJson(view: ReachView): ReachJson {
  return {
    on: view.isWanted,
    by_command: view.isByCommand,
    state: view.state,
    failure: view.failure,
    port: view.port,
    addresses: [...view.addresses],
    fingerprint: view.fingerprint,
    key_pin: view.keyPin,
    own_certificate: view.isOwnCertificate,
    certificate_problem: view.certificateProblem,
    has_password: view.hasPassword,
    allowed_names: [...view.entries.name],
    public_urls: [...view.entries['public-url']],
    proxies: [...view.entries.proxy],
    given: {
      names: [...view.givenEntries.name],
      public_urls: [...view.givenEntries['public-url']],
      proxies: [...view.givenEntries.proxy],
    },
    refused_names: view.refusedNames.map(({ name, lastAtSeconds, calls }) => ({
      name,
      last_at: lastAtSeconds,
      calls,
    })),
  };
}
