import type { ReactNode } from 'react'
import type { Faq } from '../model'

/** The questions beside what is offered; one alone, or neither. */
export function FaqsBeside({ faqs, children }: { faqs: Faq[]; children: ReactNode }) {
  if (faqs.length === 0 && !children) return null
  return (
    <section className="wrap sec" aria-labelledby={faqs.length > 0 ? 'questions' : undefined}>
      <div className="two">
        {faqs.length > 0 ? (
          <div>
            <h2 className="t1 faq__h" id="questions">
              Frequently asked questions
            </h2>
            <Faqs faqs={faqs} />
          </div>
        ) : null}
        {children}
      </div>
    </section>
  )
}

/** Questions in `details` elements, without script. The first is open. */
function Faqs({ faqs }: { faqs: Faq[] }) {
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
