import { Link } from 'react-router'
import { paths } from '~/ui/paths'

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
    <table className="tbl st-tbl">
      <thead>
        <tr>
          <th scope="col">Version</th>
          <th scope="col">Published</th>
          <th scope="col" className="r">
            Agreed to by
          </th>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
  </section>
)
