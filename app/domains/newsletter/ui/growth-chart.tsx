import { StudioTable } from '~/ui/studio/studio-table'

interface Month {
  /** "May 2026" */
  label: string
  subscribed: number
  left: number
}

const [WIDTH, HEIGHT, GAP] = [48, 90, 10]

/** How many subscribed and left, by month, as bars and as a table. Nothing if no one did. */
export function GrowthChart({ months }: { months: Month[] }) {
  const most = Math.max(0, ...months.flatMap(({ subscribed, left }) => [subscribed, left]))
  if (most === 0) return null
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT))
  const bar = (WIDTH - GAP) / 2
  const [first, last] = [months[0]?.label, months.at(-1)?.label]
  return (
    <section className="sbs-growth" aria-labelledby="growth">
      <h2 className="st-h2" id="growth">
        Growth
      </h2>
      <p className="small ink2 sbs-key">
        <span>
          <i className="sbs-key__in" aria-hidden="true" /> Subscribed
        </span>
        <span>
          <i className="sbs-key__out" aria-hidden="true" /> Left
        </span>
        <span>Tallest bar: {most.toLocaleString('en-US')}</span>
      </p>
      <svg
        className="sbs-bars"
        viewBox={`0 0 ${months.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {months.map(({ label, subscribed, left }, at) => (
          <g key={label}>
            <rect
              className="sbs-bars__in"
              x={at * WIDTH + GAP / 2}
              y={HEIGHT - tall(subscribed)}
              width={bar}
              height={tall(subscribed)}
            />
            <rect
              className="sbs-bars__out"
              x={at * WIDTH + GAP / 2 + bar}
              y={HEIGHT - tall(left)}
              width={bar}
              height={tall(left)}
            />
          </g>
        ))}
      </svg>
      <p className="small ink2 sbs-ends">
        <span>{first}</span>
        <span>{last}</span>
      </p>
      <details>
        <summary>Numbers by month</summary>
        <StudioTable
          caption="Subscribers by month"
          columns={['Month', { label: 'Subscribed', right: true }, { label: 'Left', right: true }]}
        >
          {months.toReversed().map(({ label, subscribed, left }) => (
            <tr key={label}>
              <td>{label}</td>
              <td className="r mono">{subscribed.toLocaleString('en-US')}</td>
              <td className="r mono">{left.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </StudioTable>
      </details>
    </section>
  )
}
