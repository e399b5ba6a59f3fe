import { setTimeout as delay } from 'node:timers/promises';
import type { JobJson } from '../../../src-shared/upkeep-api.ts';
import type { LocalClient } from '../local-client.ts';

const ASK_EVERY_MS = 500;

/** Polls until a job is over. The job goes on if polling ends early. */
export async function endedJob(client: LocalClient, begun: JobJson): Promise<JobJson> {
  for (let job = begun; ; ) {
    if (job.state !== 'running') return job;
    await delay(ASK_EVERY_MS);
    const { jobs } = await client.call('GET admin/jobs/');
    const found = jobs.find(({ id }) => id === begun.id);
    // Only the last fifty jobs are listed.
    if (found === undefined) return { ...job, state: 'canceled' };
    job = found;
  }
}
