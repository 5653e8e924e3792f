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
