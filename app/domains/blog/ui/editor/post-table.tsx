import { Form, Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { PostState } from '../../editor/post-values'
import { PostStateTag } from './post-state'

interface PostTableProps {
  posts: { id: string; title: string; topic: string; state: PostState; isChanged: boolean; when: string }[]
  /** Not all posts are listed. */
  isFiltered: boolean
}

export function PostTable({ posts, isFiltered }: PostTableProps) {
  if (posts.length === 0)
    return (
      <div className="empty">
        <p>
          {isFiltered
            ? 'No matches. Try “All” or a different search.'
            : 'No posts yet. Your posts will be listed here.'}
        </p>
      </div>
    )
  return (
    <StudioTable columns={['Title', 'Status', { label: 'Date', right: true }]}>
      {posts.map(({ id, title, topic, state, isChanged, when }) => (
        <tr key={id} data-row>
          <td className="st-wide">
            <Link className="st-row" to={studioPaths.post(id)}>
              {title}
            </Link>
            {topic ? <span className="st-cut s">{topic}</span> : null}
          </td>
          <td>
            <PostStateTag state={state} />{' '}
            {isChanged ? <span className="tag">Unpublished changes</span> : null}
          </td>
          <td className="r mono">{when}</td>
        </tr>
      ))}
    </StudioTable>
  )
}

/** A button, since it adds a draft. */
export function NewPostButton() {
  return (
    <Form method="post" action={studioPaths.posts()}>
      <button type="submit" className="btn" name="intent" value="add">
        New post
      </button>
    </Form>
  )
}
