import { Link } from 'react-router'
import { paths } from '~/ui/paths'
import { StudioTable } from '~/ui/studio/studio-table'

interface TermsVersionsProps {
  versions: {
    number: number
    held: string
    published: string
    publishedBy: string
    agreements: number
  }[]
}

/** Every version of the terms, newest first, with links. */
export const TermsVersions = ({ versions }: TermsVersionsProps) => (
  <section className="trm__vs" aria-labelledby="versions">
    <h2 className="st-h2" id="versions">
      Versions
    </h2>
    <StudioTable columns={['Version', 'Published', { label: 'Agreed to by', right: true }]}>
      {versions.map(({ number, held, published, publishedBy, agreements }) => (
        <tr key={number}>
          <td>
            <Link className="st-row" to={paths.termsVersion(number)}>
              Version {number}
            </Link>
            , {held}
          </td>
          <td>
            {published}
            {publishedBy === '' ? '' : `, ${publishedBy}`}
          </td>
          <td className="r mono">{agreements === 0 ? 'no one yet' : agreements.toLocaleString('en-US')}</td>
        </tr>
      ))}
    </StudioTable>
  </section>
)
