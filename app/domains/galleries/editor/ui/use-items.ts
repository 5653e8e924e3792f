import { useCallback, useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { useToast } from '~/ui/studio/toasts'
import type { EditorAnswer } from '../actions'
import { movePlaces, type Target } from '../arrangement'
import type { EditorItem } from '../model'

interface PendingChange {
  fields: Record<string, string> | FormData
  /** The expected result. */
  expect?: (items: EditorItem[]) => EditorItem[]
}

/** A refusal shown in place, and the photo it is about. */
export interface RefusedInPlace {
  item: string
  outcome: Extract<EditorAnswer, { ok: false }>
}

/**
 * The page's photos with all pending changes applied, and a function to change them. Requests run one after
 * the other, so that quick key presses don't overtake or abort each other.
 */
export function useItems(loaded: EditorItem[], action: string, onDone: (sent: FormData) => void) {
  const [items, setItems] = useState(loaded)
  const fetcher = useFetcher<EditorAnswer>({ key: `items ${action}` })
  const { revalidate } = useRevalidator()
  const queue = useRef(Promise.resolve())
  const waiting = useRef(0)
  const sentLast = useRef<FormData>(null)
  const done = useRef(onDone)
  done.current = onDone
  const [refused, setRefused] = useState<RefusedInPlace | null>(null)
  const show = useToast()

  useEffect(() => {
    if (waiting.current === 0) setItems(loaded)
  }, [loaded])

  const submit = useRef(fetcher.submit)
  submit.current = fetcher.submit
  const ask = useCallback(
    ({ fields, expect }: PendingChange) => {
      waiting.current += 1
      if (expect) setItems(expect)
      const sent = fields instanceof FormData ? fields : toForm(fields)
      sent.set('inPlace', 'yes')
      queue.current = queue.current
        .then(() => {
          sentLast.current = sent
          return submit.current(sent, { method: 'post', action, preventScrollReset: true })
        })
        .catch(() => {})
        .finally(() => {
          waiting.current -= 1
        })
    },
    [action],
  )

  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  const handled = useRef<EditorAnswer | undefined>(undefined)
  useEffect(() => {
    if (!answer || handled.current === answer) return
    handled.current = answer
    const sent = sentLast.current
    setRefused(answer.ok ? null : { item: String(sent?.get('open') ?? ''), outcome: answer })
    if (answer.ok) {
      if (sent) done.current(sent)
      // Moves are visible, so they need no message.
      if (!answer.notice.endsWith(' moved.'))
        show({ text: answer.notice, ...(answer.undo ? { undo: { action, fields: answer.undo } } : {}) })
      return
    }
    const [blocked, another] = answer.blocked ?? []
    const sentence = blocked && !another ? blocked.sentence : answer.sentence
    show({ text: sentence || Object.values(answer.errors)[0] || 'That didn’t work. Try again.' })
    // A refused change is removed from the page again.
    void revalidate().then(() => setItems(latest.current))
  }, [answer, show, action, revalidate])
  const latest = useRef(loaded)
  latest.current = loaded

  const busy = fetcher.state === 'idle' ? null : String(fetcher.formData?.get('intent') ?? '')
  return { items, ask, refused, busy }
}

function toForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** The expected result of a move on this page. */
export function itemsMoved(items: EditorItem[], ids: ReadonlySet<string>, target: Target): EditorItem[] {
  const moved = movePlaces(items, ids, target)
  if (!moved) return items
  const byId = new Map(items.map((item) => [item.id, item]))
  const first = items.find(({ number }) => number > 0)?.number ?? 1
  let number = first - 1
  return moved.flatMap(({ id, setId }) => {
    const item = byId.get(id)
    if (!item) return []
    if (item.photo) number += 1
    return { ...item, setId, number: item.photo ? number : 0 }
  })
}

/** The selected items; `all`: everything in the shown part, on every page. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  /** Start of a range. */
  const [anchor, setAnchor] = useState<string | null>(null)
  /** Whether the next press ends a range, as Shift does. For touch screens. */
  const [isRanging, setRanging] = useState(false)
  const here = all ? new Set(ids) : new Set(ids.filter((id) => chosen.has(id)))
  return {
    chosen: here as ReadonlySet<string>,
    all,
    isRanging,
    setRanging,
    toggle(id: string, isRange = false) {
      const from = anchor === null ? -1 : ids.indexOf(anchor)
      setAll(false)
      if (isRange && from !== -1) {
        setRanging(false)
        const to = ids.indexOf(id)
        const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
        setChosen(new Set([...here, ...range]))
        return
      }
      const next = new Set(here)
      if (!next.delete(id)) next.add(id)
      setChosen(next)
      setAnchor(id)
    },
    only(id: string) {
      setAll(false)
      setChosen(new Set([id]))
      setAnchor(id)
    },
    everyHere() {
      setAll(false)
      setChosen(new Set(ids))
    },
    setAll(isAll: boolean) {
      setAll(isAll)
      setChosen(new Set())
    },
    clear() {
      setAll(false)
      setChosen(new Set())
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
