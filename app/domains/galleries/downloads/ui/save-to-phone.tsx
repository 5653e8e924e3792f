import { useState } from 'react'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'

type State =
  | { step: 'waiting' }
  | { step: 'fetching'; done: number }
  /** The files are fetched, but the browser needs another tap, since that took too long. */
  | { step: 'fetched'; files: File[] }
  | { step: 'saved' }
  | { step: 'failed' }

interface SaveToPhoneProps {
  /** URLs of the photos, at most HANDFUL. */
  addresses: string[]
}

/** On phones, saves photos by the system's share dialog. Nothing on other devices, which use the download. */
export function SaveToPhone({ addresses }: SaveToPhoneProps) {
  const [state, setState] = useState<State>({ step: 'waiting' })
  const isAlive = useHydrated()
  if (!isAlive || !takesPhotographs()) return null

  async function save() {
    try {
      const { fetchFiles, shareFiles } = await import('./share-files')
      const files =
        state.step === 'fetched'
          ? state.files
          : await fetchFiles(addresses, (done) => setState({ step: 'fetching', done }))
      const shared = await shareFiles(files)
      if (shared === 'tap-again') setState({ step: 'fetched', files })
      else setState({ step: shared === 'shared' ? 'saved' : 'waiting' })
    } catch {
      setState({ step: 'failed' })
    }
  }
  return (
    <>
      <button type="button" className="btn btn--line" disabled={state.step === 'fetching'} onClick={save}>
        <Icon name="share" small />
        {labelOf(state, addresses.length)}
      </button>
      {state.step === 'failed' ? (
        <p className="small" role="alert">
          The photos didn’t arrive. Try again, or download them as one file.
        </p>
      ) : null}
    </>
  )
}

function labelOf(state: State, count: number): string {
  switch (state.step) {
    case 'fetching':
      return `Downloading ${state.done + 1} of ${count}…`
    case 'fetched':
      return 'Tap to save them'
    case 'saved':
      return 'Saved. Save again'
    case 'waiting':
    case 'failed':
      return count === 1 ? 'Save to this device' : `Save ${count} to this device`
  }
}

/** Whether this is a touch device whose browser can share images. */
function takesPhotographs(): boolean {
  if (typeof navigator.canShare !== 'function' || !matchMedia('(pointer: coarse)').matches) return false
  return navigator.canShare({ files: [new File(['x'], 'photograph.jpg', { type: 'image/jpeg' })] })
}
