import { Quotation } from '~/ui/quotation'
import type { Testimonial } from '../model'

/** Client testimonials: one large, two small. */
export function Quotes({ quotes }: { quotes: Testimonial[] }) {
  return (
    <div className="words">
      {quotes.slice(0, 3).map(({ quote, name, kind }, at) => (
        <figure key={quote}>
          <blockquote className={at === 0 ? 'quote q1' : 'quote q2'}>
            <p>
              <Quotation text={quote} />
            </p>
          </blockquote>
          <figcaption>
            {name} <span className="edge">{kind}</span>
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
