import { Link } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { columns } from '~/domains/photos/ui/sizes'
import { money } from '~/platform/money'
import { ButtonLink } from '~/ui/button-link'
import { Html } from '~/ui/html'
import { paths } from '~/ui/paths'
import { Notch } from '~/ui/strip'
import type { Service } from '../model'

type Entry = Pick<Service, 'slug' | 'title' | 'notch' | 'summary' | 'fromPriceCents' | 'priceUnit'> & {
  picture: PhotoView | null
}

/** Rows of links: what the studio photographs, and its lowest price. */
export function ServiceIndex({ services }: { services: Entry[] }) {
  return (
    <ul className="idx">
      {services.map(({ slug, title, notch, summary, picture, fromPriceCents, priceUnit }) => {
        return (
          <li key={slug}>
            <Link to={paths.service(slug)} prefetch="intent" viewTransition discover="none">
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
                <small>from</small>
                {` ${money(fromPriceCents)}`}
                {priceUnit ? <small>{` a ${priceUnit}`}</small> : null}
              </p>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

interface ServiceEntryProps {
  service: Service
  /** Link to book it. */
  book: string
  /** Large photo on the left, or tall one on the right. */
  side: 'left' | 'right'
  /** Place in the list, from 0. */
  at: number
}

export function ServiceEntry({ service, book, side, at }: ServiceEntryProps) {
  const { slug, title, notch, summary, points, photo } = service
  return (
    <section aria-labelledby={`${slug}-title`} id={slug} className={`svc__e svc__e--${side}`}>
      {photo && (
        <Picture
          photo={photo}
          ratio={side === 'left' ? 'var(--wide)' : '4/5'}
          {...(side === 'left'
            ? { sizes: columns(7, '(min-width:48rem) 52.2vw, 89.3vw'), shapes: [3 / 2, 3 / 2, 1, 3 / 2] }
            : { sizes: columns(5, '(min-width:48rem) 44.4vw, 89.3vw') })}
          priority={at === 0}
        />
      )}
      <div className="svc__t">
        <Notch kind={notch} />
        <h2 className="t1" id={`${slug}-title`}>
          {title}
        </h2>
        <p className="ink2">{summary}</p>
        <ul className="ui">
          {points.map((point) => (
            <li key={point} className="svc__p">
              {point}
            </li>
          ))}
        </ul>
        <details className="svc__how">
          <summary>
            How it goes<span className="vh">: {title}</span>
          </summary>
          <Html className="prose svc__html" html={service.html} />
        </details>
        <div className="svc__b">
          <FromPrice service={service} />
          <ButtonLink variant="line" go to={book} aria-label={`Book: ${title}`}>
            Book
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** "from $285", "from $45 a photo" */
export function FromPrice({ service }: { service: Pick<Service, 'fromPriceCents' | 'priceUnit'> }) {
  return (
    <p className="ui">
      <span className="ink2">from</span> <b>{money(service.fromPriceCents)}</b>
      {service.priceUnit && <span className="ink2"> a {service.priceUnit}</span>}
    </p>
  )
}
