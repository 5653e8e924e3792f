import { Form } from 'react-router'
import { Icon } from '~/ui/icon'
import type { DeliverySize } from '../../access/model'
import { photographs } from '../../showing/gift-words'
import type { Handed } from '../deliveries/model'
import { SIZE_LABELS } from '../delivery-sizes'

/** What of the gallery has arrived, in a sentence. */
export function HandedNote({ handed }: { handed: Handed }) {
  if (handed.size === '') return <p className="small">Downloads are off for this gallery.</p>
  return (
    <p className="small">
      {handed.isComplete
        ? `All ${photographs(handed.photographs)} have been downloaded in ${handed.size}.`
        : `${handed.delivered.toLocaleString('en-US')} of ${photographs(handed.photographs)} have been downloaded in ${handed.size}.`}
    </p>
  )
}

/** Originals are given byte for byte. */
export function PositionNote({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <div className="note">
      <Icon name="info" />
      <p>
        <strong>{`${photographs(count)} in this gallery ${count === 1 ? 'has' : 'have'} GPS data.`}</strong>{' '}
        Clients get originals as they are. Web and Print sizes have your credit and no location data.
      </p>
    </div>
  )
}

interface FaultListProps {
  faults: { fileName: string; size: DeliverySize; sentence: string; found: string }[]
}

/** What clients cannot get as long as nobody puts it right. */
export function FaultList({ faults }: FaultListProps) {
  if (faults.length === 0) return null
  return (
    <div className="note note--stop">
      <Icon name="alert" />
      <div>
        <p>
          <strong>
            {faults.length === 1
              ? 'A file can’t be downloaded.'
              : `${faults.length} files can’t be downloaded.`}
          </strong>{' '}
          Restore the original or upload it again, then try again.
        </p>
        <ul className="note__list">
          {faults.map(({ fileName, size, sentence, found }) => (
            <li key={`${fileName} ${size} ${found}`}>
              {fileName}, {SIZE_LABELS[size]}: {sentence} <span className="mono">{found}</span>
            </li>
          ))}
        </ul>
        <Form method="post" preventScrollReset>
          <button type="submit" className="btn btn--line">
            Try again
          </button>
        </Form>
      </div>
    </div>
  )
}
