/** Functions that public pages use and old phones lack: iOS before 15.4, or before 17 for `URL.canParse`. */
export const POLYFILLS = {
  /** For arrays and strings. */
  at: <T>(all: ArrayLike<T>, place = 0): T | undefined => all[place < 0 ? all.length + place : place],
  findLast: <T>(all: readonly T[], is: (each: T) => boolean): T | undefined => all.slice().reverse().find(is),
  hasOwn: (all: object, name: PropertyKey): boolean => !!Reflect.getOwnPropertyDescriptor(all, name),
  canParse: (text: string, base?: string): boolean => {
    try {
      return !!new URL(text, base)
    } catch {
      return false
    }
  },
}

/** Adds the missing functions to arrays, strings and URLs. */
export function addPolyfills(): void {
  for (const { prototype } of [Array, String])
    put(prototype, 'at', function (this: ArrayLike<unknown>, place: number) {
      return POLYFILLS.at(this, place)
    })
  put(Array.prototype, 'findLast', function (this: unknown[], is: () => boolean) {
    return POLYFILLS.findLast(this, is)
  })
  put(Object, 'hasOwn', POLYFILLS.hasOwn)
  put(URL, 'canParse', POLYFILLS.canParse)
}

function put(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true })
}
