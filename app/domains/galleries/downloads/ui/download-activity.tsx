import { Form, Link } from 'react-router'
import { bytesLabel } from '~/platform/bytes-label'
import { Icon } from '~/ui/icon'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { DownloadSize } from '../../access/model'
import { photoCount } from '../../client-gallery/client-gallery-words'
import { type DownloadAttempts, type DownloadCoverage, type DownloadReceipt, SIZE_LABELS } from '../model'

interface DownloadListProps {
  attempts: DownloadAttempts[]
  /** Path of its receipt. */
  receiptOf: (id: string) => string
}

interface TriesProps {
  fetching: DownloadAttempts
  receiptOf: (id: string) => string
}

/** The downloads of a gallery, and whether they were completed. */
export function DownloadList({ attempts, receiptOf }: DownloadListProps) {
  if (attempts.length === 0)
    return (
      <div className="empty">
        <p>No downloads yet. You’ll see who downloaded what, and whether it finished.</p>
      </div>
    )
  return (
    <StudioTable
      columns={['Who', 'What', 'Status', { label: 'Sent', right: true }, { label: 'Started', right: true }]}
    >
      {attempts.map((fetching) => (
        <tr key={fetching.best.id} data-row>
          <td>
            <Link className="st-row" to={receiptOf(fetching.best.id)}>
              {fetching.best.who}
            </Link>
          </td>
          <td>
            <span className="st-cut">
              {fetching.best.what}, {fetching.best.size}
            </span>
            <Tries fetching={fetching} receiptOf={receiptOf} />
          </td>
          <td>
            <DownloadTag receipt={fetching.best} />
          </td>
          <td className="dlvs__n">{sentLabel(fetching.best)}</td>
          <td className="r mono">{fetching.best.started}</td>
        </tr>
      ))}
    </StudioTable>
  )
}

/** The number of attempts, each with a link to its receipt. */
function Tries({ fetching: { best, tries, completed, others }, receiptOf }: TriesProps) {
  if (tries === 1) return null
  const more = tries - 1 - others.length
  return (
    <details className="dlvs__t">
      <summary>
        {`Started ${tries} times, ${completed === 0 ? 'never finished' : completed === 1 ? 'finished once' : `finished ${completed} times`}`}
        <span className="vh">{`: ${best.what}, ${best.size}, by ${best.who}`}</span>
      </summary>
      <ul>
        {others.map((each) => (
          <li key={each.id}>
            <Link className="txt" to={receiptOf(each.id)}>
              {each.started}
            </Link>{' '}
            {each.isComplete ? 'Complete' : sentLabel(each)}
          </li>
        ))}
        {more > 0 ? <li>{`And ${more.toLocaleString('en-US')} earlier.`}</li> : null}
      </ul>
    </details>
  )
}

export const DownloadTag = ({ receipt: { isComplete } }: { receipt: DownloadReceipt }) =>
  isComplete ? (
    <span className="tag tag--fix">Complete</span>
  ) : (
    <span className="tag tag--dev">Incomplete or in progress</span>
  )

/** If the connection broke, some of the sent bytes may not have arrived. */
export const sentLabel = ({ isComplete, sentBytes, bytes }: DownloadReceipt): string =>
  isComplete
    ? `All of ${bytesLabel(bytes)}`
    : `Up to ${bytesLabel(sentBytes)} of ${bytesLabel(bytes)}, ${shareLabel(sentBytes / bytes)}`

/** Up to 99%, since an incomplete download isn't 100%. */
const shareLabel = (share: number): string =>
  share < 0.01 ? 'under 1%' : `${Math.min(99, Math.floor(100 * share))}%`

/** A sentence about how much of the gallery was downloaded. */
export function DownloadedNote({ gallery, coverage }: { gallery: string; coverage: DownloadCoverage }) {
  if (coverage.size === '')
    return (
      <p className="small">
        Downloads are off for this gallery.{' '}
        <Link to={studioPaths.gallerySettings(gallery)}>Turn them on in Settings</Link>
      </p>
    )
  return (
    <p className="small">
      {coverage.isComplete
        ? `All ${photoCount(coverage.photos)} have been downloaded in ${coverage.size.toLowerCase()} size.`
        : `${coverage.delivered.toLocaleString('en-US')} of ${photoCount(coverage.photos)} have been downloaded in ${coverage.size.toLowerCase()} size.`}
    </p>
  )
}

/** A note about the locations in originals, which are sent unchanged. */
export function PositionNote({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <div className="note">
      <Icon name="info" />
      <p>
        <strong>{`${photoCount(count)} in this gallery ${count === 1 ? 'has' : 'have'} GPS data.`}</strong>{' '}
        Clients get originals as they are. Web and Print sizes have your credit and no location data.
      </p>
    </div>
  )
}

interface FaultListProps {
  faults: { fileName: string; size: DownloadSize; sentence: string; found: string }[]
}

/** Undeliverable files, with what to do. */
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
