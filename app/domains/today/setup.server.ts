import { isIP } from 'node:net'
import { hasChanged } from '~/domains/audit/operations.server'
import { hasEditedHours } from '~/domains/booking/schedules/operations.server'
import { readFirstTexts } from '~/domains/content/neutral-texts.server'
import { readSettings } from '~/domains/content/operations.server'
import { hasEditedServices } from '~/domains/content/services.server'
import { listSavedGroups } from '~/domains/content/settings.server'
import { hasDemo, hasOwnClientGallery, hasOwnPhotos } from '~/domains/demo/operations.server'
import { countPublicPhotos } from '~/domains/galleries/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { SETUP_STEPS, type SetupState, type SetupStep } from './model'
import { putMarked, selectMarked } from './store.server'

interface Deps {
  db: Db
  config: Pick<Config, 'siteUrl' | 'smtpUrl' | 'secret'>
}

/** The checklist on Today; empty when everything is done. */
export async function readSetup(deps: Deps): Promise<SetupState[]> {
  const steps = await readSetupSteps(deps)
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

/**
 * Setup steps. A step is done if the owner has changed what it is about, or has marked it. Without demo content,
 * there is none to remove.
 */
export async function readSetupSteps({ db, config }: Deps): Promise<SetupState[]> {
  const marked = new Set(await selectMarked(db))
  const open = SETUP_STEPS.filter((step) => !marked.has(step))
  if (open.length === 0) return SETUP_STEPS.map((step) => ({ step, isDone: true }))
  const [
    saved,
    hasName,
    hasServices,
    hasHours,
    hasTerms,
    hasPhotos,
    shownPhotos,
    hasGallery,
    hasDemoLeft,
    wasDemoRemoved,
    hasMailServer,
  ] = await Promise.all([
    listSavedGroups({ db }),
    hasOwnName(db),
    hasEditedServices({ db }),
    hasEditedHours({ db }),
    hasChanged({ db }, { actions: ['terms-published', 'terms-corrected'] }),
    hasOwnPhotos({ db }),
    countPublicPhotos({ db }),
    hasOwnClientGallery({ db }),
    hasDemo({ db }),
    hasChanged({ db }, { actions: ['demo-removed'] }),
    canSendMail({ db, config }),
  ])
  const isSetUp: Record<SetupStep, boolean> = {
    name: hasName,
    place: saved.has('policies'),
    services: hasServices,
    hours: saved.has('hours') || hasHours,
    terms: hasTerms,
    email: hasMailServer,
    photos: hasPhotos && shownPhotos > 0,
    gallery: hasGallery,
    demo: !hasDemoLeft,
    domain: isPublicHost(new URL(config.siteUrl).hostname),
  }
  const hadDemo = hasDemoLeft || wasDemoRemoved || marked.has('demo')
  return SETUP_STEPS.filter((step) => step !== 'demo' || hadDemo).map((step) => ({
    ...{ step, isDone: marked.has(step) || isSetUp[step] },
    ...(step === 'photos' && hasPhotos && shownPhotos === 0 ? { isGalleryEmpty: true } : {}),
  }))
}

/** Fields of the first step. The location is in the same group of settings, so that one being saved says nothing. */
const NAMES = ['name', 'phone', 'email'] as const

/** Whether neither name nor email is a stand-in, such as “Your Studio,” and one is another than of the demo studio. */
async function hasOwnName(db: Db): Promise<boolean> {
  const [{ studio }, { demo, neutral }] = await Promise.all([readSettings({ db }), readFirstTexts()])
  const isOther = (first: typeof demo) => (field: (typeof NAMES)[number]) =>
    first.settings.studio[field] !== studio[field]
  return isOther(neutral)('name') && studio.shownEmail !== '' && NAMES.some(isOther(demo))
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
