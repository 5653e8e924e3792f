import { STATE_LABELS } from '../../manage/model'
import type { BookingState } from '../../reservations/model'

const LOOKS: Record<BookingState, string> = {
  requested: 'tag tag--mark',
  confirmed: 'tag',
  declined: 'tag tag--open',
  canceled: 'tag tag--stop',
  done: 'tag tag--open',
  'no-show': 'tag tag--stop',
}

export const BookingStateTag = ({ state }: { state: BookingState }) => (
  <span className={LOOKS[state]}>{STATE_LABELS[state]}</span>
)
