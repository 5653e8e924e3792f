import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { Icon } from '~/ui/icon'
import type { GalleryPhoto } from '../model'
import { Announcement } from './lightbox-announcement'
import { centerStrip, LightboxStrip } from './lightbox-strip'
import { Turn } from './lightbox-turn'
import { lightboxSizes, preloadFrame } from './preload-frame'
import type { Ways } from './use-lightbox-keys'
import { useModalDialog } from './use-modal-dialog'
import { useSwipe } from './use-swipe'

/** A photograph and those beside it; null: there is none. */
export interface Framed {
  photo: GalleryPhoto
  total: number
  previous: GalleryPhoto | null
  next: GalleryPhoto | null
}

interface LightboxFrameProps {
  className?: string
  frame: Framed
  /** Those that the strip shows. */
  strip: GalleryPhoto[]
  to: (photo: GalleryPhoto) => string
  ways: Ways
  /** Address of the grid behind it. */
  grid: string
  onClose: () => void
  /** What can be done with the photograph: stands in the bar. */
  tools: ReactNode
  caption: ReactNode
  /** Said when another photograph has come. */
  announcement: string
}

/** One photograph over its grid, with the ways on. Without script the same markup is a page of its own. */
export function LightboxFrame({ frame, strip, to, ways, grid, onClose, ...parts }: LightboxFrameProps) {
  const { photo, total, previous, next } = frame
  const { className, tools, caption, announcement } = parts
  const { dialog, isOpen } = useModalDialog()
  const swipe = useSwipe(ways)
  const { state } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each photograph, and after the dialog has opened
  useLayoutEffect(() => {
    if (dialog.current) centerStrip(dialog.current)
  }, [photo.id, dialog])

  useEffect(() => {
    preloadFrame(next)
    preloadFrame(previous)
    // A link that has gone with the last photograph leaves the focus nowhere.
    if (document.activeElement === document.body) dialog.current?.focus()
  }, [next, previous, dialog])

  return (
    <dialog
      open={isOpen}
      className={className ? `lb ${className}` : 'lb'}
      data-theme="darkroom"
      ref={dialog}
      tabIndex={-1}
      aria-label={`Photo ${photo.number} of ${total}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Where nobody has touched the page yet, Escape closes without asking first.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose()
      }}
    >
      <div className="lb__bar">
        <p className="edge">
          <span className="vh">Photo </span>
          <span className="pt">{photo.number.toLocaleString('en-US')}</span> <span aria-hidden="true">/</span>
          <span className="vh">of</span> {total.toLocaleString('en-US')}
        </p>
        <Turn to={previous && to(previous)} state={state} way="previous" />
        <Turn to={next && to(next)} state={state} way="next" />
        {tools}
        <Link
          className="btn btn--quiet btn--icon lb__close"
          to={grid}
          aria-label="Close, back to the gallery"
          preventScrollReset
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            onClose()
          }}
        >
          <Icon name="close" />
        </Link>
      </div>
      <div className="lb__stage" {...swipe} style={{ '--ar': photo.width / photo.height } as CSSProperties}>
        <Picture key={photo.id} className="lb__pic" photo={photo} sizes={lightboxSizes(photo)} priority />
      </div>
      <div className="lb__cap">{caption}</div>
      <LightboxStrip photos={strip} current={photo} to={to} state={state} />
      <Announcement>{announcement}</Announcement>
    </dialog>
  )
}
