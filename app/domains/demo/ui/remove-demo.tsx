import { Form } from 'react-router'
import { Field } from '~/ui/field'
import type { DemoCounts } from '../model'

/** The unedited demo content, and the button that removes it. */
export function RemoveDemo({ demo }: { demo: DemoCounts }) {
  const going = partsOf(demo)
  return (
    <section className="st-sheet st-form" aria-labelledby="demo-content">
      <h2 className="st-h2" id="demo-content">
        Demo content
      </h2>
      <p className="ink2">
        Your site starts with a sample studio’s work, so you can see how everything looks. When you’re ready,
        remove all of it in one step:
      </p>
      {going.length > 0 ? (
        <ul className="st-demo-parts">
          {going.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      ) : null}
      <p className="ink2">
        Page texts and terms that you haven’t edited become short neutral ones. The pop-up, the links, taxes,
        and the booking policy are reset unless you’ve saved them. Anything you’ve added or edited stays,
        including its photos. So do your name, address, and hours. You can’t undo this.
      </p>
      <Form method="post" className="st-demo-sure" noValidate>
        <Field label="Type “remove” to confirm" name="word" autoComplete="off" maxLength={20} />
        <button type="submit" className="btn btn--line" name="intent" value="remove-demo">
          Remove demo content
        </button>
      </Form>
    </section>
  )
}

function partsOf(demo: DemoCounts): string[] {
  const counted: [number, string, string][] = [
    [demo.photos, 'photo', 'photos'],
    [demo.galleries, 'gallery or story', 'galleries and stories'],
    [demo.posts, 'post', 'posts'],
    [demo.products, 'product', 'products'],
    [demo.testimonials, 'testimonial', 'testimonials'],
    [demo.miniDays, 'mini-session day', 'mini-session days'],
    [demo.services, 'service', 'services'],
    [demo.sessionTypes, 'session type', 'session types'],
    [demo.places, 'location', 'locations'],
    [demo.faqs, 'question', 'questions'],
  ]
  return [
    ...(demo.client === null
      ? []
      : [`The sample client ${demo.client}, with account, bookings, favorites, and emails`]),
    ...counted.flatMap(([count, one, many]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`])),
  ]
}
