import type { Faq } from '../model'

/** Questions that open by themselves, without script; the first one is open. */
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
