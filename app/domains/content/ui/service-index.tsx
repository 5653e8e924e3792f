import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { dollars } from '~/ui/money'
import { Notch } from '~/ui/notch'
import { paths } from '~/ui/paths'
import type { Service } from '../model'

type Entry = Pick<
  Service,
  'slug' | 'title' | 'notch' | 'summary' | 'thumbnail' | 'photo' | 'fromPriceCents' | 'priceUnit'
>

/** Rows of links with what the studio photographs and from which price. */
export function ServiceIndex({ services }: { services: Entry[] }) {
  return (
    <ul className="idx">
      {services.map(({ slug, title, notch, summary, thumbnail, photo, fromPriceCents, priceUnit }) => {
        const picture = thumbnail ?? photo
        return (
          <li key={slug}>
            <Link to={paths.service(slug)}>
              <Notch kind={notch} />
              <h3 className="t2">{title}</h3>
              {picture ? (
                <Picture
                  className="svt"
                  photo={picture}
                  ratio="7/6"
                  sizes="(min-width: 80rem) 118px, 84px"
                  alt=""
                />
              ) : null}
              <p className="d">{summary}</p>
              <p className="p">
                <small>from</small> {dollars(fromPriceCents)}
                {priceUnit ? <small> a {priceUnit}</small> : null}
              </p>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
