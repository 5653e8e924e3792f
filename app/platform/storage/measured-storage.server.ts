import { storageCalls, storageSeconds } from '~/platform/metrics.server'
import type { Storage } from './storage.server'

/** The same storage, whose calls are counted and timed for `/metrics`. */
export const measuredStorage = (storage: Storage): Storage =>
  new Proxy(storage, {
    get(target, call: keyof Storage) {
      const found = target[call]
      // Their time includes what is done with the files.
      if (typeof found !== 'function' || call === 'withFile' || call === 'storeMany')
        return found?.bind(target)
      return (...args: unknown[]) => {
        const begun = performance.now()
        const result: unknown = Reflect.apply(found, target, args)
        if (result instanceof Promise)
          result.then(
            () => count(call, 'done', begun),
            () => count(call, 'failed', begun),
          )
        return result
      }
    },
  })

function count(call: string, outcome: 'done' | 'failed', begun: number): void {
  storageCalls.add({ call, outcome })
  storageSeconds.add({ call }, (performance.now() - begun) / 1_000)
}
