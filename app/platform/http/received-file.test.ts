import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { hashFiles } from './received-file.server'

const MB = 1024 * 1024

test('a body without a length is read only up to the limit, wherever its bytes are', async () => {
  const site = new Hono().use(hashFiles()).post('/verify', (c) => c.json(c.get('hashed') ?? null))
  let sent = 0
  const body = new ReadableStream({
    pull: (controller) => {
      sent += MB
      if (sent > 40 * MB) controller.close()
      else controller.enqueue(new Uint8Array(MB))
    },
  })
  const answer = await site.request('/verify', {
    ...{ method: 'POST', body, headers: { 'Content-Type': 'multipart/form-data; boundary=b' } },
    ...{ duplex: 'half' },
  })
  expect(await answer.json()).toMatchObject({ ok: false, status: 413 })
  expect(sent).toBeLessThan(20 * MB)
})
