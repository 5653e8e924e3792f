import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { EditablePage } from '../pages/fields'
import { publicPath } from './page-paths'

interface PageTableProps {
  pages: { page: EditablePage; title: string; isOff: boolean; hasDraft: boolean; changed: string }[]
}

export function PageTable({ pages }: PageTableProps) {
  return (
    <StudioTable columns={['Page', 'URL', { label: 'Changed', right: true }]}>
      {pages.map(({ page, title, isOff, hasDraft, changed }) => (
        <tr key={page} data-row>
          <td>
            <Link className="st-row" to={studioPaths.page(page)} prefetch="intent">
              {title}
            </Link>
            {isOff ? <span className="ink2"> Off</span> : null}
            {hasDraft ? <span className="ink2"> Draft not published</span> : null}
          </td>
          <td className="mono">{publicPath(page)}</td>
          <td className="r mono">{changed}</td>
        </tr>
      ))}
    </StudioTable>
  )
}
