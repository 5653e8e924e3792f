import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import type { DownloadSize } from '../../access/model'
import { SIZE_LABELS, SIZE_NOTES } from '../model'
import { SaveToPhone } from './save-to-phone'
import './download-panel.css'

interface PhotoDownloadProps {
  galleryId: string
  itemId: string
  /** Permitted sizes, smallest first; empty: no download. */
  sizes: readonly DownloadSize[]
}

/** The lightbox's download menu for a photo. D opens it. */
export function PhotoDownload({ galleryId, itemId, sizes }: PhotoDownloadProps) {
  const choice = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'd' ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        !choice.current
      )
        return
      choice.current.open = true
      choice.current.querySelector('a')?.focus()
    }
    const pressOutside = ({ target }: Event) => {
      if (choice.current && target instanceof Node && !choice.current.contains(target))
        choice.current.open = false
    }
    window.addEventListener('keydown', press)
    window.addEventListener('pointerdown', pressOutside)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('pointerdown', pressOutside)
    }
  }, [])
  const largest = sizes.at(-1)
  if (!largest) return null
  const address = (size: DownloadSize) => paths.photoFile(galleryId, itemId, size)
  return (
    <details className="pdl" ref={choice} key={itemId} onKeyDown={closeOnEscape}>
      <summary className="btn btn--quiet pdl__word" aria-keyshortcuts="D">
        <Icon name="download" />
        <span className="t">Download</span>
      </summary>
      <ul className="pdl__sizes">
        {sizes.map((size) => (
          <li key={size}>
            {/* Without the `download` attribute, since a response that isn't a file is a page with a message.
             */}
            <a href={address(size)}>
              {SIZE_LABELS[size]} <span className="small">{SIZE_NOTES[size]}</span>
            </a>
          </li>
        ))}
        <li>
          <SaveToPhone addresses={[address(sizes.includes('print') ? 'print' : largest)]} />
        </li>
      </ul>
    </details>
  )
}

/** Escape closes the menu first, and the photo when pressed again. */
function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  const choice = event.currentTarget
  if (event.key !== 'Escape' || !choice.open) return
  event.preventDefault()
  choice.open = false
  choice.querySelector('summary')?.focus()
}
