import type { ReactNode } from 'react'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { Emphasis } from '~/ui/emphasis'

interface AuthSheetProps {
  title: string
  lede?: ReactNode | undefined
  photo?: PhotoView | null | undefined
  /** The photo is shown as a blur, also on phones. */
  isLocked?: boolean
  children?: ReactNode | undefined
}

/** A page with a form on the left, and a photo on the right if there is space. */
export function AuthSheet({ title, lede, photo, isLocked, children }: AuthSheetProps) {
  return (
    <div className={isLocked ? 'auth auth--locked' : 'auth'}>
      <div className="auth__f">
        <h1 className="d2">
          <Emphasis text={title} />
        </h1>
        {lede ? <p className="ink2">{lede}</p> : null}
        {children}
      </div>
      {photo ? (
        <div className="auth__p" data-theme="darkroom">
          <p className="edge" aria-hidden="true">
            <span className="pt">2</span>
            <span>2A</span>
          </p>
          <Picture photo={photo} sizes="(min-width: 64rem) 38vw, 1px" alt="" />
          <p className="edge" aria-hidden="true">
            <span className="pt">3</span>
            <span>3A</span>
          </p>
        </div>
      ) : null}
    </div>
  )
}
