import { expect, it } from 'vitest'
import type { FavoriteAnswer } from './favorite-queue'
import { createFavoriteQueue, type Wish } from './favorite-queue'

const list = (count: number) => ({
  ...{ id: 'l', purpose: 'Album', limit: null, count, submittedAt: null, note: '', version: count },
})
const on = (item: string): Wish => ({ item, list: 'l', isOn: true })
const off = (item: string): Wish => ({ item, list: 'l', isOn: false })

/** A fake server that can be unreachable, and responds when told to. */
function makeServer({ isDown = false } = {}) {
  const posted: Wish[] = []
  const kept: (readonly Wish[])[] = []
  let goOn = () => {}
  let isReached = !isDown
  return {
    posted,
    kept,
    comesBack() {
      isReached = true
      goOn()
    },
    ways: {
      async post(wish: Wish): Promise<FavoriteAnswer | undefined> {
        posted.push(wish)
        await Promise.resolve()
        return isReached ? { ok: true, list: list(posted.length) } : undefined
      },
      nextTry: () =>
        new Promise<void>((done) => {
          goOn = done
        }),
      keep: (wishes: readonly Wish[]) => {
        kept.push(wishes)
      },
    },
  }
}

it('sends one after the other, in the order of the clicks', async () => {
  const server = makeServer()
  const queue = createFavoriteQueue(server.ways)
  for (const wish of [on('a'), on('b'), on('c')]) queue.add(wish)
  await queue.settled()
  expect(server.posted.map(({ item }) => item)).toEqual(['a', 'b', 'c'])
  expect(queue.waiting()).toEqual({ wishes: [], isLost: false })
})

it('keeps favorites while the connection is lost, and sends them afterwards', async () => {
  const server = makeServer({ isDown: true })
  const queue = createFavoriteQueue(server.ways)
  queue.add(on('a'))
  queue.add(on('b'))
  await queue.settled()
  expect(queue.waiting()).toEqual({ wishes: [on('a'), on('b')], isLost: true })
  expect(server.kept.at(-1)).toEqual([on('a'), on('b')])
  server.comesBack()
  await expect.poll(() => queue.waiting()).toEqual({ wishes: [], isLost: false })
  expect(server.posted.map(({ item }) => item)).toEqual(['a', 'a', 'b'])
  expect(server.kept.at(-1)).toEqual([])
})

it('sends repeated clicks once, with the last state', async () => {
  const server = makeServer({ isDown: true })
  const queue = createFavoriteQueue(server.ways)
  queue.add(on('a'))
  await queue.settled()
  for (const wish of [off('a'), on('b'), on('a'), off('a')]) queue.add(wish)
  expect(queue.waiting().wishes).toEqual([on('b'), off('a')])
})

it('doesn’t cancel a request, and sends the later click after it', async () => {
  const server = makeServer()
  const queue = createFavoriteQueue(server.ways)
  queue.add(on('a'))
  queue.add(off('a'))
  expect(queue.waiting().wishes).toEqual([on('a'), off('a')])
  await queue.settled()
  expect(server.posted).toEqual([on('a'), off('a')])
})

it('sends the favorites that an earlier page left, once a page subscribes', async () => {
  const server = makeServer()
  const queue = createFavoriteQueue(server.ways, [on('a')])
  const heard: Wish[] = []
  queue.listen({ answered: (wish) => heard.push(wish), changed: () => {} })
  await queue.settled()
  expect(heard).toEqual([on('a')])
})
