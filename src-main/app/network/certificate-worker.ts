import { createPrivateKey } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { type CertificateOptions, makeCertificate } from './make-certificate.ts';

/** Entry of the thread that makes a certificate and ends, and with it what that takes, of which nothing else has a use. */

/** What it is started with. */
export interface CertificateTask {
  /** As PEM. */
  readonly key: string;
  readonly options: CertificateOptions;
}

const { key, options } = workerData as CertificateTask;
parentPort?.postMessage(await makeCertificate(createPrivateKey(key), options));
