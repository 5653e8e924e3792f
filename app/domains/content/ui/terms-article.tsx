import type { ReactNode } from 'react'
import { Emphasis } from '~/ui/emphasis'
import { Html } from '~/ui/html'

interface TermsArticleProps {
  terms: {
    heading: string
    lede: string
    sections: { id: string; title: string; html: string }[]
    doNotSell: { title: string; html: string }
  }
  /** The version and its dates. */
  standing: ReactNode
  /** Content after the section about not selling data. */
  children: ReactNode
}

/** The terms with a table of contents. */
export function TermsArticle({ terms, standing, children }: TermsArticleProps) {
  const entries = [...terms.sections, { id: 'do-not-sell', title: terms.doNotSell.title }]
  return (
    <article className="wrap terms">
      <header className="art__head">
        <h1 className="d2">
          <Emphasis text={terms.heading} />
        </h1>
        {terms.lede ? <p className="lede ink2">{terms.lede}</p> : null}
        {standing}
      </header>
      <div className="art">
        <nav className="tocc" aria-label="Contents">
          <Contents entries={entries} />
        </nav>
        <details className="toc--fold">
          <summary>Contents</summary>
          <Contents entries={entries} />
        </details>
        <div className="terms__body">
          {terms.sections.map(({ id, title, html }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 className="t2" id={`${id}-title`}>
                {title}
              </h2>
              <Html className="terms__text" html={html} />
            </section>
          ))}
          <section id="do-not-sell" aria-labelledby="do-not-sell-title" className="terms__dns">
            <h2 className="t2" id="do-not-sell-title">
              {terms.doNotSell.title}
            </h2>
            <Html className="terms__text" html={terms.doNotSell.html} />
            {children}
          </section>
        </div>
      </div>
    </article>
  )
}

const Contents = ({ entries }: { entries: { id: string; title: string }[] }) => (
  <ol className="toc">
    {entries.map(({ id, title }) => (
      <li key={id}>
        <a href={`#${id}`}>{title}</a>
      </li>
    ))}
  </ol>
)
