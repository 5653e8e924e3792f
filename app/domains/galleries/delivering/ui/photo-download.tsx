import { useLayoutEffect, useRef } from 'react'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import type { DeliverySize } from '../../access/model'
import { SIZE_LABELS } from '../delivery-sizes'
import { SaveToPhone } from './save-to-phone'
import '~/ui/styles/delivery.css'

interface PhotoDownloadProps {
  galleryId: string
  itemId: string
  /** Those that may be fetched, the smallest first; none: nothing is offered. */
  sizes: readonly DeliverySize[]
}

/** In the bar of the lightbox: one photograph, in the size that is picked. D opens the choice. */
export function PhotoDownload({ galleryId, itemId, sizes }: PhotoDownloadProps) {
  const choice = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'd' || event.altKey || event.ctrlKey || event.metaKey || !choice.current) return
      choice.current.open = true
      choice.current.querySelector('a')?.focus()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const largest = sizes.at(-1)
  if (!largest) return null
  const address = (size: DeliverySize) => paths.photoFile(galleryId, itemId, size)
  return (
    <details className="pdl" ref={choice} key={itemId}>
      <summary className="btn btn--quiet pdl__word">
        <Icon name="download" />
        <span className="t">Download</span>
      </summary>
      <ul className="pdl__sizes">
        {sizes.map((size) => (
          <li key={size}>
            <a href={address(size)} download>
              {SIZE_LABELS[size]}
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
