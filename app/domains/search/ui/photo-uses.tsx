import { Link } from 'react-router'
import type { PhotoUse } from '~/domains/photos/photo-use'
import { placeOf } from './photo-use-place'

interface PhotoUsesProps {
  photo: { slug: string }
  uses: PhotoUse[]
  isOwner: boolean
}

/** Every place that shows a photograph, with the way there. */
export function PhotoUses({ photo, uses, isOwner }: PhotoUsesProps) {
  return (
    <section className="psec" aria-labelledby="uses">
      <h2 className="st-h2" id="uses">
        Where it is used
      </h2>
      {uses.length === 0 ? (
        <p className="ink2">Nowhere yet.</p>
      ) : (
        <ul className="puses">
          {uses.map((use) => (
            <li key={`${use.place} ${use.slug} ${use.role}`}>
              <Use use={use} photo={photo} isOwner={isOwner} />
              <span className="ink2">
                {use.role}
                {NOTES[use.visible]}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const NOTES: Record<PhotoUse['visible'], string> = {
  now: '',
  later: ', not published yet',
  no: ', not published',
}

function Use({ use, photo, isOwner }: { use: PhotoUse } & Pick<PhotoUsesProps, 'photo' | 'isOwner'>) {
  const { label, to, leaves } = placeOf(use, { photo: photo.slug, isOwner })
  if (!to) return <span>{label}</span>
  if (leaves) return <a href={to}>{label}</a>
  return <Link to={to}>{label}</Link>
}
