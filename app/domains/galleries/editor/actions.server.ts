import type { WriteDeps } from '~/domains/audit/operations.server'
import type { NewerVersion } from '~/domains/content/versions/model'
import type { Person } from '~/platform/auth/actor'
import { photoCount } from '../client-gallery/client-gallery-words'
import { dismissRefused, endsUploadsOf, giveUpUpload, type UploadDeps } from '../uploads/operations.server'
import {
  type Arranged,
  addSet,
  itemsLabel,
  moveItems,
  moveSet,
  removeSet,
  renameSet,
  type SetChanged,
  sortItems,
  unsortItems,
} from './arrangement.server'
import {
  coverGallery,
  describeItems,
  hideItems,
  type ItemsChanged,
  type ItemsMarked,
  markItems,
  removeItems,
  restoreItems,
  saveItem,
} from './items.server'
import type { Chosen } from './model'
import {
  type BlockedPhoto,
  type Published,
  publishGallery,
  showOnSite,
  unpublishInGallery,
} from './publishing.server'
import { addText, saveText, type TextSaved } from './texts.server'

interface Sent {
  get(name: string): string
  getAll(name: string): string[]
}

export type ActionResult =
  /**
   * `notice`: a message; '' if the page shows enough. `undo`: fields of a form that undoes it. `open`: id of
   * an item to open next. `set`: id of a set to show.
   */
  | { ok: true; notice: string; undo?: Record<string, string>; open?: string; set?: string }
  | { ok: false; reason: 'missing' | 'nothing-chosen' | 'changed-since' | 'unknown' | 'empty' }
  | { ok: false; reason: 'refused'; sentence?: string; errors: Record<string, string> }
  | { ok: false; reason: 'blocked'; blocked: BlockedPhoto[] }
  | NewerVersion

export type ActionDeps = WriteDeps & Pick<UploadDeps, 'config' | 'storage'> & { author: Pick<Person, 'role'> }

/** Handles an editor form by its `intent`. */
export async function actOnGallery(deps: ActionDeps, gallery: string, form: Sent): Promise<ActionResult> {
  const chosen = readChosen(gallery, form)
  const intent = form.get('intent')
  const act = Object.hasOwn(ACTS, intent) ? ACTS[intent] : undefined
  return act ? await act(deps, chosen, form) : { ok: false, reason: 'unknown' }
}

type Act = (deps: ActionDeps, chosen: Chosen, form: Sent) => Promise<ActionResult>

const ACTS: Record<string, Act | undefined> = {
  earlier: async (deps, chosen) => moved(await moveItems(deps, chosen, { to: 'earlier' })),
  later: async (deps, chosen) => moved(await moveItems(deps, chosen, { to: 'later' })),
  before: async (deps, chosen, form) =>
    moved(await moveItems(deps, chosen, { to: 'before', id: form.get('before') })),
  'to-set': async (deps, chosen, form) =>
    moved(await moveItems(deps, chosen, { to: 'end', setId: form.get('toSet') || null })),
  'to-number': async (deps, chosen, form) => {
    const number = Number(form.get('number'))
    if (!Number.isSafeInteger(number) || number < 1)
      return refusal({ number: 'Enter a position, such as 12.' })
    return moved(await moveItems(deps, chosen, { to: 'number', number }))
  },
  'sort-time': async (deps, { gallery }) =>
    sorted(await sortItems(deps, gallery, 'time'), 'Sorted by capture time.'),
  'sort-name': async (deps, { gallery }) =>
    sorted(await sortItems(deps, gallery, 'name'), 'Sorted by file name.'),
  unsort: async (deps, { gallery }) => sorted(await unsortItems(deps, gallery), 'Back to your order.'),

  hide: async (deps, chosen) => changed(await hideItems(deps, chosen, true), 'hidden'),
  show: async (deps, chosen) => changed(await hideItems(deps, chosen, false), 'shown again'),
  remove: async (deps, chosen) => changed(await removeItems(deps, chosen), 'removed'),
  'put-back': async (deps, { gallery }, form) =>
    changed(await restoreItems(deps, { gallery, undo: form.get('undo') }), 'put back'),
  describe: async (deps, chosen, form) => {
    const done = await describeItems(deps, chosen, { title: form.get('title'), alt: form.get('alt') })
    if (!done.ok) return done.reason === 'refused' ? refusal(done.errors) : done
    return { ok: true, notice: `Text saved for ${photoCount(done.changed)}.` }
  },
  'no-recognizable-people': async (deps, chosen) => marked(await markItems(deps, chosen, true)),
  'recognizable-people': async (deps, chosen) => marked(await markItems(deps, chosen, false)),
  cover: async (deps, { gallery }, form) => {
    const done = await coverGallery(deps, { gallery, item: form.get('open'), isCover: true })
    return done.ok ? { ok: true, notice: 'Cover photo set.' } : done
  },
  uncover: async (deps, { gallery }, form) => {
    const done = await coverGallery(deps, { gallery, item: form.get('open'), isCover: false })
    return done.ok ? { ok: true, notice: 'Cover photo removed.' } : done
  },
  'save-item': async (deps, { gallery }, form) => {
    const sent = {
      title: form.get('title'),
      alt: form.get('alt'),
      caption: form.get('caption'),
      focalX: form.get('focalX'),
      focalY: form.get('focalY'),
    }
    const item = form.get('open')
    const version = Number(form.get('version'))
    const saved = await saveItem(deps, { gallery, item, sent, captionWas: form.get('captionWas'), version })
    if (!saved.ok) return saved.reason === 'refused' ? refusal(saved.errors) : saved
    return { ok: true, notice: 'Saved.', open: form.get('next') || item }
  },

  publish: async (deps, { gallery: id }, form) =>
    published(await publishGallery(deps, { id, version: Number(form.get('version')) }), 'Published.'),
  'show-on-site': async (deps, { gallery, items }) =>
    published(await showOnSite(deps, { gallery, items }), 'Published on your site.'),
  'show-ready-on-site': async (deps, { gallery }) => {
    const shown = await showOnSite(deps, { gallery, items: 'ready' })
    if (!shown.ok) return shown
    return { ok: true, notice: `${photoCount(shown.count)} published.` }
  },
  'take-off-site': async (deps, { gallery, items }) =>
    published(await unpublishInGallery(deps, { gallery, items }), 'Removed from your site.'),

  'add-text': async (deps, { gallery }, form) =>
    text(await addText(deps, { gallery, before: form.get('before') || null })),
  'save-text': async (deps, { gallery }, form) =>
    text(
      await saveText(deps, {
        gallery,
        item: form.get('open'),
        body: form.get('body'),
        version: form.get('version'),
        isSeparate: form.get('separate') === 'yes',
      }),
    ),

  'set-add': async (deps, { gallery }, form) => set(await addSet(deps, gallery, form.get('setTitle'))),
  'set-rename': async (deps, { gallery }, form) =>
    set(await renameSet(deps, gallery, { set: form.get('set'), typed: form.get('setTitle') })),
  'set-up': async (deps, { gallery }, form) =>
    set(await moveSet(deps, gallery, { set: form.get('set'), by: -1 })),
  'set-down': async (deps, { gallery }, form) =>
    set(await moveSet(deps, gallery, { set: form.get('set'), by: 1 })),
  'set-remove': async (deps, { gallery }, form) => {
    const removed = set(await removeSet(deps, gallery, form.get('set')))
    return removed.ok ? { ok: true, notice: 'Set deleted. Its photos are still in the gallery.' } : removed
  },

  'give-up': async (deps, { gallery: galleryId }, form) => {
    const by = endsUploadsOf(deps.author)
    for (const id of form.getAll('upload')) await giveUpUpload(deps, { id, galleryId, by })
    return { ok: true, notice: 'Upload canceled.' }
  },
  'forget-refused': async (deps, { gallery }) => {
    await dismissRefused(deps, gallery)
    return { ok: true, notice: '' }
  },
}

