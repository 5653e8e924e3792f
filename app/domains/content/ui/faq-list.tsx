import { Link } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'
import { MoveButtons } from '~/ui/studio/move-buttons'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ListedQuestion, Topic } from '../faqs'

/** The questions of a topic in order, with their pages. */
export function QuestionList({ topic }: { topic: Topic & { questions: ListedQuestion[] } }) {
  const { name, label, questions } = topic
  return (
    <section className="cat-part cat-part--list" aria-labelledby={`topic-${name}`}>
      <div className="cat-part__h">
        <h2 className="st-h2" id={`topic-${name}`}>
          {label}
        </h2>
        <Where topic={topic} />
        <ButtonLink to={studioPaths.faq('new', { topic: name })} variant="line">
          Add<span className="vh"> a question about {label}</span>
        </ButtonLink>
      </div>
      {questions.length === 0 ? <p className="ink2">No questions yet.</p> : null}
      <ol className="cat cat--in">
        {questions.map(({ id, question, answer }, at) => (
          <li key={id}>
            <div className="cat__t">
              <Link className="cat__a tap" to={studioPaths.faq(id)}>
                {question}
              </Link>
              <p className="cat__s st-cut">{answer}</p>
            </div>
            <MoveButtons
              id={id}
              title={question}
              above={questions[at - 1]?.id}
              below={questions[at + 1]?.id}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Where({ topic: { pages } }: { topic: Topic }) {
  if (pages.length === 0) return <p className="cat-where">Not on any page. Saved, but not shown.</p>
  return (
    <p className="cat-where">
      On{' '}
      {pages.map(({ label, page }, at) => (
        <span key={page}>
          {at > 0 ? ' and ' : ''}
          <a className="txt" href={paths[page]()}>
            {label}
          </a>
        </span>
      ))}
    </p>
  )
}
