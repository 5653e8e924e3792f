import { Fragment } from 'react'

const PLACEHOLDERS = [
  ...['{name}', '{photographer}', '{phone}', '{email}', '{city}', '{region}'],
  ...['{state}', '{address}', '{year}', '{hours}', '{tax}', '{currency}'],
]

/** Names the placeholders that texts can use. */
export function PlaceholderHint() {
  return (
    <>
      To insert what’s in Settings, use{' '}
      {PLACEHOLDERS.map((placeholder, at) => (
        <Fragment key={placeholder}>
          {at === 0 ? '' : at === PLACEHOLDERS.length - 1 ? ', or ' : ', '}
          <code>{placeholder}</code>
        </Fragment>
      ))}
      . <code>{'{amount 75}'}</code> is an amount in your currency.
    </>
  )
}