/** Every `intent` of the editor's forms. */
export const EDITOR_INTENTS: readonly string[] = Object.keys(ACTS)

const moved = (done: Arranged): ActionResult =>
  done.ok ? { ok: true, notice: `${capital(itemsLabel(done.count))} moved.` } : done

function sorted(done: Arranged, notice: string): ActionResult {
  if (!done.ok) return done
  return { ok: true, notice, ...(done.undo ? { undo: { intent: 'unsort' } } : {}) }
}

function marked(done: ItemsMarked): ActionResult {
  if (done.ok) return { ok: true, notice: done.changed === 0 ? 'Already marked.' : 'Marked.' }
  if (done.reason !== 'on-site') return done
  const sentence = `${capital(photoCount(done.count))} of these ${done.count === 1 ? 'is' : 'are'} public, and no release allows it. Remove ${done.count === 1 ? 'it' : 'them'} from the site, or record the releases first.`
  return { ok: false, reason: 'refused', sentence, errors: {} }
}

function changed(done: ItemsChanged, notice: string): ActionResult {
  if (!done.ok) return done
  const undo = done.undo ? { undo: { intent: 'put-back', undo: done.undo } } : {}
  return { ok: true, notice: `${capital(itemsLabel(done.count))} ${notice}.`, ...undo }
}

const published = (done: Published, notice: string): ActionResult => (done.ok ? { ok: true, notice } : done)

function text(done: TextSaved | Awaited<ReturnType<typeof addText>>): ActionResult {
  if (done.ok) return { ok: true, notice: 'Saved.', open: done.id }
  return done.reason === 'refused' ? refusal({ body: done.sentence }) : done
}

function set(done: SetChanged): ActionResult {
  if (done.ok) return { ok: true, notice: 'Saved.', set: done.id }
  return done.reason === 'refused' ? refusal({ setTitle: done.sentence }) : done
}

const refusal = (errors: Partial<Record<string, string>>): ActionResult => ({
  ok: false,
  reason: 'refused',
  errors: Object.fromEntries(Object.entries(errors).flatMap(([name, each]) => (each ? [[name, each]] : []))),
})

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** The items that a form refers to: checked ones, several in one field, or all of a set or gallery. */
export function readChosen(gallery: string, form: Sent): Chosen {
  const items = [...form.getAll('item'), ...form.get('items').split('.')].filter((id) => id !== '')
  if (form.get('all') !== 'yes') return { gallery, items }
  const set = form.get('set')
  return { gallery, items, all: { set: set === 'none' ? '' : set === '' ? null : set } }
}
