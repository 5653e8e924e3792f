import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { ExpiringGalleries, ShownExpiration } from '../../expiration/operations.server'

/** Galleries that wait for the studio's decision, that expire soon, and that have expired. */
export function ExpirationList({ paused, soon, closed }: ExpiringGalleries) {
  if (paused.length + soon.length + closed.length === 0)
    return (
      <div className="empty">
        <p>
          No galleries expire within two weeks, and none have expired. Galleries with an expiration date show
          up here when the date is near.
        </p>
      </div>
    )
  return (
    <StudioTable columns={['Gallery', 'Expiration date', 'Status', { label: 'Actions', hidden: true }]}>
      {paused.map((gallery) => (
        <Row
          key={gallery.id}
          gallery={gallery}
          tag={<span className="tag tag--stop">Needs your decision</span>}
        >
          <Link className="btn btn--line" to={studioPaths.galleryExpiration(gallery.id)}>
            Decide<span className="vh">: {gallery.title}</span>
          </Link>
        </Row>
      ))}
      {soon.map((gallery) => (
        <Row key={gallery.id} gallery={gallery} tag={<span className="tag tag--dev">Expires soon</span>} />
      ))}
      {closed.map((gallery) => (
        <Row key={gallery.id} gallery={gallery} tag={<span className="tag">Expired {gallery.closed}</span>}>
          <Form method="post" preventScrollReset action={studioPaths.galleryExpiration(gallery.id)}>
            <input type="hidden" name="version" value={gallery.version} />
            <button type="submit" className="btn btn--line" name="intent" value="reopen">
              Reopen<span className="vh">: {gallery.title}</span>
            </button>
          </Form>
        </Row>
      ))}
    </StudioTable>
  )
}

interface RowProps {
  gallery: ShownExpiration
  tag: ReactNode
  children?: ReactNode
}

function Row({ gallery, tag, children }: RowProps) {
  return (
    <tr>
      <td>
        <Link className="st-row" to={studioPaths.galleryExpiration(gallery.id)}>
          {gallery.title}
        </Link>
      </td>
      <td>{gallery.lastDay}</td>
      <td>{tag}</td>
      <td className="cns-do">{children}</td>
    </tr>
  )
}
