import { useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { FactList } from '~/ui/studio/fact-list'
import { StudioIcon } from '~/ui/studio/studio-icon'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { EditorAnswer } from '../actions'
import type { EditorItem } from '../model'
import type { EditedGallery, OpenItem } from '../operations.server'
import { ItemForm } from './item-form'
import { TextInspector } from './text-inspector'

interface ItemInspectorProps {
  gallery: EditedGallery
  item: OpenItem & { entry: NonNullable<OpenItem['entry']> }
  number: number | null
  /** Its neighbors on this page. */
  beside: { previous: string | null; next: string | null }
  addressOf: (open: string | null) => string
  /** Errors of the last form. */
  refused: Extract<EditorAnswer, { ok: false }> | undefined
  /** The intent being submitted. */
  busy: string | null
  /** Submits a form without navigating. */
  onSend: (fields: Record<string, string> | FormData) => void
}

/** A photo's details: texts, focal point, and visibility. */
export function ItemInspector({
  gallery,
  item,
  number,
  beside,
  addressOf,
  refused,
  busy,
  onSend,
}: ItemInspectorProps) {
  const { photo, facts } = item.entry
  const action = addressOf(item.id)
  const toggle = (intent: string, about: Record<string, string>) => ({
    action,
    fields: { intent, ...about },
    onPress: onSend,
    isBusy: busy === intent,
  })
  return (
    <>
      <div className="insp__h">
        <h2 className="st-h2" id="inspector" tabIndex={-1}>
          {number === null ? 'Photo' : `Photo ${number}`}
        </h2>
        <span className="mono">{item.fileName}</span>
        <nav className="insp__n" aria-label="Photos">
          <Beside to={beside.previous && addressOf(beside.previous)} label="Previous item" icon="previous" />
          <Beside to={beside.next && addressOf(beside.next)} label="Next item" icon="next" />
          <Link className="btn btn--quiet" to={addressOf(null)} replace preventScrollReset>
            Close
          </Link>
        </nav>
      </div>
      <ItemForm
        key={item.id}
        item={item}
        next={beside.next}
        action={action}
        refused={refused?.intent === 'save-item' ? refused : undefined}
        isBusy={busy === 'save-item'}
        onSave={onSend}
      />
      <SwitchForm
        label="Use as cover"
        isOn={item.isCover}
        {...toggle(item.isCover ? 'uncover' : 'cover', { open: item.id })}
      />
      <SwitchForm
        label="Show on the public site"
        isOn={item.isPublic}
        {...toggle(item.isPublic ? 'take-off-site' : 'show-on-site', { item: item.id, open: item.id })}
        note={refused?.intent === 'show-on-site' ? refused.blocked?.[0]?.sentence : publicNote(gallery, item)}
        disabled={!item.isPublic && (item.isHidden || item.releaseMissing !== null)}
      />
      {item.releaseMissing === null || item.isPublic ? null : (
        <p className="swf__t">
          <span className="tag tag--hollow">Not public</span>{' '}
          <Link className="txt" to={studioPaths.galleryReleases(gallery.id)}>
            Releases
          </Link>
        </p>
      )}
      <SwitchForm
        label="No recognizable people"
        isOn={item.noRecognizablePeople}
        {...toggle(item.noRecognizablePeople ? 'recognizable-people' : 'no-recognizable-people', {
          item: item.id,
        })}
        note="No recognizable people, so it doesn’t need a release."
      />
      <FactList facts={facts.filter(({ label }) => SHOWN_FACTS.has(label))} />
      <p>
        <Link className="txt" to={studioPaths.photo(photo.slug)}>
          All photo details
        </Link>
      </p>
    </>
  )
}

interface BesideProps {
  to: string | null
  label: string
  icon: 'previous' | 'next'
}

function Beside({ to, label, icon }: BesideProps) {
  if (to === null) return null
  return (
    <Link className="btn btn--quiet btn--icon" to={to} replace preventScrollReset aria-label={label}>
      <StudioIcon name={icon} small />
    </Link>
  )
}

function publicNote({ kind }: EditedGallery, item: OpenItem): string | undefined {
  if (item.isPublic) return 'Turning this off removes it from every page of your site.'
  if (item.releaseMissing !== null) return item.releaseMissing
  if (kind === 'client') return 'Clients see it here either way.'
  return item.isHidden ? 'This photo is hidden. Show it in the gallery first.' : undefined
}

const SHOWN_FACTS = new Set(['Taken', 'Camera', 'Lens', 'Exposure', 'Size', 'File name'])

interface SwitchFormProps {
  label: string
  isOn: boolean
  action: string
  fields: Record<string, string>
  /** Submits the fields without navigating. */
  onPress: (fields: Record<string, string>) => void
  note?: string | undefined
  disabled?: boolean
  isBusy?: boolean
}

/** A switch that is a form, so that it works without script. */
export function SwitchForm({
  label,
  isOn,
  action,
  fields,
  onPress,
  note,
  disabled = false,
  isBusy = false,
}: SwitchFormProps) {
  return (
    <Form
      method="post"
      action={action}
      className="swf"
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault()
        onPress(fields)
      }}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        role="switch"
        aria-checked={isOn}
        disabled={disabled}
        aria-busy={isBusy || undefined}
      >
        <span>{label}</span>
        <span className="swf__s" aria-hidden="true" />
      </button>
      {note ? <p className="hint">{note}</p> : null}
    </Form>
  )
}

