import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { paths } from '~/ui/paths'
import type { PostSummary } from '../model'

/** The newest entry with its picture, and the three before it. */
export function JournalTeaser({ posts: [lead, ...rest] }: { posts: PostSummary[] }) {
  if (!lead) return null
  return (
    <div className="jrn">
      <article className="lead">
        {lead.cover ? (
          <Picture photo={lead.cover} ratio="3/2" sizes="(min-width: 64rem) 55vw, 100vw" alt="" />
        ) : null}
        <Dateline post={lead} />
        <h3 className="t1">
          <Link to={paths.post(lead.slug)}>{lead.title}</Link>
        </h3>
        <p className="ink2">{lead.excerpt}</p>
      </article>
      <div className="rest">
        {rest.slice(0, 3).map((post) => (
          <article key={post.slug}>
            <Dateline post={post} />
            <h3 className="t2">
              <Link to={paths.post(post.slug)}>{post.title}</Link>
            </h3>
          </article>
        ))}
      </div>
    </div>
  )
}

function Dateline({ post: { publishedAt, date, minutes } }: { post: PostSummary }) {
  return (
    <p className="edge">
      <time dateTime={publishedAt}>{date}</time> · {minutes} min
    </p>
  )
}
