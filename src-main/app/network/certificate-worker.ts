import { createPrivateKey } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { type CertificateOptions, makeCertificate } from './make-certificate.ts';

/** Entry of the thread that makes a certificate and ends, which frees the memory that only this needs. */

/** Input of the thread. */
export interface CertificateTask {
  /** As PEM. */
  readonly key: string;
  readonly options: CertificateOptions;
}

const { key, options } = workerData as CertificateTask;
parentPort?.postMessage(await makeCertificate(createPrivateKey(key), options));
