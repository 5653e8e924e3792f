import { describe, expect, it } from 'vitest'
import { fillIn, unknownFields } from '~/platform/template-fields'
import { TEMPLATE_FIELDS, templateValues } from './fields'

const message = { name: 'Ann Lee', email: 'ann@example.com', phone: '', subject: 'Portraits', message: 'Hi.' }
const values = templateValues({ ...message, eventDate: '2027-05-01' }, 'DE Photography')

describe('a template', () => {
  it('is filled in, and names what is missing', () => {
    expect(fillIn('Dear {firstName}, {eventDate} at {location}? {location}!', values)).toEqual({
      text: 'Dear Ann, Saturday, May 1, 2027 at {location}? {location}!',
      missing: ['{location}'],
    })
    expect(fillIn('{name} {subject} {studioName}', values)).toEqual({
      text: 'Ann Lee Portraits DE Photography',
      missing: [],
    })
  })

  it('is filled in once, without fields that a sender could write', () => {
    const odd = templateValues({ ...message, name: '{location} $& Lee' }, 'DE Photography')
    expect(fillIn('{firstName}: {name}', odd)).toEqual({ text: 'location: location $& Lee', missing: [] })
    expect(fillIn('{ firstName } {constructor} {__proto__} {}', values)).toEqual({
      text: '{ firstName } {constructor} {__proto__} {}',
      missing: ['{constructor}'],
    })
  })

  it('has only fields that exist', () => {
    expect(unknownFields('{firstName} {firstname} {toString}', TEMPLATE_FIELDS)).toEqual([
      '{firstname}',
      '{toString}',
    ])
  })
})
