import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Lets Node import the product's modules from their sources as the bundler does: `~/` is app/, and a path
 * without an extension is a TypeScript file.
 */
registerHooks({
  resolve(specifier, context, next) {
    const url = specifier.startsWith('~/')
      ? new URL(`../app/${specifier.slice(2)}`, import.meta.url)
      : specifier.startsWith('.') && context.parentURL && !context.parentURL.includes('/node_modules/')
        ? new URL(specifier, context.parentURL)
        : undefined
    const file = url && [`${url.href}.ts`, url.href].find((href) => existsSync(fileURLToPath(href)))
    return next(file ?? specifier, context)
  },
})
