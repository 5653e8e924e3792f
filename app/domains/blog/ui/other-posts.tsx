import { Link } from 'react-router'
import { paths } from '~/ui/paths'
import type { PostPage } from '../model'

/** The entries before and after this one. */
export function OtherPosts({ newer, older }: Pick<PostPage, 'newer' | 'older'>) {
  if (!newer && !older) return null
  return (
    <nav className="turn" aria-label="Other entries">
      {newer ? <Turn label="Newer" post={newer} /> : <span />}
      {older ? <Turn label="Older" post={older} /> : null}
    </nav>
  )
}

function Turn({ label, post }: { label: string; post: { slug: string; title: string } }) {
  return (
    <p>
      <span className="edge ink3">{label}</span>
      <Link className="t2" to={paths.post(post.slug)} prefetch="intent">
        {post.title}
      </Link>
    </p>
  )
}
