import type { FormEvent } from 'react'
import { Form, useNavigate } from 'react-router'
import { useIsOwner } from '~/ui/studio/use-is-owner'
import { useRefresh } from '~/ui/studio/use-refresh'
import type { EditorAnswer } from '../actions'
import type { Target } from '../arrangement'
import type { EditedGallery, OpenItem } from '../operations.server'
import { closeDetails, EditorPages, itemAddresses, placeOf } from './editor-parts'
import { EditorTools } from './editor-tools'
import { WRITING } from './item-form'
import { ItemGrid } from './item-grid'
import { EditorInspector, OPENED_BY_KEY } from './item-inspector'
import type { Drop } from './use-item-drag'
import { useItemKeys } from './use-item-keys'
import { itemsMoved, useItems, useSelection } from './use-items'

interface EditorItemsProps {
  gallery: EditedGallery
  open: OpenItem | null
  refused: Extract<EditorAnswer, { ok: false }> | undefined
}

/** Intents whose errors are shown at their own fields. */
const ELSEWHERE = new Set(['save-item', 'save-text'])

/** The items of one page of the editor, with the toolbar and the open item. */
export function EditorItems({ gallery, open, refused }: EditorItemsProps) {
  const place = placeOf(gallery)
  const addressOf = itemAddresses(gallery)
  const navigate = useNavigate()
  const { items, ask, busy, ...inPlace } = useItems(gallery.items, addressOf(null), (sent) => {
    const next = sent.get('next')
    if (next) navigate(addressOf(String(next)), { replace: true, preventScrollReset: true, state: WRITING })
  })
  const ids = items.map((item) => item.id)
  const selection = useSelection(ids)
  const isOwner = useIsOwner()
  useRefresh(busy === null && items.some(({ photo }) => photo !== null && photo.made < 1), 3_000)

  const moveTo = (moved: string[], target: Target, fields: Record<string, string>) =>
    ask({
      fields: { items: moved.join('.'), ...fields },
      expect: (before) => itemsMoved(before, new Set(moved), target),
    })
  const drop = (moved: string[], to: Drop) => {
    if ('before' in to)
      moveTo(moved, { to: 'before', id: to.before }, { intent: 'before', before: to.before })
    else if ('endOf' in to)
      moveTo(moved, { to: 'end', setId: to.endOf }, { intent: 'to-set', toSet: to.endOf ?? '' })
    else moveOver(moved, to.page)
  }
  /** To the end of the previous page, or to the beginning of the next. */
  const moveOver = (moved: string[], page: 'before' | 'after') => {
    const numbers = items.flatMap(({ number }) => (number > 0 ? [number] : []))
    const photos = items.filter((item) => item.photo !== null && moved.includes(item.id)).length
    const number = page === 'before' ? (numbers[0] ?? 1) - photos : (numbers.at(-1) ?? 0) + 1
    ask({
      fields: { items: moved.join('.'), intent: 'to-number', number: String(Math.max(1, number)) },
      expect: (before) => before.filter((item) => !moved.includes(item.id)),
    })
  }
  const remove = (removed: string[]) =>
    ask({
      fields: { intent: 'remove', items: removed.join('.') },
      expect: (before) => before.filter((item) => !removed.includes(item.id)),
    })
  const keys = useItemKeys({
    ids,
    selection,
    onMove: (moved, target) =>
      target.to === 'before'
        ? moveTo(moved, target, { intent: 'before', before: target.id })
        : moveTo(moved, target, {
            intent: target.to === 'number' ? 'to-number' : target.to,
            ...(target.to === 'number' ? { number: String(target.number) } : {}),
          }),
    onRemove: isOwner
      ? (removed) => {
          selection.clear()
          remove(removed)
        }
      : undefined,
    onOpen: (item) =>
      navigate(addressOf(item), { replace: true, preventScrollReset: true, state: OPENED_BY_KEY }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const form = new FormData(event.currentTarget, button)
    const intent = String(form.get('intent'))
    if (intent === 'remove' && !selection.all) {
      // With nothing selected, the button can't keep the focus.
      keys.keepBeside([...selection.chosen])
      remove([...selection.chosen])
    } else ask({ fields: form })
    if (intent === 'remove') selection.clear()
    // The menu with these buttons stays open, since they're often pressed repeatedly.
    if (intent === 'earlier' || intent === 'later') return
    for (const details of event.currentTarget.querySelectorAll('details'))
      if (details.open) closeDetails(details)
  }
  const refusal = inPlace.refused?.item === '' ? inPlace.refused.outcome : refused
  const toolErrors = refusal && !ELSEWHERE.has(refusal.intent) ? refusal : undefined
  const values: Record<string, string> = { ...refused?.values, intent: refused?.intent ?? '' }
  return (
    <div className="ge">
      <div className="ge__m">
        <Form method="post" action={addressOf(null)} onSubmit={submit} noValidate preventScrollReset>
          <input type="hidden" name="set" value={place.set ?? ''} />
          {gallery.photos === 0 && items.length === 0 ? null : (
            <EditorTools
              gallery={gallery}
              selection={selection}
              errors={toolErrors?.errors ?? {}}
              values={values}
            />
          )}
          {items.length === 0 ? (
            <div className="empty">
              <p>
                {gallery.photos === 0
                  ? 'No photos yet. Upload a folder, and each of its subfolders becomes a set.'
                  : 'This set is empty. Drag photos onto its name, or select photos and move them here.'}
              </p>
            </div>
          ) : (
            <ItemGrid
              gallery={gallery}
              items={items}
              selection={selection}
              keys={keys}
              open={open?.id ?? null}
              addressOf={addressOf}
              onDrop={drop}
            />
          )}
        </Form>
        <EditorPages gallery={gallery} set={place.set} />
        {gallery.kind === 'portfolio' ? (
          <Form method="post" action={addressOf(null)} className="gmore" preventScrollReset>
            <input type="hidden" name="before" value={open?.id ?? ''} />
            <button type="submit" className="btn btn--line" name="intent" value="add-text">
              {open ? 'Add text before this item' : 'Add text'}
            </button>
          </Form>
        ) : null}
        {items.length === 0 ? null : (
          <p className="hint gmore">
            Drag photos to reorder them or drop them on a set. On a phone, drag by the corner. Keyboard:
            Alt+arrows to move, Space to select, Shift for a range, Enter to open,
            {isOwner ? ' Delete to remove,' : ''} Ctrl/⌘+Z to undo.
          </p>
        )}
      </div>
      <EditorInspector
        gallery={gallery}
        open={open}
        items={items}
        place={place}
        refused={inPlace.refused && inPlace.refused.item === open?.id ? inPlace.refused.outcome : refused}
        busy={busy}
        onSend={(fields) => ask({ fields })}
      />
    </div>
  )
}
