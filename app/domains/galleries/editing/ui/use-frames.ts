import { useCallback, useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { useToast } from '~/ui/studio/toasts'
import type { Acting } from '../acting/acting'
import { movePlaces, type Target } from '../arranging/arrangement'
import type { EditorFrame } from '../model'

interface Asked {
  fields: Record<string, string> | FormData
  /** What it will look like. */
  expect?: (frames: EditorFrame[]) => EditorFrame[]
}

/**
 * The frames of the page as they will be, and a way to change them: one request after the other, in the order in which
 * they were asked for, so that quick keys neither overtake nor abort each other.
 */
export function useFrames(loaded: EditorFrame[], action: string) {
  const [frames, setFrames] = useState(loaded)
  const fetcher = useFetcher<Acting>({ key: `frames ${action}` })
  const { revalidate } = useRevalidator()
  const queue = useRef(Promise.resolve())
  const waiting = useRef(0)
  const show = useToast()

  useEffect(() => {
    if (waiting.current === 0) setFrames(loaded)
  }, [loaded])

  const submit = useRef(fetcher.submit)
  submit.current = fetcher.submit
  const ask = useCallback(
    ({ fields, expect }: Asked) => {
      waiting.current += 1
      if (expect) setFrames(expect)
      const sent = fields instanceof FormData ? fields : toForm(fields)
      sent.set('inPlace', 'yes')
      queue.current = queue.current
        .then(() => submit.current(sent, { method: 'post', action, preventScrollReset: true }))
        .catch(() => {})
        .finally(() => {
          waiting.current -= 1
        })
    },
    [action],
  )

  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  const told = useRef<Acting | undefined>(undefined)
  useEffect(() => {
    if (!answer || told.current === answer) return
    told.current = answer
    if (answer.ok) {
      // A move is seen; a message each time would be in the way.
      if (!answer.told.endsWith(' moved.'))
        show({ text: answer.told, ...(answer.undo ? { undo: { action, fields: answer.undo } } : {}) })
      return
    }
    show({ text: answer.sentence || Object.values(answer.errors)[0] || 'That could not be done.' })
    // What was refused is not how the page shows it already.
    void revalidate().then(() => setFrames(latest.current))
  }, [answer, show, action, revalidate])
  const latest = useRef(loaded)
  latest.current = loaded

  return { frames, ask, isBusy: fetcher.state !== 'idle' }
}

function toForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** What a move will look like, on this page. */
export function framesMoved(frames: EditorFrame[], ids: ReadonlySet<string>, target: Target): EditorFrame[] {
  const moved = movePlaces(frames, ids, target)
  if (!moved) return frames
  const byId = new Map(frames.map((frame) => [frame.id, frame]))
  const first = frames.find(({ number }) => number > 0)?.number ?? 1
  let number = first - 1
  return moved.flatMap(({ id, setId }) => {
    const frame = byId.get(id)
    if (!frame) return []
    if (frame.photo) number += 1
    return { ...frame, setId, number: frame.photo ? number : 0 }
  })
}
