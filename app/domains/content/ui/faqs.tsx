import type { Faq } from '../model'

/** Questions in `details` elements, without script. The first is open. */
export function Faqs({ faqs }: { faqs: Faq[] }) {
  return (
    <div className="faq">
      {faqs.map(({ question, answer }, at) => (
        <details key={question} open={at === 0}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}
