import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { EditablePage } from '../pages/fields'
import { publicPath } from './page-paths'

interface PageTableProps {
  pages: { page: EditablePage; title: string; changed: string }[]
}

export function PageTable({ pages }: PageTableProps) {
  return (
    <table className="tbl st-tbl">
      <thead>
        <tr>
          <th scope="col">Page</th>
          <th scope="col">URL</th>
          <th scope="col" className="r">
            Changed
          </th>
        </tr>
      </thead>
      <tbody>
        {pages.map(({ page, title, changed }) => (
          <tr key={page} data-row>
            <td>
              <Link className="st-row" to={studioPaths.page(page)}>
                {title}
              </Link>
            </td>
            <td className="mono">{publicPath(page)}</td>
            <td className="r mono">{changed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
