import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { paths } from '~/ui/paths'
import type { Page } from '../model'

/** Six photos of different sizes. The second and third are a pair on small screens. */
const shapes = [
  { ratio: '3/2', sizes: '(min-width: 64rem) 55vw, 100vw' },
  { ratio: '4/5', sizes: '(min-width: 64rem) 31vw, 46vw', half: true },
  { ratio: '4/5', sizes: '(min-width: 64rem) 23vw, 46vw', half: true },
  { ratio: '3/2', sizes: '(min-width: 64rem) 55vw, 100vw' },
  { ratio: '3/2', sizes: '(min-width: 64rem) 47vw, 100vw' },
  { ratio: '4/5', sizes: '(min-width: 64rem) 31vw, 100vw' },
]

export function Work({ page: { body, photos } }: { page: Pick<Page<'home'>, 'body' | 'photos'> }) {
  return (
    <ul className="work">
      {body.work.map(({ photo: slug, title, kind }, at) => {
        const [photo, shape] = [photos[slug], shapes[at]]
        if (!photo || !shape) return null
        return (
          <li key={slug} className={shape.half ? 'h' : undefined}>
            <Link to={paths.galleryPhoto(slug)} className="frame">
              <Picture photo={photo} ratio={shape.ratio} sizes={shape.sizes} alt="" />
              <span className="frame__cap">
                <span className="edge pt" aria-hidden="true">
                  {at + 1}
                </span>
                <span className="t">
                  {title} <span>{kind}</span>
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
