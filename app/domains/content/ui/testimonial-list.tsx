import { Link } from 'react-router'
import { MoveButtons } from '~/ui/studio/move-buttons'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ListedTestimonial } from '../testimonials'
import { whereabouts } from '../testimonials'

/** Testimonials in the site's order, with their permissions. */
export function TestimonialList({ testimonials }: { testimonials: ListedTestimonial[] }) {
  if (testimonials.length === 0)
    return (
      <div className="empty">
        <p>No testimonials yet. Add client reviews here, along with their permission to publish.</p>
      </div>
    )
  return (
    <ol className="cat">
      {testimonials.map((each, at) => (
        <li key={each.id}>
          <div className="cat__t">
            <div className="cat__h">
              <Link className="cat__a tap" to={studioPaths.testimonial(each.id)}>
                {each.name}
              </Link>
              <PermissionTag permission={each.permission} />
            </div>
            <p className="cat__q">{each.quote}</p>
            <p className="cat__s">{[each.kind, whereabouts(each)].filter(Boolean).join(' · ')}</p>
          </div>
          <MoveButtons
            id={each.id}
            title={`what ${each.name} said`}
            above={testimonials[at - 1]?.id}
            below={testimonials[at + 1]?.id}
          />
        </li>
      ))}
    </ol>
  )
}

export function PermissionTag({ permission }: Pick<ListedTestimonial, 'permission'>) {
  switch (permission) {
    case 'given':
      return <span className="tag tag--fix">Allowed</span>
    case 'withdrawn':
      return <span className="tag tag--stop">Withdrawn</span>
    case 'none':
      return <span className="tag tag--dev">No permission</span>
  }
}
