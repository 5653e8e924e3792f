import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import { KIND_LABELS } from '../model'
import type { GalleryLine } from '../operations.server'
import { GalleryTag } from './gallery-head'

/** Galleries of every kind, newest first. */
export function GalleryList({ galleries }: { galleries: GalleryLine[] }) {
  return (
    <StudioTable columns={['Gallery', 'Type', { label: 'Photos', right: true }, 'Status']} className="glist">
      {galleries.map((gallery) => (
        <tr key={gallery.id} data-row>
          <td>
            <span className="glist__g">
              <span className="glist__p" style={{ backgroundColor: gallery.tone || undefined }}>
                {gallery.thumb ? <img src={gallery.thumb} alt="" loading="lazy" decoding="async" /> : null}
              </span>
              <span>
                <Link className="st-row" to={studioPaths.gallery(gallery.id)} prefetch="intent">
                  {gallery.title}
                </Link>
                {gallery.dateline ? <span className="st-cut s">{gallery.dateline}</span> : null}
              </span>
            </span>
          </td>
          <td>{KIND_LABELS[gallery.kind]}</td>
          <td className="r">
            {gallery.count}
            <span className="glist__u"> {gallery.count === 1 ? 'photo' : 'photos'}</span>
          </td>
          <td>
            <GalleryTag state={gallery.state} />
            {gallery.lastDay && gallery.state === 'published' ? (
              <span className="st-cut s">until {gallery.lastDay}</span>
            ) : null}
          </td>
        </tr>
      ))}
    </StudioTable>
  )
}
