import { isIP } from 'node:net'
import { hasEditedRules } from '~/domains/booking/schedules/operations.server'
import { hasEditedServices } from '~/domains/content/services.server'
import { listSavedGroups } from '~/domains/content/settings.server'
import { hasDemo, hasOwnClientGallery } from '~/domains/demo/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { SETUP_STEPS, type SetupStep } from './model'
import { putMarked, selectMarked } from './store.server'

interface Deps {
  db: Db
  config: Pick<Config, 'siteUrl' | 'smtpUrl'>
}

/** Setup steps. A step is done if the owner has changed what it is about, or has marked it. */
export async function readSetup({ db, config }: Deps): Promise<{ step: SetupStep; isDone: boolean }[]> {
  const marked = new Set(await selectMarked(db))
  const open = SETUP_STEPS.filter((step) => !marked.has(step))
  if (open.length === 0) return []
  const [saved, hasServices, hasRules, hasGallery, hasDemoLeft] = await Promise.all([
    listSavedGroups({ db }),
    hasEditedServices({ db }),
    hasEditedRules({ db }),
    hasOwnClientGallery({ db }),
    hasDemo({ db }),
  ])
  const isSetUp: Record<SetupStep, boolean> = {
    business: saved.has('studio'),
    hours: saved.has('hours'),
    services: hasServices,
    booking: hasRules || saved.has('booking'),
    email: config.smtpUrl !== undefined,
    gallery: hasGallery,
    demo: !hasDemoLeft,
    domain: isPublicHost(new URL(config.siteUrl).hostname),
  }
  const steps = SETUP_STEPS.map((step) => ({ step, isDone: marked.has(step) || isSetUp[step] }))
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

const isPublicHost = (host: string): boolean =>
  host !== 'localhost' && !host.endsWith('.localhost') && !host.endsWith('.local') && isIP(bare(host)) === 0

/** An IPv6 address without its brackets. */
const bare = (host: string): string => host.replace(/^\[|\]$/g, '')

/** Marks a step as done. */
export async function markSetupStep({ db, clock }: { db: Db; clock: Clock }, step: SetupStep): Promise<void> {
  await transact(db, async (tx) => {
    const marked = await selectMarked(tx)
    if (!marked.includes(step)) await putMarked(tx, [...marked, step], clock.now())
  })
}
