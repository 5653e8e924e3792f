import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { columns } from '~/domains/photos/ui/sizes'
import { paths } from '~/ui/paths'
import type { PostSummary } from '../model'
import { blogPath } from './blog-paths'

/** Phones load seven eighths of the pixels that they could show, since the page waits for this photo. */
const PHONE_LEAD = '79vw'

/** All posts: the newest one large with its photo, the others as a list. */
export function PostList({ posts: [lead, ...rest] }: { posts: PostSummary[] }) {
  if (!lead) return null
  return (
    <div className="jrn jrn--page">
      <article className="lead">
        {lead.cover ? (
          <Picture photo={lead.cover} ratio="3/2" sizes={columns(7, PHONE_LEAD)} alt="" priority />
        ) : null}
        <Dateline post={lead} />
        <h2 className="t1">
          <Link to={paths.post(lead.slug)} prefetch="intent" viewTransition>
            {lead.title}
          </Link>
        </h2>
        <p className="ink2">{lead.excerpt}</p>
      </article>
      <div className="rest">
        {rest.map((post) => (
          <article key={post.slug}>
            {post.cover ? (
              <Picture photo={post.cover} ratio="1/1" sizes="(min-width:80rem) 128px, 96px" alt="" />
            ) : null}
            <div>
              <Dateline post={post} />
              <h2 className="t2">
                <Link to={paths.post(post.slug)} prefetch="intent" viewTransition discover="none">
                  {post.title}
                </Link>
              </h2>
              <p className="ui ink2">{post.excerpt}</p>
            </div>
          </article>
        ))}
      </div>
    </div>
  )
}

/** Links to the pages before and after this one. */
export function BlogPages({
  number,
  pages,
  tag,
}: {
  number: number
  pages: number
  tag: string | undefined
}) {
  if (pages === 1) return null
  const link = (page: number, label: string) =>
    page < 1 || page > pages ? (
      <span />
    ) : (
      <Link className="btn btn--line" to={blogPath({ page, tag })} prefetch="intent" viewTransition>
        {label}
      </Link>
    )
  return (
    <nav className="jrn-pages" aria-label="Pages">
      {link(number - 1, 'Newer')}
      <span className="small ink2">
        Page {number} of {pages}
      </span>
      {link(number + 1, 'Older')}
    </nav>
  )
}

function Dateline({ post: { publishedAt, date, minutes, topic } }: { post: PostSummary }) {
  return (
    <p className="edge">
      <time dateTime={publishedAt}>{date}</time>
      <span>{`${minutes} min`}</span>
      <span>{topic}</span>
    </p>
  )
}

type Dated = Pick<PostSummary, 'slug' | 'title' | 'date' | 'publishedAt' | 'minutes'>
/** Only the newest post needs more than a title and a date. */
type TeasedPost = Dated & Partial<Pick<PostSummary, 'cover' | 'excerpt'>>

/** The newest post with its photo, and the three before it. */
export function PostTeaser({ posts: [lead, ...rest] }: { posts: TeasedPost[] }) {
  if (!lead) return null
  return (
    <div className="jrn">
      <article className="lead">
        {lead.cover ? <Picture photo={lead.cover} ratio="3/2" sizes={columns(7)} alt="" /> : null}
        <TeaserDateline post={lead} />
        <h3 className="t1">
          <Link to={paths.post(lead.slug)} prefetch="intent" viewTransition>
            {lead.title}
          </Link>
        </h3>
        <p className="ink2">{lead.excerpt}</p>
      </article>
      <div className="rest">
        {rest.slice(0, 3).map((post) => (
          <article key={post.slug}>
            <TeaserDateline post={post} />
            <h3 className="t2">
              <Link to={paths.post(post.slug)} prefetch="intent" viewTransition discover="none">
                {post.title}
              </Link>
            </h3>
          </article>
        ))}
      </div>
    </div>
  )
}

function TeaserDateline({ post: { publishedAt, date, minutes } }: { post: Dated }) {
  return (
    <p className="edge">
      <time dateTime={publishedAt}>{date}</time>
      <span>{`${minutes} min`}</span>
    </p>
  )
}
