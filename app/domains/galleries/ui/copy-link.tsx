import { useState } from 'react'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'

/** @param path the photograph's permanent address, without a host */
export function CopyLink({ path }: { path: string }) {
  const hydrated = useHydrated()
  const [copied, setCopied] = useState('')
  const [refused, setRefused] = useState(false)
  const done = copied === path
  // Without script there is nothing to press, and the address bar has the link. Its place is kept all the same.
  const usable = hydrated && !refused && 'clipboard' in navigator

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, window.location.origin).href)
      setCopied(path)
    } catch {
      setRefused(true)
    }
  }
  return (
    <>
      <span role="status" className="vh">
        {done ? 'Link to this photo copied.' : ''}
      </span>
      <button
        type="button"
        className={usable ? 'btn btn--quiet lb__copy' : 'btn btn--quiet lb__copy lb__copy--off'}
        onClick={copy}
      >
        <Icon name={done ? 'check' : 'share'} />
        <span className="t">{done ? 'Link copied' : 'Copy link'}</span>
      </button>
    </>
  )
}
