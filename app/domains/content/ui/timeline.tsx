import type { PageBody } from '../model'

/** The steps from booking to prints. */
export function Timeline({ steps }: { steps: PageBody<'home'>['steps'] }) {
  return (
    <ol className="dev__steps">
      {steps.map(({ when, title, text }) => (
        <li key={title}>
          <p className="edge">{when}</p>
          <h3 className="t3">{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
