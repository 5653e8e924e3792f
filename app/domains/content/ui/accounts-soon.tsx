import { Link } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { ButtonLink } from '~/ui/button-link'
import { Emphasis } from '~/ui/emphasis'
import { paths } from '~/ui/paths'
import type { Settings } from '../model'
import { telephoneLink } from './site-links'

interface AccountsSoonProps {
  title: string
  photo: PhotoView | undefined
  studio: Pick<Settings['studio'], 'phone' | 'email'>
}

/** Where one will sign in: it says plainly that this opens soon, and how to get one's pictures until then. */
export function AccountsSoon({ title, photo, studio }: AccountsSoonProps) {
  return (
    <div className="auth">
      <div className="auth__f">
        <h1 className="d2">
          <Emphasis text={title} />
        </h1>
        <p className="lede ink2">
          Client accounts open soon. Galleries, favorites and downloads will be here, behind a name and a
          password.
        </p>
        <p className="ink2">
          Waiting for pictures today? Ask us and we send you the link to your gallery:{' '}
          <a className="txt" href={`mailto:${studio.email}`}>
            {studio.email}
          </a>{' '}
          or{' '}
          <a className="txt nowrap" href={telephoneLink(studio.phone)}>
            {studio.phone}
          </a>
          . You need no account to{' '}
          <Link className="txt" to={paths.bookSession()}>
            book a session
          </Link>
          .
        </p>
        <div className="hero__act">
          <ButtonLink to={paths.contact()} go>
            Ask for my pictures
          </ButtonLink>
          <ButtonLink to={paths.gallery()} variant="line">
            See the gallery
          </ButtonLink>
        </div>
      </div>
      {photo ? (
        <div className="auth__p" data-theme="darkroom">
          <p className="edge" aria-hidden="true">
            <span className="pt">2</span>
            <span>2A</span>
          </p>
          <Picture photo={photo} sizes="(min-width: 64rem) 40vw, 1px" alt="" />
          <p className="edge" aria-hidden="true">
            <span className="pt">3</span>
            <span>3A</span>
          </p>
        </div>
      ) : null}
    </div>
  )
}
