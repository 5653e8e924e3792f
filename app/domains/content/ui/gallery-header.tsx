import { Link } from 'react-router'
import { paths } from '~/ui/paths'
import type { Shell } from '../model'
import { AccountLink, type SignedInAs, SignOutButton } from './account-link'
import { Logo } from './logo'

interface GalleryHeaderProps {
  studio: Shell['studio']
  signedInAs: SignedInAs
}

/** Above a client gallery: the studio's logo, and the link to the client's other galleries. */
export function GalleryHeader({ studio, signedInAs }: GalleryHeaderProps) {
  return (
    <header className="hdr hdr--client-gallery">
      <div className="wrap hdr__in">
        <Logo studio={studio} />
        <div className="hdr__act">
          {signedInAs === 'client' ? (
            <Link className="btn btn--quiet" to={paths.downloads()}>
              My galleries
            </Link>
          ) : (
            <AccountLink className="btn btn--quiet" signedInAs={signedInAs} />
          )}
          <SignOutButton signedInAs={signedInAs} />
        </div>
      </div>
    </header>
  )
}
