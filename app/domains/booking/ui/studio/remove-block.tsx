import { useEffect, useRef } from 'react'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useToast } from '~/ui/studio/toasts'
import type { BlockValues } from '../../calendar/model'

/** Opens blocked time again, and offers to take that back. */
export function RemoveBlock({ block }: { block: string }) {
  const fetcher = useFetcher<{ removed?: BlockValues }>()
  const show = useToast()
  const navigate = useNavigate()
  const { search } = useLocation()
  const told = useRef<unknown>(undefined)
  const removed = fetcher.state === 'idle' ? fetcher.data?.removed : undefined
  useEffect(() => {
    if (!removed || told.current === removed) return
    told.current = removed
    show({
      text: 'The time is open again.',
      undo: { action: studioPaths.newBlock(), fields: { ...removed } },
    })
    navigate(studioPaths.bookings() + search)
  }, [removed, show, navigate, search])
  return (
    <fetcher.Form
      method="post"
      action={studioPaths.block(block) + search}
      onSubmit={(event) => {
        event.preventDefault()
        const action = studioPaths.block(block) + search
        fetcher.submit({ intent: 'remove', inPlace: 'yes' }, { method: 'post', action })
      }}
    >
      <input type="hidden" name="intent" value="remove" />
      <button type="submit" className="btn btn--quiet" aria-busy={fetcher.state !== 'idle' || undefined}>
        Remove block
      </button>
    </fetcher.Form>
  )
}
