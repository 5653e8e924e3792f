import { Link } from 'react-router'
import type { Shown } from '../model'
import { placePath } from './place-path'

/** What visitors see now. Settings are the owner's, so others get no link there. */
export function ShownList({ shown, isOwner }: { shown: Shown[]; isOwner: boolean }) {
  return (
    <ul className="todo shown">
      {shown.map(({ what, title, detail, place }) => (
        <li key={what}>
          <div>
            <p>
              <b>{what}</b>{' '}
              {place.room === 'promo-settings' ? (
                isOwner ? (
                  <Link to={placePath(place)}>{title}</Link>
                ) : (
                  title
                )
              ) : (
                <a href={placePath(place)}>{title}</a>
              )}
            </p>
            <p className="s">{detail}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
