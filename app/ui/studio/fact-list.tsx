export function FactList({ facts }: { facts: { label: string; value: string }[] }) {
  return (
    <dl className="st-facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
