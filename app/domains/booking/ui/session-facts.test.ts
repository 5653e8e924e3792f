import { describe, expect, it } from 'vitest'
import type { Place, SessionType } from '../session-types/model'
import { titleWithLength } from './booking-summary'
import { defaultPlace, longDuration, placesOf, sessionFacts, shortDuration } from './session-facts'

const place = (slug: string, isDefault = false): Place => ({
  slug,
  title: slug,
  summary: '',
  kind: 'outdoor',
  isDefault,
})
const portrait: SessionType = {
  slug: 'portrait',
  title: 'Portrait',
  summary: '',
  minutes: 45,
  editedPhotos: '12',
  turnaround: '10 days',
  priceCents: 28_500,
  priceUnit: '',
  depositCents: 7_500,
  serviceSlug: 'portraits',
  places: [place('park'), place('studio', true)],
}

const onOneLine = (text: string) => text.replaceAll('\u00a0', ' ')

describe('the facts of a session', () => {
  it('break between two of them only', () => {
    expect(sessionFacts(portrait).join('')).not.toContain(' ')
    expect(sessionFacts(portrait).map(onOneLine)).toEqual(['45 min', '12 photos', 'ready in 10 days'])
  })

  it('promise no photos where there are none', () => {
    const talk = {
      ...portrait,
      minutes: 30,
      editedPhotos: 'None yet',
      turnaround: 'Same day, in writing',
    }
    expect(sessionFacts(talk).map(onOneLine)).toEqual(['30 min', 'Same day, in writing'])
  })

  it.each([
    [45, '', '45 min', '45 minutes'],
    [60, '', '60 min', '60 minutes'],
    [90, '', '90 min', '90 minutes'],
    [120, '', '2 hr', '2 hours'],
    [120, 'photograph', undefined, 'Length depends on number of photos'],
  ])('%i minutes a %j are %s', (minutes, priceUnit, short, long) => {
    expect([shortDuration({ minutes, priceUnit }), longDuration({ minutes, priceUnit })]).toEqual([
      short,
      long,
    ])
  })
})

it('a session whose length varies is named without one, and says so among its facts', () => {
  const shelf = { ...portrait, title: 'Still life', priceUnit: 'photograph', editedPhotos: '8+' }
  expect([titleWithLength(portrait), titleWithLength(shelf)]).toEqual(['Portrait, 45 min', 'Still life'])
  expect(sessionFacts(shelf).map(onOneLine)[0]).toBe('Length varies')
})

describe('places', () => {
  it('start with the default one, or with the first', () => {
    expect(defaultPlace(portrait)?.slug).toBe('studio')
    expect(defaultPlace({ places: [place('park'), place('street')] })?.slug).toBe('park')
    expect(defaultPlace({ places: [] })).toBeUndefined()
  })

  it('of several sessions are each listed once', () => {
    const others = { places: [place('studio', true), place('home')] }
    expect(placesOf([portrait, others]).map(({ slug }) => slug)).toEqual(['park', 'studio', 'home'])
  })
})
