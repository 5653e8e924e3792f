import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { hoverStyles } from './scripts/styles.ts'

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}

/**
 * Whether a page outside of the Studio imports a module. Visitors don't load modules that only the Studio
 * needs.
 */
function reachesVisitors(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (/\/app\/(routes\/(?!studio\/)|root\.|entry\.client\.)/.test(id)) return true
  seen.add(id)
  const info = graph.getModuleInfo(id)
  return [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])].some(
    (importer) => !seen.has(importer) && reachesVisitors(importer, graph, seen),
  )
}

/** Keeps the server's code in one byte a character: V8 takes two for a file with a character beyond Latin-1. */
const latin1: Plugin = {
  name: 'latin1',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(
          /[^\0-\xff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

export default defineConfig({
  plugins: [reactRouter(), latin1],
  resolve: { tsconfigPaths: true },
  css: { postcss: { plugins: [hoverStyles] } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Build timings are of no use to people who start the server for the first time.
    rolldownOptions: {
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // The server parses forms. Without this, a page that needs a constant beside a schema loads all of zod.
          treeshake: { manualPureFunctions: ['z'] },
          output: {
            // Files that are loaded ahead of the tap that needs them: V8 compiles them then.
            postBanner: ({ name }) =>
              /^(?:use|client-gallery)-lightbox$/.test(name) ? '//# allFunctionsCalledOnLoad' : '',
            // Bundles small modules that several pages share, since each file costs a request and its headers.
            codeSplitting: {
              // Without modules that only the Studio uses, that only booking pages share, that only forms
              // for signed-in people use, or that only lost links show, and without the grid of photos, the
              // lightbox, what stands in for missing content, and the services, products, videos, contracts,
              // proposals and the contact form, which the booking form doesn’t show. Modules shared by the
              // pages of a client gallery have a file of their own.
              groups: [
                {
                  debugName: 'shared',
                  name: (id, graph) => (reachesVisitors(id, graph) ? 'shared' : null),
                  // Includes Vite's helper for dynamic imports, which would otherwise be bundled with the
                  // client gallery.
                  test: /vite\/preload-helper|\/app\/(ui\/(?!studio\/|later|lost-link|facts)|domains\/(?!accounts\/ui\/(passkey|proof|link|second|auth|account)-|photos\/ui\/coming-|content\/ui\/service-entries|shop\/|contact-messages\/|contracts\/|proposals\/|invoices\/|texts\/|galleries\/(downloads\/|proofing\/|client-gallery\/|justified-rows|ui\/(photo-grid|use-grid|lightbox|use-lightbox|stage-gestures|zoom|flight))|billing\/|booking\/(booking-form|online\/|payments\/|reservations\/|slots\/|ui\/(client\/|(booking|hold|slot|whole|details|session)-)))).*\.tsx?$/,
                  minShareCount: 3,
                  // Assigned first, with all dependencies. The next group gets the remaining ones.
                  priority: 1,
                },
                {
                  // What the pages of accounts share.
                  name: 'account',
                  test: /\/app\/domains\/accounts\/ui\/(auth-sheet|account-(form|section))\.tsx$/,
                },
                {
                  debugName: 'studio',
                  name: (id, graph) => (reachesVisitors(id, graph) ? null : 'studio'),
                  // What many rooms share, which comes with the first.
                  test: /\/app\/.*\.tsx?$/,
                  minShareCount: 4,
                },
                {
                  debugName: 'parts',
                  name: (id, graph) => (reachesVisitors(id, graph) ? 'parts' : null),
                  // What Home shows of other pages.
                  test: /\/app\/(ui\/quotation|domains\/(content\/ui\/service-entries|photos\/ui\/bleed|blog\/ui\/post-list))\.tsx$/,
                  minShareCount: 2,
                },
                {
                  debugName: 'grid',
                  name: (id, graph) => (reachesVisitors(id, graph) ? 'grid' : null),
                  // Of the gallery and its lightbox, which comes later.
                  test: /\/app\/domains\/galleries\/ui\/photo-grid\.tsx$/,
                  minShareCount: 2,
                },
                {
                  debugName: 'session-facts',
                  name: (id, graph) => (reachesVisitors(id, graph) ? 'session-facts' : null),
                  // Also in the price list and the products, which don't need the next group.
                  test: /\/app\/(ui\/facts|domains\/booking\/ui\/session-facts)\.tsx$/,
                },
                {
                  debugName: 'booking',
                  name: (id, graph) => (reachesVisitors(id, graph) ? 'booking' : null),
                  // What the steps of a booking share, which would otherwise be files of a kilobyte each.
                  test: /\/app\/domains\/booking\/(booking-form|ui\/(booking-steps|booking-summary|slot-choice|session-choice|month-calendar))\.tsx?$/,
                  minShareCount: 2,
                },
                {
                  debugName: 'client-gallery',
                  name: (id, graph) => (reachesVisitors(id, graph) ? 'client-gallery' : null),
                  test: /\/app\/domains\/galleries\/(downloads|proofing|client-gallery)\/(?!ui\/(client-gallery-l|slideshow)).*\.tsx?$/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        target: 'esnext',
        // One bundle for the server, its workers' parent and the CLI, so that they share module instances with
        // the routes.
        rolldownOptions: { input: './server.ts' },
      },
    },
  },
})
