import { addSampleAccount } from '~/domains/accounts/samples/operations.server'
import { addSampleBooking } from '~/domains/booking/samples/operations.server'
import { addDeliveredSample, addProofingSample } from '~/domains/galleries/samples/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Tx } from '~/platform/db/database.server'
import type { SampleClient } from '../client-draft'

const DAY_MS = 86_400_000

/**
 * Adds the sample client, in the transaction of the first content: an account, a gallery that was handed over, one to
 * choose from, a session that has been and one to come.
 */
export async function addSampleClient(
  { db: tx, clock, config }: { db: Tx; clock: Clock; config: Pick<Config, 'siteUrl' | 'secret'> },
  sample: SampleClient,
  photoIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { name, email, phone, past, coming, delivered, proofing } = sample
  await addSampleBooking({ db: tx, clock, config }, { ...past, name, email, phone })
  await addSampleBooking({ db: tx, clock, config }, { ...coming, name, email, phone })
  await addSampleAccount({ db: tx, clock }, { name, email })
  const client = { name, email }
  await addDeliveredSample({ db: tx }, delivered, { photoIds, client, at: clock.now() - 7 * DAY_MS })
  await addProofingSample({ db: tx }, proofing, { photoIds, client, at: clock.now() - DAY_MS })
}
