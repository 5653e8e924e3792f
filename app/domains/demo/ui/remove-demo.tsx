import { Form } from 'react-router'
import { Field } from '~/ui/field'
import type { DemoCounts } from '../model'

/** What came with the demo content and nobody has made their own, and the button that takes it away. */
export function RemoveDemo({ demo }: { demo: DemoCounts }) {
  const going = partsOf(demo)
  return (
    <section className="st-sheet st-form" aria-labelledby="demo-content">
      <h2 id="demo-content">Demo content</h2>
      <p className="ink2">
        The site began with a sample studio’s work, so that you see how everything looks. When you no longer
        need it, take it away at once:
      </p>
      {going.length > 0 ? (
        <ul className="st-demo-parts">
          {going.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      ) : null}
      <p className="ink2">
        What you have added or edited stays, with the photographs in it. So do your settings and the texts of
        your pages, services and prices. This cannot be undone.
      </p>
      <Form method="post" noValidate>
        <Field label="Type “remove” to confirm" name="word" autoComplete="off" maxLength={20} />
        <button type="submit" className="btn btn--line" name="intent" value="remove-demo">
          Remove the demo content
        </button>
      </Form>
    </section>
  )
}

function partsOf(demo: DemoCounts): string[] {
  const counted: [number, string, string][] = [
    [demo.photographs, 'photograph', 'photographs'],
    [demo.galleries, 'gallery or essay', 'galleries and essays'],
    [demo.posts, 'post', 'posts'],
    [demo.products, 'product', 'products'],
    [demo.testimonials, 'testimonial', 'testimonials'],
    [demo.miniDays, 'mini-session day', 'mini-session days'],
  ]
  return [
    ...(demo.client === null
      ? []
      : [`The sample client ${demo.client}, with account, bookings, choices and letters`]),
    ...counted.flatMap(([count, one, many]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`])),
  ]
}
