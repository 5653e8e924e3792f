import { href } from 'react-router'

/** A page of all posts, or of those with a tag. */
export function blogPath({ page = 1, tag }: { page?: number; tag?: string | undefined }): string {
  const path = tag === undefined ? href('/blog') : href('/blog/tag/:tag', { tag })
  return page > 1 ? `${path}?page=${page}` : path
}
