import type { WriteDeps } from '~/domains/audit/operations.server'
import { saveGeneralHours } from '~/domains/booking/schedules/operations.server'
import { sessionTypeDraftSchema } from '~/domains/booking/session-types/drafts'
import { addSessionType } from '~/domains/booking/session-types/operations.server'
import { hoursSummary } from '~/domains/content/hours-summary'
import { readPageText, savePage } from '~/domains/content/pages.server'
import { lockServices } from '~/domains/content/service-prices.server'
import { readServiceTemplates, type ServiceTemplate } from '~/domains/content/service-templates.server'
import { addService, blankService, listAllServices, readService } from '~/domains/content/services.server'
import { fieldNames, readGroup } from '~/domains/content/settings/settings-form'
import { type SettingsSaved, saveSettingsParts } from '~/domains/content/settings.server'
import { publishTermsTemplate, readTermsTemplate } from '~/domains/content/terms-template.server'
import { showWebsitePhotos } from '~/domains/galleries/editor/website-photos.server'
import { decimalMoney } from '~/platform/amounts'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { FieldValues, PostedFields } from '~/platform/forms'
import { slugFrom } from '~/platform/slug'
import { FIRST_PHOTOS } from './first-photos'
import { readFirstServices } from './first-services'

type FirstGallery = Parameters<typeof showWebsitePhotos>[1]

interface SentGroup {
  sent: FieldValues
  version: number
}

/** The values with initials from the name, if they were left blank. */
export function withInitials(sent: FieldValues): FieldValues {
  if (sent['logo.0']?.trim() || sent['logo.1']?.trim()) return sent
  const words = (sent.name ?? '').match(/\p{L}+/gu) ?? []
  const initials = words.length > 1 ? words.map(([initial]) => initial).join('') : words.join('')
  const [first = '', second = first] = [...initials].map((each) => each.toUpperCase())
  return { ...sent, 'logo.0': first, 'logo.1': second }
}

/** Saves the weekly hours once, for the site and for bookings. The words follow from the hours. */
export async function saveFirstHours(deps: WriteDeps, { sent, version }: SentGroup): Promise<SettingsSaved> {
  const blank = Object.fromEntries(fieldNames('hours').map((name) => [name, '']))
  const read = readGroup('hours', { ...blank, summary: '-', ...sent })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { weekly } = read.value
  const summary = hoursSummary(weekly)
  return await transact(deps.db, async (tx, rollback): Promise<SettingsSaved> => {
    const at = { ...deps, db: tx }
    const parts = [{ group: 'hours' as const, sent: { ...sent, summary }, version }]
    const saved = await saveSettingsParts(at, parts)
    if (!saved.ok) return rollback(saved)
    const hours = weekly.map(({ day, opens, closes }) => ({ weekday: day, opens, closes }))
    const rule = await saveGeneralHours(at, hours)
    if (rule.ok) return saved
    if (rule.reason !== 'refused') return rollback({ ok: false, reason: 'changed-since' })
    // A schedule has several hours a day, and numbers them.
    const errors = Object.entries(rule.errors).map(([name, error]) => [name.replace(/\.0$/, ''), error])
    return rollback({ ok: false, reason: 'refused', errors: Object.fromEntries(errors) })
  })
}

/**
 * Adds a service and a session type for each kind of work, with the price entered once. A form that arrives
 * twice adds nothing more.
 */
