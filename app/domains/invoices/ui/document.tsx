import type { ReactNode } from 'react'
import { FilmEdge } from '~/ui/strip'
import type { DocumentView } from '../document-view.server'
import { type InvoiceStatus, STATUS_LABELS } from '../labels'

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

interface StandingCardProps {
  view: DocumentView
  /** `open`: what is left of an invoice, as text. */
  standing: { status: InvoiceStatus; open: string }
  /** What the reader can do. */
  children: ReactNode
}

/** What became of a document and when it's due, beside it. */
export function StandingCard({ view, standing, children }: StandingCardProps) {
  const { label, words, due } = standingWords(view, standing)
  const isLate = standing.status === 'overdue'
  return (
    <aside className="inv-due" data-theme="darkroom" aria-label={label}>
      <FilmEdge frame="7A" />
      <p className="small ink2">{label}</p>
      <p className="t1 inv-due__sum">{words}</p>
      {due ? <p className={isLate ? 'ui inv-due__late' : 'ui'}>{due}</p> : null}
      {children}
    </aside>
  )
}

function standingWords(view: DocumentView, { status, open }: StandingCardProps['standing']) {
  const sum = view.totals.findLast(({ strong }) => strong)
  const date = view.facts.find(([label]) => label === 'Due')?.[1]
  // A part of it was paid, or credited.
  const left = open === sum?.amount ? 'Left to pay' : `Left to pay of ${sum?.amount}`
  switch (status) {
    case 'open':
      return { label: left, words: open, due: `Due ${date}` }
    case 'overdue':
      return { label: left, words: open, due: `Was due ${date}` }
    case 'paid':
      return { label: 'Thank you', words: STATUS_LABELS.paid }
    case 'ended':
      return { label: 'Nothing is due', words: STATUS_LABELS.ended }
    case 'credited':
      return { label: 'Nothing is due', words: STATUS_LABELS.credited }
    case 'voided':
      return { label: 'This receipt no longer counts', words: STATUS_LABELS.voided }
    case 'issued':
      return { label: sum?.label ?? view.title, words: sum?.amount ?? '' }
  }
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
