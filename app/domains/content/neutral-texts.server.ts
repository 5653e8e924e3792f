import { join } from 'node:path'
import type { Author } from '~/domains/audit/model'
import type { Clock } from '~/platform/clock'
import type { Db, Tx } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { projectRoot } from '~/platform/project-root.server'
import type { InitialContent } from './content-files'
import { BLANK, readContentFolder } from './content-folder.server'
import { shownEmail } from './facts'
import type { Settings } from './model'
import { type EditablePage, isEditablePage, PAGE_FORMS } from './pages/fields'
import { type PageText, readPageForm, valuesOf } from './pages/page-form'
import { everyField } from './rows/fields'
import { withDocuments } from './rows/texts.server'
import { valuesOf as settingsValuesOf } from './settings/settings-form'
import { putGroupValue, selectGroup, selectSavedGroups } from './settings-store.server'
import { selectPage, updatePage } from './store.server'
import { replaceTerms } from './terms.server'

/** The demo studio's texts, and the neutral ones that replace them. */
export interface FirstTexts {
  demo: InitialContent
  neutral: InitialContent
}

/** The files are part of the program, so they're read once. */
let firstTexts: Promise<FirstTexts> | undefined

/** Reads files, so call it before a transaction. */
export function readFirstTexts(): Promise<FirstTexts> {
  firstTexts ??= Promise.all([readContentFolder(CONTENT()), readNeutralTexts()]).then(([demo, neutral]) => ({
    demo,
    neutral,
  }))
  return firstTexts
}

export const readNeutralTexts = (): Promise<InitialContent> => readContentFolder(join(CONTENT(), BLANK))

/** Settings that only stand in for the owner's on a new site without demo content: “Your city”. */
const STAND_INS = [
  ...['name', 'logo.0', 'logo.1', 'phone'],
  ...['address.locality', 'address.region', 'address.postalCode'],
]

/** The values of a form, where stand-ins are blank, so that no one confirms them. */
export async function withoutStandIns(values: FieldValues): Promise<FieldValues> {
  const neutral = settingsValuesOf('studio', (await readFirstTexts()).neutral.settings.studio)
  const blank = STAND_INS.filter((name) => values[name] === neutral[name])
  const { name = '', email = '' } = values
  if (shownEmail({ name, email }) === '') blank.push('email')
  return { ...values, ...Object.fromEntries(blank.map((name) => [name, ''])) }
}

/** Whether the time zone is still the one that a new site begins with. */
export async function isFirstZone({ db }: { db: Db }): Promise<boolean> {
  const { value } = await selectGroup(db, 'studio')
  return value.timeZone === (await readFirstTexts()).neutral.settings.studio.timeZone
}

const CONTENT = () => join(projectRoot(), 'content')

/** Settings that only describe the demo studio. Its name, address and hours stay until the owner changes them. */
const OF_THE_DEMO = ['links', 'promo', 'newsletter', 'policies', 'booking'] as const

/** Replaces the texts and settings of the demo studio that the owner hasn't edited. */
export async function replaceDemoTexts(
  { db: tx, clock, author }: { db: Tx; clock: Clock; author: Author },
  { demo, neutral }: FirstTexts,
): Promise<void> {
  for (const page of neutral.pages) {
    const stored = await selectPage(tx, page.slug)
    const first = demo.pages.find(({ slug }) => slug === page.slug)
    if (!stored || !first) continue
    const photos = stored.version === 1 ? {} : onlyPhotosChosen(first, stored)
    if (!photos) continue
    if ('effectiveOn' in page.body) await replaceTerms({ db: tx, clock, author }, page.body)
    else await updatePage(tx, withPhotos(page, photos), { version: stored.version, at: clock.now() })
  }
  const saved = await selectSavedGroups(tx)
  for (const group of OF_THE_DEMO)
    if (!saved.includes(group)) await putGroupValue(tx, group, neutral.settings[group])
  const { value: studio } = await selectGroup(tx, 'studio')
  const changed = withoutDemo(studio, demo.settings.studio, neutral.settings.studio)
  await putGroupValue(tx, 'studio', changed)
}

type FirstPage = InitialContent['pages'][number]

/**
 * The photos that the owner has chosen, by field, if nothing else on the page has changed; undefined otherwise.
 * Its texts are still the demo studio's then.
 */
function onlyPhotosChosen(first: FirstPage, stored: PageText): FieldValues | undefined {
  if (!isEditablePage(first.slug)) return undefined
  const { fields } = PAGE_FORMS[first.slug]
  const valuesIn = (text: PageText) => withDocuments(fields, valuesOf(first.slug as EditablePage, text))
  const [was, is] = [valuesIn(first), valuesIn(stored)]
  const names = new Set([...Object.keys(was), ...Object.keys(is)])
  const changed = [...names].filter((name) => was[name] !== is[name])
  const every = everyField(fields, is)
  const arePhotos = changed.every((name) =>
    every.some((field) => field.name === name && field.kind === 'photo' && Object.hasOwn(was, name)),
  )
  if (changed.length === 0 || !arePhotos) return undefined
  return Object.fromEntries(changed.map((name) => [name, is[name] ?? '']))
}

/** The page with these photos, where it has their fields. */
function withPhotos(page: FirstPage, photos: FieldValues): FirstPage {
  if (!isEditablePage(page.slug)) return page
  const values = valuesOf(page.slug, page)
  const chosen = Object.entries(photos).filter(([name]) => Object.hasOwn(values, name))
  const read = readPageForm(page.slug, { ...values, ...Object.fromEntries(chosen) })
  return read.ok ? ({ ...page, ...read.value } as FirstPage) : page
}

const INVENTED = ['photographer', 'foundingYear', 'areaServed'] as const

/** The demo studio's photographer, founding year and service area, unless the owner has changed them. */
function withoutDemo(
  studio: Settings['studio'],
  demo: Settings['studio'],
  neutral: Settings['studio'],
): Settings['studio'] {
  const isFirst = (field: (typeof INVENTED)[number]) =>
    JSON.stringify(studio[field]) === JSON.stringify(demo[field])
  const replaced = INVENTED.filter(isFirst).map((field) => [field, neutral[field]])
  return { ...studio, ...Object.fromEntries(replaced) }
}
