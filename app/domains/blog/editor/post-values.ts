import { sentValues } from '~/platform/forms'

/** The fields of a post's form beside its text. */
export const POST_FIELDS = [
  ...(['title', 'excerpt', 'tags', 'author', 'cover', 'slug', 'date', 'time', 'visibility'] as const),
  ...(['searchTitle', 'searchDescription', 'related1', 'related2', 'related3'] as const),
] as const
type PostField = (typeof POST_FIELDS)[number]
export type PostValues = Record<PostField, string>

/** The values of a stored form. One from an earlier version lacks later fields. */
export const storedValues = (form: string): PostValues => {
  const stored: Partial<PostValues> = JSON.parse(form)
  return Object.fromEntries(POST_FIELDS.map((name) => [name, stored[name] ?? ''])) as PostValues
}

/** Who finds a published post: `unlisted` is only at its address. */
export type Visibility = 'public' | 'unlisted'

export type PostState = 'draft' | 'scheduled' | 'published' | 'unlisted'
export const POST_STATES: readonly PostState[] = ['draft', 'scheduled', 'published', 'unlisted']

export const stateOf = (
  { published_at, visibility }: { published_at: number | null; visibility: Visibility },
  now: number,
): PostState => {
  if (published_at === null) return 'draft'
  if (published_at > now) return 'scheduled'
  return visibility === 'public' ? 'published' : 'unlisted'
}

/** The title in lists of the Studio. */
export const titleOf = ({ title }: { title: string }): string => title || 'Untitled'

export const TITLE_MAX = 200
export const EXCERPT_MAX = 300
export const SEARCH_TITLE_MAX = 120
export const RELATED_FIELDS = ['related1', 'related2', 'related3'] as const
export const sentPost = (form: { get(name: string): string }): PostValues => sentValues(POST_FIELDS, form)
