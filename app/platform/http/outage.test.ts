import { data, redirect } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { orOutage } from './outage.server'

const log = () => ({ error: vi.fn() })
const taking = (log: { error: () => void }, work: () => Promise<unknown>) =>
  orOutage({ log: log as never, requestId: 'r1' }, work, () => data('again', 503))

describe('a form that can’t be saved', () => {
  it('is shown again, and the error is logged', async () => {
    const written = log()
    const answer = await taking(written, () => Promise.reject(new Error('no such table')))
    expect(answer).toEqual(data('again', 503))
    expect(written.error).toHaveBeenCalledOnce()
  })

  it.each([
    ['a redirect', redirect('/thank-you')],
    ['a 404', data(null, 404)],
  ])('rethrows %s', async (_what, answer) => {
    const written = log()
    await expect(taking(written, () => Promise.reject(answer))).rejects.toBe(answer)
    expect(written.error).not.toHaveBeenCalled()
  })
})
