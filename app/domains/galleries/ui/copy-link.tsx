import { useEffect, useState } from 'react'
import { Icon } from '~/ui/icon'

/** @param path the photograph's permanent address, without a host */
export function CopyLink({ path }: { path: string }) {
  const [ready, setReady] = useState(false)
  const [copied, setCopied] = useState('')
  // Without script there is nothing to press; the address bar has the link.
  useEffect(() => setReady('clipboard' in navigator), [])
  const done = copied === path

  const copy = async () => {
    await navigator.clipboard.writeText(new URL(path, window.location.origin).href)
    setCopied(path)
  }
  return (
    <>
      <span role="status" className="vh">
        {done ? 'The link to this photograph is copied.' : ''}
      </span>
      {ready ? (
        <button type="button" className="btn btn--quiet lb__copy" onClick={() => copy().catch(() => setReady(false))}>
          <Icon name={done ? 'check' : 'share'} />
          <span className="t">{done ? 'Link copied' : 'Copy link'}</span>
        </button>
      ) : null}
    </>
  )
}
