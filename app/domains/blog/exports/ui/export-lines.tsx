import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import { PostStateTag } from '../../ui/editor/post-state'
import type { ExportForm, ExportLine } from '../model'

/** What a file contains beside the texts. */
export const FORM_TEXTS: Record<ExportForm, string> = {
  ghost:
    'A file (.json) for Ghost, under Settings, Import. It names your pictures by their addresses here, so keep this site online until Ghost has them.',
  wordpress:
    'A file (.xml) for WordPress, under Tools, Import. WordPress downloads your pictures from this site, so keep it online until then.',
  markdown:
    'A ZIP with a Markdown file for each post, and the originals of its pictures. Hugo, Jekyll, Astro, and this site read it.',
}

/** Each post of the file, with what the file can’t say. */
export function ExportLines({ lines }: { lines: ExportLine[] }) {
  if (lines.length === 0) return <p className="ink2">You have no posts yet.</p>
  return (
    <StudioTable columns={['Post', 'Status']} caption="Posts of the file">
      {lines.map(({ id, title, state, pictures, notes }) => (
        <tr key={id} data-row>
          <td className="st-wide">
            <Link className="st-row" to={studioPaths.post(id)}>
              {title || 'Untitled'}
            </Link>
            {pictures > 0 ? (
              <span className="st-cut s">
                {pictures} {pictures === 1 ? 'picture' : 'pictures'}
              </span>
            ) : null}
            {notes.map((note) => (
              <span className="s ink2 imp__n" key={note}>
                {note}
              </span>
            ))}
          </td>
          <td>
            <PostStateTag state={state} />
          </td>
        </tr>
      ))}
    </StudioTable>
  )
}
