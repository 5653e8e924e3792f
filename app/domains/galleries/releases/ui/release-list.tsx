import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import { type ShownRelease, usesLine } from '../model'

/** Releases, newest first. */
export function ReleaseList({ galleryId, releases }: { galleryId: string; releases: ShownRelease[] }) {
  if (releases.length === 0)
    return (
      <div className="empty">
        <p>
          No model releases yet. Photos with recognizable people stay off your public site until you record
          one.
        </p>
      </div>
    )
  return (
    <StudioTable columns={['Name', 'Allowed uses', 'Given', 'Status']}>
      {releases.map((release) => (
        <tr key={release.id}>
          <td>
            <Link className="st-row" to={studioPaths.galleryRelease(galleryId, release.id)}>
              {release.name}
            </Link>
            <span className="st-cut s">{whoLine(release)}</span>
          </td>
          <td>{usesLine(release.uses)}</td>
          <td>
            {release.given}
            <span className="st-cut s">{release.basis}</span>
          </td>
          <td>
            <ReleaseTag release={release} />
          </td>
        </tr>
      ))}
    </StudioTable>
  )
}

/** A release's permitted uses, or that it was withdrawn. */
export function ReleaseTag({ release: { withdrawn, uses } }: { release: ShownRelease }) {
  if (withdrawn !== null) return <span className="tag tag--stop">Withdrawn {withdrawn}</span>
  if (uses.length === 0) return <span className="tag tag--stop">Nowhere</span>
  return uses.includes('portfolio') ? (
    <span className="tag tag--fix">Allowed</span>
  ) : (
    <span className="tag">Not for the site</span>
  )
}

const whoLine = ({ email, guardian, jointId }: ShownRelease): string =>
  [guardian === '' ? '' : `signed by ${guardian}`, email, jointId === null ? '' : 'all their galleries']
    .filter(Boolean)
    .join(' · ')