export async function addFirstServices(
  deps: WriteDeps,
  posted: PostedFields | FieldValues,
): Promise<SettingsSaved> {
  const templates = await readServiceTemplates()
  const read = readFirstServices(posted, templates)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await transact(deps.db, async (tx, rollback): Promise<SettingsSaved> => {
    const at = { ...deps, db: tx }
    await lockServices(tx)
    let added = 0
    for (const { kind, priceCents, depositCents } of read.value) {
      const template = templates.find(({ notch }) => notch === kind)
      if (!template || (await isAdded(tx, template, priceCents))) continue
      const { title, summary, points, session, minutes, editedPhotos, turnaround } = template
      const service = {
        title,
        summary,
        notch: kind,
        points: points.join('\n'),
        fromPrice: decimalMoney(priceCents),
      }
      const made = await addService(at, { ...blankService(), ...service, published: 'yes' })
      if (!made.ok) return rollback({ ok: false, reason: 'refused', errors: {} })
      const id = (await listAllServices({ db: tx })).find(({ slug }) => slug === made.slug)?.id ?? ''
      const slug = slugFrom(session) ?? kind
      const type = {
        slug,
        title: session,
        // Where clients choose a session type, a period follows its summary.
        summary: summary.replace(/\.$/, ''),
        minutes,
        editedPhotos,
        turnaround,
        priceCents,
        depositCents,
      }
      const others = { service: null, setsPrice: true, priceUnit: '', places: ['default'] }
      await addSessionType(at, sessionTypeDraftSchema.parse({ ...type, ...others }), id)
      added += 1
    }
    return { ok: true, changed: added }
  })
}

/** Whether the same form has added it before: a service with the template's texts at this price. */
async function isAdded(tx: Tx, { notch, title, summary }: ServiceTemplate, cents: number): Promise<boolean> {
  const all = await listAllServices({ db: tx })
  const alike = all.filter(
    (each) => each.notch === notch && each.title === title && each.fromPriceCents === cents,
  )
  for (const { slug } of alike)
    if ((await readService({ db: tx }, slug))?.values.summary === summary) return true
  return false
}

/** Saves the booking policy, and publishes terms with it. */
export async function publishFirstTerms(
  deps: WriteDeps,
  { sent, version }: SentGroup,
): Promise<SettingsSaved> {
  const template = await readTermsTemplate()
  return await transact(deps.db, async (tx, rollback): Promise<SettingsSaved> => {
    const at = { ...deps, db: tx }
    const saved = await saveSettingsParts(at, [{ group: 'booking', sent, version }])
    if (!saved.ok) return rollback(saved)
    await publishTermsTemplate(at, template)
    return saved
  })
}

/** The photos that the pages show now, by page, and the versions that a save must name. */
export async function readFirstPhotos({ db }: { db: Db }) {
  const pages = await Promise.all(
    FIRST_PHOTOS.map(async ({ page, field }) => ({ page, field, ...(await readPageText({ db }, page)) })),
  )
  return {
    values: Object.fromEntries(pages.map(({ page, field, shown }) => [page, shown[field] ?? ''])),
    versions: Object.fromEntries(pages.map(({ page, version }) => [page, version])),
  }
}

/** Saves and publishes the chosen photos of all pages and of the Gallery, or none. */
export async function saveFirstPhotos(
  deps: WriteDeps,
  { sent, versions, gallery }: { sent: FieldValues; versions: Record<string, string>; gallery: FirstGallery },
): Promise<SettingsSaved> {
  return await transact(deps.db, async (tx, rollback): Promise<SettingsSaved> => {
    const inGallery = await showWebsitePhotos({ ...deps, db: tx }, gallery)
    if (!inGallery.ok) return rollback(inGallery)
    let changed = inGallery.shown
    for (const { page, field } of FIRST_PHOTOS) {
      const { shown } = await readPageText({ db: tx }, page)
      const change = { ...shown, [field]: sent[page] ?? '' }
      if (change[field] === shown[field]) continue
      // A draft of the page stays a version before this one.
      const saved = await savePage(
        { ...deps, db: tx },
        { page, sent: change, version: versions[page] ?? '', isSeparate: true },
      )
      if (saved.ok) changed += saved.changed
      else if (saved.reason === 'refused')
        return rollback({ ...saved, errors: { [page]: Object.values(saved.errors)[0] ?? '' } })
      else return rollback(saved)
    }
    return { ok: true, changed }
  })
}
