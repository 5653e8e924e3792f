import type { ReactNode } from 'react'
import { FilmEdge } from '~/ui/strip'
import type { DocumentView } from '../document-view.server'

/** A document as its PDF shows it, for the Studio and for clients. */
export function DocumentSheet({ view }: { view: DocumentView }) {
  return (
    <div className="inv">
      <dl className="inv__facts">
        {view.facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="inv__parties">
        {view.parties.map(({ heading, lines }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </div>
      {view.lines.length === 0 ? null : <Lines view={view} />}
      <dl className="inv__totals">
        {view.totals.map(({ label, amount, strong }) => (
          <div key={label} className={strong ? 'is-strong' : undefined}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What a document comes to and when it's due, beside it. @param children what the reader can do */
export function DueCard({ view, children }: { view: DocumentView; children: ReactNode }) {
  const sum = view.totals.findLast(({ strong }) => strong)
  const due = view.facts.find(([label]) => label === 'Due')?.[1]
  if (!sum) return null
  return (
    <aside className="inv-due" data-theme="darkroom" aria-label={sum.label}>
      <FilmEdge frame="7A" />
      <p className="small ink2">{sum.label}</p>
      <p className="t1 inv-due__sum">{sum.amount}</p>
      {due ? <p className="ui">Due {due}</p> : null}
      {children}
    </aside>
  )
}

function Lines({ view: { hasTax, lines } }: { view: DocumentView }) {
  return (
    <table className="tbl inv__lines">
      <caption className="vh">Lines</caption>
      <thead>
        <tr>
          <th scope="col">Description</th>
          {hasTax ? (
            <th scope="col" className="r">
              Tax
            </th>
          ) : null}
          <th scope="col" className="r">
            {hasTax ? 'Amount before tax' : 'Amount'}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, tax, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key and never move
          <tr key={at}>
            <td>{name}</td>
            {hasTax ? <td className="r">{tax}</td> : null}
            <td className="r">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
