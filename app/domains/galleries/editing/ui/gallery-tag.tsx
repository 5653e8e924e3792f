import { type GalleryState, STATE_LABELS } from '../../gallery-state'

const LOOKS: Record<GalleryState, string> = {
  draft: 'tag tag--dev',
  published: 'tag tag--fix',
  expired: 'tag tag--stop',
  archived: 'tag',
}

export const GalleryTag = ({ state }: { state: GalleryState }) => (
  <span className={LOOKS[state]}>{STATE_LABELS[state]}</span>
)
