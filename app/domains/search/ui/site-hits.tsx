import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { WithTimes } from '~/platform/with-times'
import { paths } from '~/ui/paths'
import type { SiteGroup, SiteHit, SiteKind } from '../site-hits'

const HEADINGS: Record<SiteGroup, string> = {
  services: 'Services',
  galleries: 'Galleries',
  posts: 'Posts',
  products: 'Products',
  pages: 'Pages',
}

const LINKS: Record<SiteKind, (slug: string) => string> = {
  page: (slug) => PAGES[slug]?.() ?? paths.home(),
  service: paths.service,
  gallery: (filter) => paths.gallery({ filter }),
  story: paths.story,
  product: paths.product,
  post: paths.post,
}

const PAGES: Record<string, (() => string) | undefined> = {
  home: paths.home,
  gallery: () => paths.gallery(),
  services: paths.services,
  about: paths.about,
  portfolio: paths.portfolio,
  pricing: paths.pricing,
  portrait: paths.portrait,
  blog: paths.blog,
  'mikhenzo-products': () => paths.products(),
  contact: () => paths.contact(),
  'book-session': () => paths.bookSession(),
  terms: paths.terms,
}

interface SiteHitsProps {
  group: { name: SiteGroup; hits: SiteHit[]; more: boolean }
}

/** The hits of a group, with the words that were found marked. */
export function SiteHits({ group: { name, hits, more } }: SiteHitsProps) {
  return (
    <section aria-labelledby={`found-${name}`}>
      <h2 className="t2" id={`found-${name}`}>
        {HEADINGS[name]}
      </h2>
      <ol className="hits__list">
        {hits.map(({ kind, slug, title, excerpt, detail, photo }) => (
          <li key={`${kind} ${slug}`}>
            {photo ? (
              <Picture photo={photo} ratio="1/1" sizes="(min-width:40rem) 128px, 88px" alt="" />
            ) : null}
            <h3 className="t3">
              <Link to={LINKS[kind](slug)} prefetch="intent" viewTransition discover="none">
                <Marked parts={title} />
              </Link>
            </h3>
            {detail === '' ? null : <p className="edge">{detail}</p>}
            <p className="ui ink2">
              <Marked parts={excerpt} />
            </p>
          </li>
        ))}
      </ol>
      {more ? <p className="small ink2">There are more {name}. Add a word to narrow them down.</p> : null}
    </section>
  )
}

const Marked = ({ parts }: { parts: string[] }) =>
  parts.map((part, at) => {
    const Part = at % 2 === 1 ? 'mark' : WithTimes
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that does not change
    return <Part key={at}>{part}</Part>
  })
