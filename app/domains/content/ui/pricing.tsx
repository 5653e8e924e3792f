import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { exactMoney, money } from '~/platform/money'
import { ButtonLink } from '~/ui/button-link'
import { Facts } from '~/ui/facts'
import { Mark } from '~/ui/mark'
import type { PricedExample } from '../worked-example'

/** What can be booked at a price: a session or a package. */
export interface PriceRow {
  key: string
  title: string
  summary: string
  /** Length, photos and wait, or what is included. */
  facts: string[]
  price: ReactNode
  /** Where it is booked. */
  book: string
  /** Recommended, and why; '' without a reason. */
  recommendation?: string
}

export interface PriceGroup {
  slug: string
  title: string
  picture: PhotoView | null
  rows: PriceRow[]
}

/** Everything that the studio offers, once, by service, and the note under the prices. */
export function PriceList({ groups, note }: { groups: PriceGroup[]; note: string }) {
  return (
    <div className="wrap pl">
      {groups.map(({ slug, title, picture, rows }, at) => (
        <section key={slug} className="pl__g" aria-labelledby={`${slug}-prices`}>
          <div className="pl__h">
            <h2 className="t2" id={`${slug}-prices`}>
              {title}
            </h2>
            {picture ? (
              <Picture
                photo={picture}
                ratio="7/6"
                sizes="(min-width:64rem) 260px, 64px"
                alt=""
                eager={at === 0}
              />
            ) : null}
          </div>
          <ul>
            {rows.map((row) => (
              <Row key={row.key} row={row} />
            ))}
          </ul>
        </section>
      ))}
      <p className="pl__note small ink2">{note}</p>
    </div>
  )
}

export const Price = ({ cents }: { cents: number }) => money(cents)

function Row({ row }: { row: PriceRow }) {
  const { title, summary, facts, price, book, recommendation } = row
  const isRecommended = recommendation !== undefined
  return (
    <li className={isRecommended ? 'pl__r pl__r--sel' : 'pl__r'}>
      {isRecommended ? <Mark kind="box" /> : null}
      <h3 className="t3">{title}</h3>
      <p className="pl__p">{price}</p>
      <div className="pl__d">
        <p className="ink2">{summary}</p>
        <p className="ink3">
          <Facts facts={facts} />
        </p>
        {recommendation ? <p className="pl__why">{recommendation}</p> : null}
      </div>
      <p className="pl__b">
        <Link className="lnk" to={book} prefetch="intent" aria-label={`Book: ${title}`}>
          Book
        </Link>
      </p>
    </li>
  )
}

/** A sample invoice, line by line. */
export function WorkedExample({ example, book }: { example: PricedExample; book: string }) {
  return (
    <aside className="ex" data-theme="darkroom" aria-labelledby="example">
      <p className="edge ex__k">Worked example</p>
      <h2 className="t2" id="example">
        {example.title}
      </h2>
      <dl>
        {example.lines.map(({ label, cents }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{exactMoney(cents)}</dd>
          </div>
        ))}
        <div className="tot">
          <dt>{example.total.label}</dt>
          <dd>{exactMoney(example.total.cents)}</dd>
        </div>
        {example.deposit ? (
          <div>
            <dt>{example.deposit.label}</dt>
            <dd>{exactMoney(example.deposit.cents)}</dd>
          </div>
        ) : null}
      </dl>
      <ButtonLink go wide to={book}>
        {example.link}
      </ButtonLink>
    </aside>
  )
}
