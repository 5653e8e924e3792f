import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { studioPaths } from '~/ui/studio/studio-paths'

interface NoteFormProps {
  galleryId: string
  intent: 'give-up' | 'forget-refused'
  children: ReactNode
}

/** A form about files on their way. Whichever room shows it, the page stays where it is; without script, the editor answers. */
export function NoteForm({ galleryId, intent, children }: NoteFormProps) {
  const fetcher = useFetcher()
  const isAlive = useHydrated()
  return (
    <fetcher.Form method="post" action={studioPaths.gallery(galleryId)}>
      <input type="hidden" name="intent" value={intent} />
      {isAlive ? <input type="hidden" name="inPlace" value="yes" /> : null}
      {children}
    </fetcher.Form>
  )
}
