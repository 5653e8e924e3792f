/**
 * Of what these pages use, the parts of the language that telephones lack whose system is no longer renewed: iOS 15 knows
 * no `toSorted`, and its first versions no `at` either; Chrome 90 lacks all of these.
 */
export const MENDED = {
  array: {
    at: <T>(all: readonly T[], place = 0): T | undefined =>
      all[Math.trunc(place) + (place < 0 ? all.length : 0)],
    findLast: <T>(
      all: readonly T[],
      is: (each: T, at: number, all: readonly T[]) => boolean,
    ): T | undefined => {
      for (let n = all.length - 1; n >= 0; n--) if (is(all[n] as T, n, all)) return all[n]
      return undefined
    },
    toReversed: <T>(all: readonly T[]): T[] => [...all].reverse(),
    toSorted: <T>(all: readonly T[], compare?: (a: T, b: T) => number): T[] => [...all].sort(compare),
  },
  string: {
    at: (text: string, place = 0): string | undefined =>
      text[Math.trunc(place) + (place < 0 ? text.length : 0)],
  },
  object: {
    hasOwn: (all: object, name: PropertyKey): boolean =>
      Reflect.getOwnPropertyDescriptor(all, name) !== undefined,
  },
  address: {
    canParse: (text: string | URL, base?: string | URL): boolean => {
      try {
        return Boolean(new URL(text, base))
      } catch {
        return false
      }
    },
  },
}

type Given = readonly unknown[]

/** Gives to all arrays and texts what they lack. */
export function mendBrowser(): void {
  const own = (method: (...given: never[]) => unknown) =>
    function (this: unknown, ...given: Given) {
      return (method as (...all: Given) => unknown)(this, ...given)
    }
  for (const [name, method] of Object.entries(MENDED.array)) put(Array.prototype, name, own(method))
  for (const [name, method] of Object.entries(MENDED.string)) put(String.prototype, name, own(method))
  put(Object, 'hasOwn', MENDED.object.hasOwn)
  put(URL, 'canParse', MENDED.address.canParse)
}

function put(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
}
