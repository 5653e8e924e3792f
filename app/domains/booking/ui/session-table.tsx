import { Link } from 'react-router'
import { paths } from '~/ui/paths'
import type { SessionType } from '../session-types/model'
import { SessionPrice, sessionFacts, shortDuration } from './session-facts'

/** All session types with prices. On phones, the columns collapse into the first cell. */
export function SessionTable({ types }: { types: SessionType[] }) {
  return (
    <div className="pl">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col" className="w44">
              Session
            </th>
            <th scope="col" className="lg">
              Time
            </th>
            <th scope="col" className="lg">
              Edited photos
            </th>
            <th scope="col" className="lg">
              Turnaround
            </th>
            <th scope="col" className="r">
              Price
            </th>
            <th scope="col" className="lg pl__book">
              <span className="vh">Book</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <SessionRow key={type.slug} type={type} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SessionRow({ type }: { type: SessionType }) {
  const book = (className: string) => (
    <Link
      className={className}
      to={paths.bookSession({ service: type.slug })}
      aria-label={`Book: ${type.title}`}
    >
      Book
    </Link>
  )
  return (
    <tr>
      <th scope="row">
        <span className="t3">{type.title}</span>
        <span className="small ink2">{type.summary}</span>
        <span className="sm edge edge--sm">{sessionFacts(type)}</span>
      </th>
      <td className="lg">{shortDuration(type)}</td>
      <td className="lg">{type.editedPhotos}</td>
      <td className="lg">{type.turnaround}</td>
      <td className="r">
        <span className="amt">
          <SessionPrice type={type} />
        </span>
        {book('lnk sm')}
      </td>
      <td className="r lg">{book('lnk')}</td>
    </tr>
  )
}
