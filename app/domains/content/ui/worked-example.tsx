import { ButtonLink } from '~/ui/button-link'
import { dollarsAndCents } from '~/ui/money'
import type { PageBody } from '../model'
import { totalOf } from '../worked-example'

/** A sample invoice, line by line. */
export function WorkedExample({ example, book }: { example: PageBody<'pricing'>['example']; book: string }) {
  return (
    <aside className="ex" data-theme="darkroom" aria-labelledby="example">
      <p className="edge ex__k">Worked example</p>
      <h2 className="t2" id="example">
        {example.title}
      </h2>
      <dl>
        {example.lines.map(({ label, cents }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{dollarsAndCents(cents)}</dd>
          </div>
        ))}
        <div className="tot">
          <dt>{example.total.label}</dt>
          <dd>{dollarsAndCents(totalOf(example))}</dd>
        </div>
        <div>
          <dt>{example.deposit.label}</dt>
          <dd>{dollarsAndCents(example.deposit.cents)}</dd>
        </div>
      </dl>
      <ButtonLink go wide to={book}>
        {example.link}
      </ButtonLink>
    </aside>
  )
}