interface EditorInspectorProps {
  gallery: EditedGallery
  open: OpenItem | null
  /** The items of the page. */
  items: EditorItem[]
  /** The shown set and page as URL parameters. */
  place: Record<string, string | null>
  refused: Extract<EditorAnswer, { ok: false }> | undefined
  busy: string | null
  onSend: (fields: Record<string, string> | FormData) => void
}

/** History state of an item opened by keyboard: the focus moves to its details. */
export const OPENED_BY_KEY = { openedByKey: true } as const

/** The details of the open item or text. */
export function EditorInspector({
  gallery,
  open,
  items,
  place,
  refused,
  busy,
  onSend,
}: EditorInspectorProps) {
  const inspector = useRef<HTMLElement>(null)
  const addressOf = (open: string | null) => studioPaths.gallery(gallery.id, { ...place, open })
  const opened = open?.id
  const { key, state } = useLocation()
  // After a save, a text's form begins from the newest version. A refused one stays as it is.
  const [begun, setBegun] = useState(key)
  if (begun !== key && !refused) setBegun(key)
  const isOpenedByKey = state?.openedByKey === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same item may be opened again
  useEffect(() => {
    if (isOpenedByKey) document.getElementById('inspector')?.focus({ preventScroll: true })
  }, [isOpenedByKey, key])
  useEffect(() => {
    if (opened === undefined) return
    // On narrow screens, the panel is below the photos.
    const top = inspector.current?.getBoundingClientRect().top ?? 0
    if (top > innerHeight - 120) inspector.current?.scrollIntoView({ block: 'start' })
    else itemElement(opened)?.scrollIntoView({ block: 'nearest' })
    return () => backTo(opened)
  }, [opened])
  if (open === null) return null
  return (
    <aside className="insp" aria-labelledby="inspector" ref={inspector}>
      {open.entry ? (
        <ItemInspector
          gallery={gallery}
          item={{ ...open, entry: open.entry }}
          number={items.find((item) => item.id === open.id)?.number ?? null}
          beside={besideOf(items, open.id)}
          addressOf={addressOf}
          refused={refused}
          busy={busy}
          onSend={onSend}
        />
      ) : (
        <TextInspector
          key={`${open.id} ${begun}`}
          gallery={gallery}
          item={open}
          action={addressOf(open.id)}
          closeTo={addressOf(null)}
          refused={refused}
        />
      )}
    </aside>
  )
}

const itemElement = (id: string) => document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)

/** Returns the focus to the item after its details were closed. */
function backTo(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const item = itemElement(id)
    item?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    item?.scrollIntoView({ block: 'nearest' })
  })
}

/** The photos before and after an item on its page. */
function besideOf(items: EditorItem[], id: string) {
  const photos = items.filter(({ photo }) => photo !== null)
  const at = photos.findIndex((item) => item.id === id)
  return { previous: photos[at - 1]?.id ?? null, next: at === -1 ? null : (photos[at + 1]?.id ?? null) }
}
