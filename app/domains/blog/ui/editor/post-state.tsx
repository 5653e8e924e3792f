import type { PostState } from '../../editor/post-values'

const STATES: Record<PostState, { label: string; tag: string }> = {
  draft: { label: 'Draft', tag: 'tag' },
  scheduled: { label: 'Scheduled', tag: 'tag tag--dev' },
  unlisted: { label: 'Unlisted', tag: 'tag tag--fix' },
  published: { label: 'Published', tag: 'tag tag--fix' },
}

export const PostStateTag = ({ state }: { state: PostState }) => (
  <span className={STATES[state].tag}>{STATES[state].label}</span>
)
