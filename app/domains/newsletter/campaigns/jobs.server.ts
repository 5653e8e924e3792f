import { z } from 'zod'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { SEND_CAMPAIGN, START_CAMPAIGN } from './model'
import { type SenderDeps, sendSome } from './sender.server'
import { startCampaign } from './sending.server'

const payload = z.object({ campaign: z.string() })

export const campaignJobs = (deps: SenderDeps): JobHandlers => ({
  [START_CAMPAIGN]: jobHandler(payload, ({ campaign }) => startCampaign(deps, campaign)),
  [SEND_CAMPAIGN]: jobHandler(payload, ({ campaign }, job) => sendSome(deps, campaign, job)),
})
